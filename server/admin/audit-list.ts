import type { ReplyOf } from '#machines/contract/calls.ts';
import { auditEntrySchema, type AuditEntry } from '#machines/admin/calls.ts';
import { AUDIT_PAGE_SIZE, ID_SEARCH_LENGTH } from '#machines/contract/limits.ts';
import type { Database } from '#server/db/client.ts';
import { countAudit, listAudit } from './user-store.ts';

interface Query {
  readonly person?: string | undefined;
  readonly action?: string | undefined;
  /** First and last day, in UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly reads?: 'true' | undefined;
  /** Starts at 1. */
  readonly page: number;
}

const DAY_MS = 24 * 60 * 60_000;
const stateSchema = auditEntrySchema.shape.before;
const stateOf = (json: string | null): AuditEntry['before'] =>
  json === null ? null : stateSchema.parse(JSON.parse(json));

/** Returns a page of the audit, newest entries first, and the total number of entries. */
export async function listAuditEntries(
  { db }: { db: Database },
  { person = '', action, from, to, reads, page }: Query,
): Promise<ReplyOf<'adminAudit'>> {
  const search = person.trim();
  const filter = {
    search,
    isId: search.length >= ID_SEARCH_LENGTH,
    action: action ?? null,
    from: from === undefined ? null : Date.parse(from),
    before: to === undefined ? null : Date.parse(to) + DAY_MS,
    withReads: reads !== undefined || action !== undefined,
  };
  const limit = AUDIT_PAGE_SIZE;
  const [rows, total] = await Promise.all([
    listAudit(db.read, filter, { limit, offset: (page - 1) * limit }),
    countAudit(db.read, filter),
  ]);
  const entries = rows.map(({ user_id: by, by_name, target, target_name, ...row }): AuditEntry => ({
    id: row.id,
    at: row.at,
    action: row.action,
    address: row.address,
    status: row.status,
    ...(row.times > 1 && { times: row.times }),
    reason: row.reason,
    by: by === null ? null : { id: by, name: row.token ?? by_name },
    target: target === null ? null : { id: target, name: target_name },
    before: stateOf(row.before),
    after: stateOf(row.after),
  }));
  return { entries, total };
}
