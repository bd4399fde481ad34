import type { Brand } from '#machines/contract/brand.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { AdminUser } from '#machines/admin/calls.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { ID_SEARCH_LENGTH, USERS_PAGE_SIZE } from '#machines/contract/limits.ts';
import { matchingRoles, type SearchFields } from '#machines/admin/rules/people.ts';
import type { Database } from '#server/db/client.ts';
import { countUsers, listUsers } from './user-store.ts';

interface Query {
  readonly search?: string | undefined;
  readonly by: SearchFields;
  readonly role?: RoleId | undefined;
  /** Page number, starting at 1. */
  readonly page: number;
}

export interface ListServices {
  readonly db: Database;
  readonly brand: Brand;
  /** Whether the word list flags a name. */
  readonly isUnfit: (name: string) => boolean;
}

/** Returns a page of the accounts with their totals, newest accounts first, and the number of all accounts. */
export async function list(
  { db, brand, isUnfit }: ListServices,
  { search = '', by, role, page }: Query,
): Promise<ReplyOf<'adminUsers'>> {
  const wanted = search.trim();
  const filter = {
    search: wanted,
    role: role ?? null,
    roles: by === 'all' ? matchingRoles(wanted, brand) : [],
    isId: by === 'all' && wanted.length >= ID_SEARCH_LENGTH,
  };
  const limit = USERS_PAGE_SIZE;
  const [users, total] = await Promise.all([
    withTotals(db, (read) => listUsers(read, filter, { limit, offset: (page - 1) * limit })),
    countUsers(db.read, filter),
  ]);
  const flagged = users.map((user) =>
    isUnfit(user.name) ? { ...user, isFlagged: true as const } : user,
  );
  return { users: flagged, total };
}

/** Returns the accounts with current data but totals from a consistent read. */
async function withTotals(
  { consistent: { readingBoth } }: Database,
  read: (db: Database['read']) => Promise<AdminUser[]>,
): Promise<AdminUser[]> {
  const { now, consistent } = await readingBoth(read);
  const totals = new Map(consistent.map((user) => [user.id, user]));
  return now.map((user) => {
    // An account that is missing in the consistent read, where it was on another page, gets its current totals.
    const { total_score, total_answers } = totals.get(user.id) ?? user;
    return { ...user, total_score, total_answers };
  });
}
