import type { Insertable } from 'kysely';
import { type Database } from '#server/db/client.ts';
import { StoreUnavailable } from '#server/db/errors.ts';
import type { AuditDetails, AuditState } from '#server/db/audit-details.ts';
import type { AuditTable } from '#server/db/schema.ts';
import type { Audit, AuditRecord } from '#server/http/calls.ts';
import type { Log } from '#server/log.ts';
import { countTries, deleteAuditBefore, insertAudit } from './user-store.ts';

type AuditRow = Insertable<AuditTable>;

/** The audit trail of admins' actions: who did what, when, from where, and the result (threat 96). */
export interface AuditTrail extends Audit {
  cleanUp(): Promise<void>;
  /** Writes the waiting entries. */
  stop(): Promise<void>;
}

const WRITE_AFTER_MS = 250;
const MOST_WAITING = 5_000;
const MOST_AT_ONCE = 500;
/** Maximum number of names or texts that an entry lists. */
const MOST_LISTED = 20;
const KEPT_MS = 365 * 24 * 60 * 60_000;
/** Refused attempts of the same act within this time (ms) share an entry. */
const SAME_REFUSAL_MS = 10 * 60_000;
const MOST_REFUSALS = 5_000;

/**
 * Creates the audit trail. Acts are written in their own transactions; reads and refused calls are written together, a
 * moment later.
 */
export function createAudit({
  db,
  now,
  log,
}: {
  db: Pick<Database, 'write'>;
  now: () => number;
  log: Pick<Log, 'error'>;
}): AuditTrail {
  let waiting: AuditRow[] = [];
  const refusals = createRefusals();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  /** Writes entries; one that cannot be stored must not keep the others from being stored. */
  const insert = async (rows: readonly AuditRow[]): Promise<void> => {
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
    for (const [id, times] of refusals.take()) {
      try {
        await countTries(db.write, id, times);
      } catch (error) {
        log.error({ err: error, id, times }, 'refusals could not be counted in the audit');
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
    record: async (tx, auditRecord, status, details) => {
      await insertAudit(tx, [rowOf(auditRecord, status, details)]);
    },
    recordLater: (auditRecord, status) => {
      later();
      if (status >= 400 && refusals.isRepeated(auditRecord, status)) return;
      if (waiting.length < MOST_WAITING) waiting.push(rowOf(auditRecord, status));
      else
        log.error(
          { action: auditRecord.action, at: auditRecord.at },
          'too many rows wait for the audit',
        );
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

/** Counts repeats of refused acts, so that a device that repeats a refused act does not fill the audit. */
function createRefusals() {
  /** The first refusal of each kind: its entry and time. */
  const first = new Map<string, { readonly id: string; readonly at: number }>();
  /** Number of repeats not stored yet, by entry id. */
  let repeats = new Map<string, number>();
  return {
    /** Counts a refused act; returns false for the first of its kind, which needs an entry. */
    isRepeated: (
      { id, at, userId, token, action, target }: AuditRecord,
      status: number,
    ): boolean => {
      const kind = JSON.stringify([userId, token, action, target, status]);
      const known = first.get(kind);
      if (known !== undefined && at - known.at < SAME_REFUSAL_MS) {
        repeats.set(known.id, (repeats.get(known.id) ?? 0) + 1);
        return true;
      }
      first.delete(kind);
      const [oldest] = first.keys();
      if (first.size >= MOST_REFUSALS && oldest !== undefined) first.delete(oldest);
      first.set(kind, { id, at });
      return false;
    },
    /** Returns the repeats since the last call. */
    take: (): ReadonlyMap<string, number> => {
      const counted = repeats;
      repeats = new Map();
      return counted;
    },
  };
}

const rowOf = (
  { id, at, userId, action, target, address, token }: AuditRecord,
  status: number,
  { target: made, name, before, after, reason }: AuditDetails = {},
): AuditRow => ({
  id,
  at,
  user_id: userId,
  action,
  target: made ?? target,
  target_name: name ?? null,
  address,
  status,
  before: jsonOf(before),
  after: jsonOf(after),
  reason: reason ?? null,
  token: token ?? null,
});

/** Returns JSON with long lists cut off, since a group may have thousands of texts. */
const jsonOf = (state: AuditState | undefined): string | null =>
  state === undefined
    ? null
    : JSON.stringify(state, (_, value: unknown) =>
        Array.isArray(value) && value.length > MOST_LISTED
          ? [...value.slice(0, MOST_LISTED), `and ${value.length - MOST_LISTED} more`]
          : value,
      );
