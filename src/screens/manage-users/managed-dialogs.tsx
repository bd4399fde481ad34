import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import {
  type AnyCollection,
  selectBusy,
  selectDialog,
  selectRefusal,
} from '#machines/kit/collection.ts';
import { ConfirmDialog, Dialog } from '#src/components/dialog.tsx';

export interface ManagedDialogsProps {
  readonly list: AnyCollection;
  /** The form's title, e.g. 'Edit User'. */
  readonly formTitle: string;
  readonly form: ReactNode;
  /** Asks whether to delete the item. */
  readonly question: string;
  /** The label of the button that deletes it. */
  readonly confirm: string;
  /** The consequences of deleting the item. */
  readonly loss: ReactNode;
}

/** The open dialog of a managed list: form or delete confirmation. */
export function ManagedDialogs({
  list,
  formTitle,
  form,
  question,
  confirm,
  loss,
}: ManagedDialogsProps) {
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
        title={question}
        confirmLabel={confirm}
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
