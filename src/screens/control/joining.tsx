import type { Joining, Rundown } from '#machines/contract/entities.ts';
import { codeText } from '#machines/show/rules/join-code.ts';
import { useJoinOrigin } from '#src/bindings/public-config.ts';
import { Button } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SelectField } from '#src/components/field.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { QrCode } from '#src/components/qr-code.tsx';
import styles from './control.module.css';

const CHOICES: readonly (readonly [Joining, string])[] = [
  ['anybody', 'Anyone: with an account, or as a guest with the code'],
  ['accounts', 'Only players with an account'],
  ['code', 'Only people with the code'],
  ['invited', 'Only invited players'],
];

interface JoiningDialogProps {
  readonly rundown: Rundown;
  readonly join: NonNullable<Rundown['join']>;
  readonly busy: boolean;
  /** Why the last choice failed. */
  readonly error: string | null;
  readonly onChoose: (joining: Joining) => void;
  readonly onClose: () => void;
}

/** The join code of a show, and who may join. */
export function JoiningDialog({
  rundown,
  join: { code, joining },
  busy,
  error,
  onChoose,
  onClose,
}: JoiningDialogProps) {
  const link = `${useJoinOrigin()}/join/${code}`;
  const isByCode = joining === 'anybody' || joining === 'code';
  return (
    <Dialog open onClose={onClose} title="Join this show" error={error ?? undefined}>
      <Stack>
        {isByCode && (
          <>
            <div className={styles['joining']}>
              <QrCode text={link} label="The address to join at" />
              <p className={styles['code']} translate="no">
                {codeText(code)}
              </p>
            </div>
            <code className={styles['token']} translate="no">
              {link}
            </code>
          </>
        )}
        <SelectField
          label="Who can play"
          value={joining}
          hint={
            rundown.state === 'live'
              ? "You can't change this while the show is live."
              : 'Guests only need a nickname: no account, no email.'
          }
          disabled={busy || rundown.state === 'live'}
          onChange={({ currentTarget: { value } }) => {
            const choice = CHOICES.find(([each]) => each === value);
            if (choice !== undefined) onChoose(choice[0]);
          }}
        >
          {CHOICES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Cluster>
          {isByCode && <CopyButton text={link} what="link" />}
          <Button onClick={onClose}>Close</Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}
