import { m } from 'messages';
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
    what: m.adminPutQuestionStage(),
    whyNot: m.queCardsQuestionAlreadyStage(),
  },
  {
    key: STAGE_KEYS.reveal,
    what: m.queCardsRevealNextGroup(),
    whyNot: m.queCardsChosenQuestionHasNothing(),
  },
  {
    key: STAGE_KEYS.hide,
    what: m.queCardsHideGroupRevealedLast(),
    whyNot: m.queCardsNoGroupChosenQuestion(),
  },
  {
    key: STAGE_KEYS.board,
    what: m.queCardsPutScoresStage(),
    whyNot: m.queCardsScoresAlreadyStage(),
  },
  { key: STAGE_KEYS.clear, what: m.queCardsClearStage(), whyNot: m.queCardsStageAlreadyClear() },
];
