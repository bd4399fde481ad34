import { PUBLISHED_AFTER_MS } from '#machines/contract/limits.ts';
import { ApiError } from '#server/http/route.ts';
import { publishByItself, type ResultServices } from './act.ts';
import { readUnpublished } from './store.ts';

/** Interval of scans for overdue results, ms. */
const SCAN_MS = 5_000;
/** Maximum number of results per scan, because after an upgrade every old question is due. */
const MOST_AT_ONCE = 20;

export interface PublishingServices extends ResultServices {
  readonly log: { error(details: object, message: string): void };
}

/** Publishes overdue results that no producer has published. */
export interface Publishing {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** Creates the scan. Every process scans; the transaction lets only the first process publish a result. */
export function createPublishing(services: PublishingServices): Publishing {
  const { db, now, log } = services;
  let timer: NodeJS.Timeout | undefined;
  let scanning = Promise.resolve();

  async function scan(): Promise<void> {
    try {
      for (const id of await readUnpublished(db.read, now() - PUBLISHED_AFTER_MS, MOST_AT_ONCE))
        await publishByItself(services, id).catch((error: unknown) => {
          // Answers are still being counted, or the result was unlocked or deleted since the scan. The next scan tries
          // again.
          if (!(error instanceof ApiError)) throw error;
        });
    } catch (error) {
      log.error({ err: error }, 'results could not be published yet');
    }
  }

  return {
    start: () => {
      timer = setInterval(() => {
        scanning = scanning.then(scan);
      }, SCAN_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await scanning;
    },
  };
}
