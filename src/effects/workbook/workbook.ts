import { TIMERS } from '../timers.ts';
import { type WorkbookResult, workbookResultSchema } from './result.ts';

/** Enough for the largest accepted workbook on a slow laptop. */
const LONGEST_READ_MS = 30_000;

/** Reads an Excel workbook in a worker, so that the page stays responsive; stops it at the time limit. */
export async function readWorkbook(file: Blob): Promise<WorkbookResult> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
  const result = await new Promise<WorkbookResult>((resolve) => {
    const late = TIMERS.setTimeout(() => resolve({ type: 'tooLarge' }), LONGEST_READ_MS);
    const settle = (read: WorkbookResult): void => {
      TIMERS.clearTimeout(late);
      resolve(read);
    };
    worker.addEventListener('error', () => settle({ type: 'unreadable' }));
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      settle(workbookResultSchema.parse(data)),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(file);
  });
  worker.terminate();
  return result;
}
