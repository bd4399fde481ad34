import { m } from 'messages';
import { EXTENSION_S } from '#machines/contract/limits.ts';
import { Dialog } from '#src/components/dialog.tsx';
import { KeyList, type KeyRow } from '#src/components/key-list.tsx';
import { SHOW_KEYS } from '#src/words/show-keys.ts';

/** What each key does while its button is shown. */
const ROWS: readonly KeyRow[] = [
  { key: m.controlSpace(), what: m.controlKeyNextStep() },
  { key: SHOW_KEYS.extend, what: m.controlAddSeconds({ seconds: EXTENSION_S }) },
  { key: SHOW_KEYS.close, what: m.controlCloseNow() },
  { key: SHOW_KEYS.revealAll, what: m.controlRevealAll() },
  { key: SHOW_KEYS.hide, what: m.controlHideLast() },
  { key: SHOW_KEYS.again, what: m.controlShowQuestion() },
  { key: SHOW_KEYS.desk, what: m.controlGroupingDesk() },
  { key: SHOW_KEYS.board, what: m.controlScores() },
  { key: SHOW_KEYS.season, what: m.commonSeason() },
  { key: SHOW_KEYS.holding, what: m.controlHolding() },
  { key: SHOW_KEYS.test, what: m.controlTest() },
  { key: SHOW_KEYS.countdown, what: m.controlCountdown() },
];

/** Dialog with the keys of the control room. */
export const Keys = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog open onClose={onClose} title={m.queCardsKeyboard()}>
    <KeyList rows={ROWS} />
  </Dialog>
);
