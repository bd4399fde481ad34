/** The single keys that control the show page. */
export const SHOW_KEYS = { question: 'A', reveal: 'R', hide: 'T', board: 'B', clear: 'C' } as const;

/** What each key does, and why it does nothing while no button displays it. */
export const SHOW_KEY_ROWS = [
  {
    key: SHOW_KEYS.question,
    what: 'Put the question on the show page',
    whyNot: 'the question is on the show page.',
  },
  {
    key: SHOW_KEYS.reveal,
    what: 'Reveal the next group',
    whyNot: 'nothing of the chosen question can be revealed on the show page now.',
  },
  {
    key: SHOW_KEYS.hide,
    what: 'Hide the group revealed last',
    whyNot: 'no group of the chosen question is revealed on the show page.',
  },
  {
    key: SHOW_KEYS.board,
    what: 'Put the scores on the show page',
    whyNot: 'the scores are on the show page.',
  },
  { key: SHOW_KEYS.clear, what: 'Clear the show page', whyNot: 'the show page is clear.' },
];
