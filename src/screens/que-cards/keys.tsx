import { useState } from 'react';
import type { Audience } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { useBanner } from '#src/bindings/announcements.ts';
import { stillWorking, useLiveKeys } from '#src/bindings/live-keys.ts';
import { useUrlChoice } from '#src/bindings/url-state.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Switch } from '#src/components/switch.tsx';
import { STAGE_KEY_ROWS } from './stage-keys.ts';
import styles from './que-cards.module.css';

type ReleaseAct = 'release' | 'revoke' | 'undo';

/** Single keys for releasing, revoking and undoing. Each key presses the button that displays it. */
export const LANE_KEYS: Record<Audience, Record<ReleaseAct, string>> = {
  studio: { release: 'S', revoke: 'D', undo: 'U' },
  home: { release: 'H', revoke: 'J', undo: 'I' },
};
const NONE_CHOSEN = 'no card is chosen. Choose one with Tab or a click.';
const WORDS: Record<ReleaseAct, (name: string) => string> = {
  release: (name) => `Release to ${name}`,
  revoke: (name) => `Revoke from ${name}`,
  undo: (name) => `Undo the last act for ${name}`,
};
const WHY_NOT: Record<ReleaseAct, (name: string) => string> = {
  release: () => "its card isn't open, or its show has ended.",
  revoke: (name) => `the question is not released to ${name}.`,
  undo: (name) => `there is nothing to undo for ${name}.`,
};
const ACTS = ['release', 'revoke', 'undo'] as const;
const ROWS = AUDIENCES.flatMap((audience) =>
  ACTS.map((act) => {
    const name = audienceLabel(audience);
    const key = LANE_KEYS[audience][act];
    return { key, what: WORDS[act](name), whyNot: WHY_NOT[act](name) };
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
      const whyNot = isChosen ? row.whyNot : NONE_CHOSEN;
      showBanner(isBusy ? stillWorking(key) : `${key} did nothing: ${whyNot}`);
    },
  });
  return (
    <>
      <Button shortcut={isOn ? '?' : undefined} onClick={() => setSheet(true)}>
        Keyboard
      </Button>
      <Dialog open={sheet} onClose={() => setSheet(false)} title="Keyboard">
        <Stack>
          <Switch
            label="Single keys"
            checked={isOn}
            onChange={(event) => {
              setSetting(event.currentTarget.checked ? 'on' : 'off');
            }}
          />
          <p>
            They act on the card you choose with Tab or a click; its buttons show them. To take
            something away, press the key twice or hold it for a second.
          </p>
          <dl className={styles['keys']}>
            {ALL_ROWS.map(({ key, what }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Stack>
      </Dialog>
    </>
  );
}
