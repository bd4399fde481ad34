import { m } from 'messages';
import { dateText } from 'messages/format';
import type { RunSheetActor } from '#machines/show/run-sheet.ts';
import { useForm } from '#src/bindings/form.ts';
import { useJoinOrigin } from '#src/bindings/public-config.ts';
import { Button } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { useSharing } from './hook.ts';
import styles from './run-sheet.module.css';

interface SharingProps {
  readonly sheet: RunSheetActor;
  readonly showId: string;
  /** When the link was made, epoch ms; null: there is none. */
  readonly sharedAt: number | null;
  readonly onClose: () => void;
}

/** Dialog that makes and ends the link with which people without an account read the run sheet. */
export function Sharing({ sheet, showId, sharedAt, onClose }: SharingProps) {
  const { share, unshare } = useSharing(sheet);
  const making = useForm(share, []);
  const ending = useForm(unshare, []);
  const origin = useJoinOrigin();
  const hasLink = sharedAt !== null;
  const link =
    hasLink && making.done && making.message !== null
      ? `${origin}/run-sheet#key=${making.message}`
      : null;
  const values = { showId };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.runSheetShareRunSheet()}
      error={making.error ?? ending.error}
    >
      <Stack>
        <p>{m.runSheetAnyoneWithLinkCan()}</p>
        <Spoken>
          {link !== null && (
            <Note tone="ok">
              <Stack>
                <span>{m.runSheetCopyNowYouWont()}</span>
                <code className={styles['link']} translate="no">
                  {link}
                </code>
                <CopyButton text={link} what="link" />
              </Stack>
            </Note>
          )}
          {link === null && hasLink && (
            <p>{m.runSheetLinkMadeWorksNew({ value: dateText(sharedAt) })}</p>
          )}
          {!hasLink && ending.done && <p>{ending.message}</p>}
        </Spoken>
        <Cluster>
          <Button
            tone="primary"
            busy={making.busy}
            onClick={() => share.send({ type: 'form.submit', values })}
          >
            {hasLink ? m.runSheetMakeNewLink() : m.runSheetMakeLink()}
          </Button>
          {hasLink && (
            <Button
              tone="danger"
              busy={ending.busy}
              onClick={() => unshare.send({ type: 'form.submit', values })}
            >
              {m.runSheetEndLink()}
            </Button>
          )}
          <Button onClick={onClose}>{m.commonClose()}</Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}
