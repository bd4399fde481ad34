import type { Rundown } from '#machines/contract/entities.ts';
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
    <Dialog open onClose={onClose} title={`Export "${title}"`} error={error}>
      <Stack>
        <p>
          When each question ran, every answer with its group and points, the scores, payments,
          appeals, and who did what. Times are UTC.
        </p>
        <p>It has the winners&apos; email addresses: only for this show&apos;s producers.</p>
        {state !== 'ended' && (
          <Note>The show hasn&apos;t ended, so answers and points may still change.</Note>
        )}
        <Cluster>
          <Button tone="primary" busy={busy} onClick={() => save('xlsx')}>
            Excel workbook (XLSX)
          </Button>
          <Button busy={busy} onClick={() => save('csv')}>
            CSV files (ZIP)
          </Button>
          <Button onClick={onClose}>Close</Button>
        </Cluster>
        <Spoken>{done && message !== null && <Note tone="ok">{message}</Note>}</Spoken>
      </Stack>
    </Dialog>
  );
}
