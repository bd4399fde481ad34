import { m } from 'messages';
import type { ActorRefFrom } from 'xstate';
import { success } from '#machines/contract/outcome.ts';
import { submission } from '#machines/kit/submission.ts';

/* Saves the results of a show as a file on the producer's device (SX-1); a `submission` in the control room. */

export interface ExportValues {
  readonly showId: string;
  /** A workbook, or a zip of CSV files. */
  readonly format: 'xlsx' | 'csv';
}
/** SX-1. Returns the name of the file. */
export const exportForm = submission<ExportValues, string>({
  id: 'showExport',
  check: success,
  done: (name) => m.showSavedAs({ name }),
});
export type ExportActor = ActorRefFrom<typeof exportForm>;
