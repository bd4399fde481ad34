import { m } from 'messages';
import { useEffect } from 'react';
import { useForm } from '#src/bindings/form.ts';
import { useJoinOrigin } from '#src/bindings/public-config.ts';
import { Button } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { QrCode } from '#src/components/qr-code.tsx';
import { useInvitation } from './hook.ts';
import styles from './control.module.css';

/** Creates a new link with which real devices join the rehearsal. The previous link stops working. */
export function Invitation({
  showId,
  onClose,
}: {
  readonly showId: string;
  readonly onClose: () => void;
}) {
  const make = useInvitation();
  const { done, message, error } = useForm(make, []);
  useEffect(() => make.send({ type: 'form.submit', values: { showId } }), [make, showId]);
  const origin = useJoinOrigin();
  const link = done && message !== null ? `${origin}/rehearsal#key=${message}` : null;
  return (
    <Dialog open onClose={onClose} title={m.controlInviteDevices()} error={error}>
      <Stack>
        <p>{m.controlOnlyDevicesOpenLink()}</p>
        {link !== null && (
          <>
            <QrCode text={link} label={m.controlInvitationPhone()} />
            <code className={styles['token']} translate="no">
              {link}
            </code>
            <CopyButton text={link} what="link" />
          </>
        )}
        <Cluster>
          <Button onClick={onClose}>{m.commonClose()}</Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}
