import { TIMERS } from '../timers.ts';
import { type FileResult, fileResultSchema, type ReadOptions } from './result.ts';

/** Time limit, ms: enough for the largest accepted file on a slow laptop. */
const LONGEST_READ_MS = 30_000;

/** Reads the tables of a file in a worker, so that the page stays responsive; stops it at the time limit. */
export async function readTables(options: ReadOptions): Promise<FileResult> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
  const result = await new Promise<FileResult>((resolve) => {
    const late = TIMERS.setTimeout(() => resolve({ type: 'tooLarge' }), LONGEST_READ_MS);
    const settle = (read: FileResult): void => {
      TIMERS.clearTimeout(late);
      resolve(read);
    };
    worker.addEventListener('error', () => settle({ type: 'unreadable' }));
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      settle(fileResultSchema.parse(data)),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(options);
  });
  worker.terminate();
  return result;
}
