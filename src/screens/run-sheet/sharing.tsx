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
    <Dialog open onClose={onClose} title="Share the run sheet" error={making.error ?? ending.error}>
      <Stack>
        <p>
          Anyone with the link can read the run sheet, with every question and note, and nothing
          else. They don&apos;t need an account.
        </p>
        <Spoken>
          {link !== null && (
            <Note tone="ok">
              <Stack>
                <span>Copy it now. You won&apos;t see it again.</span>
                <code className={styles['link']} translate="no">
                  {link}
                </code>
                <CopyButton text={link} what="link" />
              </Stack>
            </Note>
          )}
          {link === null && hasLink && (
            <p>A link made {new Date(sharedAt).toLocaleString()} works. A new one replaces it.</p>
          )}
          {!hasLink && ending.done && <p>{ending.message}</p>}
        </Spoken>
        <Cluster>
          <Button
            tone="primary"
            busy={making.busy}
            onClick={() => share.send({ type: 'form.submit', values })}
          >
            {hasLink ? 'Make a new link' : 'Make link'}
          </Button>
          {hasLink && (
            <Button
              tone="danger"
              busy={ending.busy}
              onClick={() => unshare.send({ type: 'form.submit', values })}
            >
              End the link
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}
