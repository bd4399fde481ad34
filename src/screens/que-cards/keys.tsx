import { m } from 'messages';
import { useState } from 'react';
import { audienceLabel } from '#machines/contract/audience.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { useBanner } from '#src/bindings/announcements.ts';
import { stillWorking, useLiveKeys } from '#src/bindings/live-keys.ts';
import { useUrlChoice } from '#src/bindings/url-state.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { KeyList } from '#src/components/key-list.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Switch } from '#src/components/switch.tsx';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import { STAGE_KEY_ROWS } from './stage-keys.ts';

const ACTS = ['release', 'revoke', 'undo'] as const;
type ReleaseAct = (typeof ACTS)[number];

const WORDS: Record<ReleaseAct, (name: string) => string> = {
  release: (name) => m.queCardsReleaseTo({ name }),
  revoke: (name) => m.queCardsRevokeFrom({ name }),
  undo: (name) => m.queCardsUndoLastAct({ name }),
};
const IDLE: Record<ReleaseAct, (about: { key: string; name: string }) => string> = {
  release: m.queCardsKeyNotOpen,
  revoke: m.queCardsKeyNotReleased,
  undo: m.queCardsKeyNothingToUndo,
};
const ROWS = AUDIENCES.flatMap((audience) =>
  ACTS.map((act) => {
    const name = audienceLabel(audience);
    const key = SHOW_KEYS[audience][act];
    return { key, what: WORDS[act](name), idle: IDLE[act]({ key, name }) };
  }),
);

const ALL_ROWS = [...ROWS, ...STAGE_KEY_ROWS];

const SETTINGS = ['on', 'off'] as const;

/** Whether the keys of the que cards are on; stored in the address. */
export const useKeySetting = () => useUrlChoice('keys', SETTINGS);

interface CardKeysProps {
  /** Whether a card is selected. Without a selected card, keys do nothing. */
  readonly isChosen: boolean;
}

/** Handles the keys, explains why a pressed key did nothing, and lists all keys in a dialog. */
export function CardKeys({ isChosen }: CardKeysProps) {
  const [setting, setSetting] = useKeySetting();
  const [sheet, setSheet] = useState(false);
  const showBanner = useBanner();
  const isOn = setting === 'on';
  useLiveKeys({
    onFirst: showBanner,
    onIdle: (key, isBusy) => {
      const row = ALL_ROWS.find((each) => each.key === key);
      if (!isOn || !row) return;
      const idle = isChosen ? row.idle : m.queCardsKeyNoCard({ key });
      showBanner(isBusy ? stillWorking(key) : idle);
    },
  });
  return (
    <>
      <Button shortcut={isOn ? '?' : undefined} onClick={() => setSheet(true)}>
        {m.queCardsKeyboard()}
      </Button>
      <Dialog open={sheet} onClose={() => setSheet(false)} title={m.queCardsKeyboard()}>
        <Stack>
          <Switch
            label={m.queCardsSingleKeys()}
            checked={isOn}
            onChange={(event) => {
              setSetting(event.currentTarget.checked ? 'on' : 'off');
            }}
          />
          <p>{m.queCardsTheyActCardYou()}</p>
          <KeyList rows={ALL_ROWS} />
        </Stack>
      </Dialog>
    </>
  );
}
