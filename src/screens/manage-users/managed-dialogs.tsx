import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { type Managed, selectBusy, selectDialog, selectRefusal } from '#machines/kit/collection.ts';
import { ConfirmDialog, Dialog } from '#src/components/dialog.tsx';

export interface ManagedDialogsProps {
  readonly list: Managed;
  /** What the form does, e.g. 'Edit User'. */
  readonly formTitle: string;
  readonly form: ReactNode;
  /** One of what is listed, e.g. 'user'. */
  readonly one: string;
  /** What its deletion costs. */
  readonly loss: ReactNode;
}

/** The form and the confirmed deletion of a managed list, whichever is asked for. */
export function ManagedDialogs({ list, formTitle, form, one, loss }: ManagedDialogsProps) {
  const dialog = useSelector(list, selectDialog);
  const refusal = useSelector(list, selectRefusal);
  const busy = useSelector(list, selectBusy);
  const close = () => list.send({ type: 'dialog.cancel' });
  return (
    <>
      <Dialog open={dialog === 'form'} title={formTitle} onClose={close}>
        {form}
      </Dialog>
      <ConfirmDialog
        open={dialog === 'confirm'}
        title={`Delete this ${one}?`}
        confirmLabel={`Delete ${one}`}
        busy={busy}
        error={refusal?.message}
        onConfirm={() => list.send({ type: 'dialog.confirm' })}
        onClose={close}
      >
        {loss}
      </ConfirmDialog>
    </>
  );
}
