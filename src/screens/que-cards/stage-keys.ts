/** The single keys that control the stage screen. */
export const STAGE_KEYS = {
  question: 'A',
  reveal: 'R',
  hide: 'T',
  board: 'B',
  clear: 'C',
} as const;

/** What each key does, and why it does nothing while no button displays it. */
export const STAGE_KEY_ROWS = [
  {
    key: STAGE_KEYS.question,
    what: 'Put the question on the stage',
    whyNot: 'the question is already on the stage.',
  },
  {
    key: STAGE_KEYS.reveal,
    what: 'Reveal the next group',
    whyNot: 'the chosen question has nothing to reveal right now.',
  },
  {
    key: STAGE_KEYS.hide,
    what: 'Hide the group revealed last',
    whyNot: 'no group of the chosen question is revealed.',
  },
  {
    key: STAGE_KEYS.board,
    what: 'Put the scores on the stage',
    whyNot: 'the scores are already on the stage.',
  },
  { key: STAGE_KEYS.clear, what: 'Clear the stage', whyNot: 'the stage is already clear.' },
];
