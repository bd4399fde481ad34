import { StoreUnavailable } from '#server/db/errors.ts';
import { atEndOfTurn } from '#server/end-of-turn.ts';

export interface BatcherOptions<Item, Result> {
  /**
   * Processes a batch and returns the results in the order of the items. If it rejects, every item of the batch is
   * rejected.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch: number;
  /** Maximum number of waiting items; further items are refused. */
  readonly maxWaiting: number;
  /** Returns the pause after a run that took `tookMs` (both in ms), in which a larger batch collects. */
  readonly restMs?: (tookMs: number) => number;
}

/**
 * Processes items in batches: items that arrive during a run form the next batch, so that a thousand concurrent items
 * need only a few transactions.
 * @throws StoreUnavailable if too many items wait
 */
export function createBatcher<Item, Result>({
  run,
  maxBatch,
  maxWaiting,
  restMs = () => 0,
}: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      const startedAt = performance.now();
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index];
          if (result === undefined) reject(new Error('an item of a batch was not decided'));
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      const ms = restMs(performance.now() - startedAt);
      if (ms > 0 && waiting.length < maxBatch)
        await new Promise((resolve) => setTimeout(resolve, ms));
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(new StoreUnavailable('too many wait to be stored'));
        return;
      }
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // Items of the same turn of the event loop share a batch.
      atEndOfTurn(() => void runAll());
    });
}
