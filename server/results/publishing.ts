import { PUBLISHED_AFTER_MS } from '#machines/contract/limits.ts';
import { ApiError } from '#server/http/route.ts';
import { publishByItself, type ResultServices } from './act.ts';
import { readUnpublished } from './store.ts';

/** Interval of scans for overdue results, ms. */
const SCAN_MS = 5_000;
/** The most results per scan: after an upgrade every old question is due. */
const MOST_AT_ONCE = 20;

export interface PublishingServices extends ResultServices {
  readonly log: { error(details: object, message: string): void };
}

/** Publishes overdue results that no producer has published. */
export interface Publishing {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** Every process scans; the transaction lets only the first one publish. */
export function createPublishing(services: PublishingServices): Publishing {
  const { db, now, log } = services;
  let timer: NodeJS.Timeout | undefined;
  let scanning = Promise.resolve();

  async function scan(): Promise<void> {
    try {
      for (const id of await readUnpublished(db.read, now() - PUBLISHED_AFTER_MS, MOST_AT_ONCE))
        await publishByItself(services, id).catch((error: unknown) => {
          // Its answers are being counted, or it was unlocked or deleted in between.
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
