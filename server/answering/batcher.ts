import { StoreUnavailable } from '#server/db/errors.ts';
import { atEndOfTurn } from '#server/end-of-turn.ts';

export interface BatcherOptions<Item, Result> {
  /** Decides all at once: a result for every item, in their order. If it rejects, every item is rejected. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch: number;
  /** Beyond this many waiting the next one is refused. */
  readonly maxWaiting: number;
}

/**
 * Group commit: while one run is under way the items that arrive gather, and the next run takes them
 * together, so that a thousand at once cost a few transactions.
 * @throws StoreUnavailable when too many wait
 */
export function createBatcher<Item, Result>({
  run,
  maxBatch,
  maxWaiting,
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
      // What arrives in this turn of the event loop goes together.
      atEndOfTurn(() => void runAll());
    });
}
