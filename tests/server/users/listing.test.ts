import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE, type RoleId, type User } from '#machines/contract/entities.ts';
import { USERS_PAGE_SIZE } from '#machines/contract/limits.ts';
import { isIdSearch, matchingRoles, type SearchFields } from '#machines/admin/rules/people.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { list } from '#server/admin/list-users.ts';
import { describeStores } from '#tests/support/databases.ts';
import { totalsIn } from '#tests/support/scores.ts';

interface PeopleFilter {
  readonly search: string;
  /** Null: every role. */
  readonly role: RoleId | null;
  readonly by: SearchFields;
}

/** Whether an account matches the search. */
function isFound(
  { id, name, email, role_id: roleId }: User,
  { search, role, by }: PeopleFilter,
): boolean {
  const wanted = search.trim().toLowerCase();
  const isIn = (text: string): boolean => text.toLowerCase().includes(wanted);
  return (
    (role === null || role === roleId) &&
    (isIn(name) ||
      isIn(email) ||
      (by === 'all' &&
        (matchingRoles(wanted, DEFAULT_BRAND).includes(roleId) || isIdSearch(id, wanted))))
  );
}

const ROLES = Object.values(ROLE);
const NAMES = [
  'Ann',
  'ÉVA Ödön',
  'Éva Ödön',
  'Admiral',
  '100%',
  'a_b',
  'ab',
  String.raw`back\slash`,
];
/** A user for each name and role, oldest first. */
const people: readonly User[] = NAMES.flatMap((name, nameAt) =>
  ROLES.map((role_id, roleAt) => ({
    id: `Usr-${nameAt}x${roleAt}-Tail`,
    name,
    email: `p${nameAt}.${roleAt}@show.example`,
    role_id,
  })),
);
const SEARCHES =
  '|ann|ANN|éva|Éva ödön|%|_|a_b|\\S|admin|Admins|home|viewer|studio|Players|contestant|gameshow player|P1.2@|show.example|usr-1x1|-tail|tail|nobody'.split(
    '|',
  );

describeStores('the list of the accounts', (open) => {
  it('finds the same accounts as the rule, the newest first, with their totals [R2.users-search-name R2.users-search-email R2.admin-users-search-name R2.admin-users-search-email R2.admin-users-search-role R2.admin-users-search-id]', async () => {
    const db = await open();
    await db.write
      .insertInto('user')
      .values(
        people.map((person, index) => ({
          ...person,
          password_hash: 'none',
          verified_at: 1,
          created_at: index,
        })),
      )
      .execute();
    const [first] = people;
    await db.write
      .insertInto('score')
      .values(
        ['all', '2026-01-01'].flatMap((scope, index) =>
          totalsIn('home', {
            scope,
            user_id: first?.id ?? '',
            points: 40 + index,
            answers: 8 + index,
            first_answered_at: 1,
          }),
        ),
      )
      .execute();
    for (const search of SEARCHES)
      for (const role of [null, ...ROLES])
        for (const by of ['name', 'all'] as const satisfies readonly SearchFields[]) {
          const wanted = people
            .filter((person) => isFound(person, { search, role, by }))
            .toReversed()
            .map((person) => ({
              ...person,
              total_score: person === first ? 40 : 0,
              total_answers: person === first ? 8 : 0,
            }));
          const query = { search, by, page: 1, ...(role === null ? {} : { role }) };
          const services = { db, brand: DEFAULT_BRAND, isUnfit };
          expect([search, role, by, await list(services, query)]).toEqual([
            search,
            role,
            by,
            { users: wanted.slice(0, USERS_PAGE_SIZE), total: wanted.length },
          ]);
          expect(await list(services, { ...query, page: 2 })).toEqual({
            users: wanted.slice(USERS_PAGE_SIZE, 2 * USERS_PAGE_SIZE),
            total: wanted.length,
          });
        }
  });

  it('flags names that a word list finds unfit for air', async () => {
    const db = await open();
    const names = ['Ann', 'Sh1t Happens'];
    await db.write
      .insertInto('user')
      .values(
        names.map((name, index) => ({
          id: `Usr-${name}`,
          name,
          email: `p${index}@show.example`,
          role_id: ROLE.home,
          password_hash: 'none',
          verified_at: 1,
          created_at: index,
        })),
      )
      .execute();
    const services = { db, brand: DEFAULT_BRAND, isUnfit };
    const { users } = await list(services, { by: 'name', page: 1 });
    expect(users.map(({ name, isFlagged }) => [name, isFlagged])).toEqual([
      ['Sh1t Happens', true],
      ['Ann', undefined],
    ]);
  });
});
