import { m } from 'messages';
import type { Rundown } from '#machines/contract/rundown.ts';
import { useForm } from '#src/bindings/form.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { useExport } from './hook.ts';

interface ExportShowProps {
  readonly rundown: Rundown;
  readonly onClose: () => void;
}

/** Saves the results of a show as a file. */
export function ExportShow({ rundown: { id, title, state }, onClose }: ExportShowProps) {
  const form = useExport();
  const { busy, done, message, error } = useForm(form, []);
  const save = (format: 'xlsx' | 'csv') =>
    form.send({ type: 'form.submit', values: { showId: id, format } });
  return (
    <Dialog open onClose={onClose} title={m.controlExport({ title })} error={error}>
      <Stack>
        <p>{m.controlWhenEachQuestionRan()}</p>
        <p>{m.controlHasWinnersEmailAddresses()}</p>
        {state !== 'ended' && <Note>{m.controlShowHasntEndedSo()}</Note>}
        <Cluster>
          <Button tone="primary" busy={busy} onClick={() => save('xlsx')}>
            {m.controlExcelWorkbookXlsx()}
          </Button>
          <Button busy={busy} onClick={() => save('csv')}>
            {m.controlCsvFilesZip()}
          </Button>
          <Button onClick={onClose}>{m.commonClose()}</Button>
        </Cluster>
        <Spoken>{done && message !== null && <Note tone="ok">{message}</Note>}</Spoken>
      </Stack>
    </Dialog>
  );
}
