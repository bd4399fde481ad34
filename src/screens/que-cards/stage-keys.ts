import { m } from 'messages';
import { SHOW_KEYS } from '#src/words/show-keys.ts';

/** What each key does, and what is said if it is pressed while no button displays it. */
export const STAGE_KEY_ROWS = [
  {
    key: SHOW_KEYS.question,
    what: m.adminPutQuestionStage(),
    idle: m.queCardsKeyQuestionAlreadyOn({ key: SHOW_KEYS.question }),
  },
  {
    key: SHOW_KEYS.reveal,
    what: m.queCardsRevealNextGroup(),
    idle: m.queCardsKeyNothingToReveal({ key: SHOW_KEYS.reveal }),
  },
  {
    key: SHOW_KEYS.hide,
    what: m.queCardsHideGroupRevealedLast(),
    idle: m.queCardsKeyNothingRevealed({ key: SHOW_KEYS.hide }),
  },
  {
    key: SHOW_KEYS.board,
    what: m.queCardsPutScoresStage(),
    idle: m.queCardsKeyScoresAlreadyOn({ key: SHOW_KEYS.board }),
  },
  {
    key: SHOW_KEYS.clear,
    what: m.queCardsClearStage(),
    idle: m.queCardsKeyStageAlreadyClear({ key: SHOW_KEYS.clear }),
  },
];
