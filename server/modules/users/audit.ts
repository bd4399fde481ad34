import type { Database } from '#server/db/client.ts';
import type { Deed } from '#server/http/calls.ts';
import { newId } from '#server/id.ts';
import type { Log } from '#server/log.ts';
import { deleteAuditBefore, insertAudit } from './store.ts';

/** Who did what, when, from where (threat 96). Written together, a moment after the calls. */
export interface Audit {
  readonly note: (deed: Deed) => void;
  tidy(): Promise<void>;
  /** Writes what is still to be written. */
  stop(): Promise<void>;
}

const WRITE_AFTER_MS = 250;
const MOST_WAITING = 5_000;
const MOST_AT_ONCE = 500;
const KEPT_MS = 365 * 24 * 60 * 60_000;

export function createAudit({
  db,
  now,
  log,
}: {
  db: Database;
  now: () => number;
  log: Log;
}): Audit {
  let waiting: Deed[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  const write = async (): Promise<void> => {
    const deeds = waiting.slice(0, MOST_AT_ONCE);
    if (deeds.length === 0) return;
    waiting = waiting.slice(deeds.length);
    try {
      await insertAudit(
        db.write,
        deeds.map(({ userId, action, target, address, at }) => ({
          id: newId(at),
          at,
          user_id: userId,
          action,
          target,
          address,
        })),
      );
    } catch (error) {
      log.error({ err: error, deeds: deeds.length }, 'the audit could not be written');
      waiting = [...deeds, ...waiting].slice(0, MOST_WAITING);
    }
    if (waiting.length > 0) later();
  };

  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      writing = write();
    }, WRITE_AFTER_MS).unref();
  };

  return {
    note: (deed) => {
      if (waiting.length < MOST_WAITING) waiting.push(deed);
      later();
    },
    tidy: async () => {
      await deleteAuditBefore(db.write, now() - KEPT_MS);
    },
    stop: async () => {
      if (timer !== null) clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
