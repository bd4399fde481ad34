import { type Database } from '#server/db/client.ts';
import { StoreUnavailable } from '#server/db/errors.ts';
import type { DeedDetails, DeedState } from '#server/db/deed.ts';
import type { AuditTable } from '#server/db/schema.ts';
import type { Audit, Deed } from '#server/http/calls.ts';
import type { Log } from '#server/log.ts';
import { deleteAuditBefore, insertAudit } from './store.ts';

/** Who did what, when, from where, and how it ended (threat 96). */
export interface AuditTrail extends Audit {
  cleanUp(): Promise<void>;
  /** Writes what is still to be written. */
  stop(): Promise<void>;
}

const WRITE_AFTER_MS = 250;
const MOST_WAITING = 5_000;
const MOST_AT_ONCE = 500;
/** Names or texts that a row lists. */
const MOST_LISTED = 20;
const KEPT_MS = 365 * 24 * 60 * 60_000;

/** What is done is written with its own transaction; what was read or refused together, a moment later. */
export function createAudit({
  db,
  now,
  log,
}: {
  db: Pick<Database, 'write'>;
  now: () => number;
  log: Pick<Log, 'error'>;
}): AuditTrail {
  let waiting: AuditTable[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  /** A row that cannot be stored must not keep the others from being written. */
  const insert = async (rows: readonly AuditTable[]): Promise<void> => {
    try {
      await insertAudit(db.write, rows);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      if (rows.length === 1) {
        const { action, at } = rows[0] ?? {};
        log.error({ err: error, action, at }, 'a row of the audit cannot be written');
        return;
      }
      const half = Math.ceil(rows.length / 2);
      await insert(rows.slice(0, half));
      await insert(rows.slice(half));
    }
  };

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(rows.length);
      try {
        await insert(rows);
      } catch (error) {
        log.error({ err: error, rows: rows.length }, 'the audit could not be written');
        waiting = [...rows, ...waiting].slice(0, MOST_WAITING);
        return later();
      }
    }
  };

  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      writing = writing.then(write);
    }, WRITE_AFTER_MS).unref();
  };

  return {
    record: async (tx, deed, status, details) => {
      await insertAudit(tx, [rowOf(deed, status, details)]);
    },
    recordLater: (deed, status) => {
      if (waiting.length < MOST_WAITING) waiting.push(rowOf(deed, status));
      else log.error({ action: deed.action, at: deed.at }, 'too many rows wait for the audit');
      later();
    },
    cleanUp: async () => {
      await deleteAuditBefore(db.write, now() - KEPT_MS);
    },
    stop: async () => {
      if (timer !== null) clearTimeout(timer);
      await writing;
      await write();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const rowOf = (
  { id, at, userId, action, target, address, token }: Deed,
  status: number,
  { target: made, before, after, reason }: DeedDetails = {},
): AuditTable => ({
  id,
  at,
  user_id: userId,
  action,
  target: made ?? target,
  address,
  status,
  before: jsonOf(before),
  after: jsonOf(after),
  reason: reason ?? null,
  token: token ?? null,
});

/** Long lists are cut: a group may have thousands of texts. */
const jsonOf = (state: DeedState | undefined): string | null =>
  state === undefined
    ? null
    : JSON.stringify(state, (_, value: unknown) =>
        Array.isArray(value) && value.length > MOST_LISTED
          ? [...value.slice(0, MOST_LISTED), `and ${value.length - MOST_LISTED} more`]
          : value,
      );
