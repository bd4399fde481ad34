import { m } from 'messages';
/** The single keys that control the stage screen. */
export const STAGE_KEYS = {
  question: 'A',
  reveal: 'R',
  hide: 'T',
  board: 'B',
  clear: 'C',
} as const;

/** What each key does, and what is said if it is pressed while no button displays it. */
export const STAGE_KEY_ROWS = [
  {
    key: STAGE_KEYS.question,
    what: m.adminPutQuestionStage(),
    idle: m.queCardsKeyQuestionAlreadyOn({ key: STAGE_KEYS.question }),
  },
  {
    key: STAGE_KEYS.reveal,
    what: m.queCardsRevealNextGroup(),
    idle: m.queCardsKeyNothingToReveal({ key: STAGE_KEYS.reveal }),
  },
  {
    key: STAGE_KEYS.hide,
    what: m.queCardsHideGroupRevealedLast(),
    idle: m.queCardsKeyNothingRevealed({ key: STAGE_KEYS.hide }),
  },
  {
    key: STAGE_KEYS.board,
    what: m.queCardsPutScoresStage(),
    idle: m.queCardsKeyScoresAlreadyOn({ key: STAGE_KEYS.board }),
  },
  {
    key: STAGE_KEYS.clear,
    what: m.queCardsClearStage(),
    idle: m.queCardsKeyStageAlreadyClear({ key: STAGE_KEYS.clear }),
  },
];
