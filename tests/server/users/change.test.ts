import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE, type User } from '#machines/contract/entities.ts';
import { remove, update, type UserServices } from '#server/modules/users/change.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import { seedUsers } from '#tests/support/seed.ts';

/** Somebody at home, and what is asked of the rest of the server when their account changes. */
async function openFixture() {
  const db = await openSqliteStore();
  const [seeded] = await seedUsers(db, 1, ROLE.home, 'viewer');
  const [admin] = await seedUsers(db, 1, ROLE.admin, 'admin');
  if (seeded === undefined || admin === undefined) throw new Error('nobody was seeded');
  const asked: unknown[] = [];
  const services: UserServices = {
    db,
    brand: DEFAULT_BRAND,
    identity: { forget: (id) => void asked.push(['forget', id]) },
    announcer: { disconnectUser: (...args) => void asked.push(['disconnect', ...args]) },
    endAccess: async (_tx, ...args) => asked.push(['end access', ...args]),
    endKeys: async (_tx, id) => asked.push(['end keys', id]),
    isAnswering: async () => false,
    boardsChanged: () => void asked.push(['boards changed']),
    notices: () => [],
  };
  const { id, name, email } = seeded;
  const user: User = { id, name, email, role_id: ROLE.home };
  return { services, user, asked, by: { id: admin.id, version: 0 } };
}

// A process scans for tokens that count no more, and would repair most of it soon: here it is seen at once.
it.each([
  [
    'another role',
    { role_id: ROLE.contestant },
    [
      ['end keys', 'viewer0'],
      ['end access', 'viewer0', { wayBack: false, tokens: false }],
      ['forget', 'viewer0'],
      ['disconnect', 'viewer0', 'role'],
      ['boards changed'],
    ],
  ],
  [
    'another address',
    { email: 'other@seed.example' },
    [
      ['end access', 'viewer0', { wayBack: true, tokens: true }],
      ['forget', 'viewer0'],
      ['disconnect', 'viewer0', 'changed'],
      ['boards changed'],
    ],
  ],
  ['another name', { name: 'Other' }, [['forget', 'viewer0'], ['boards changed']]],
])('%s ends what it must, and tells the boards', async (_, change, expected) => {
  const { services, user, asked, by } = await openFixture();
  await update(services, { ...user, ...change }, by);
  expect(asked).toEqual(expected);
});

it('a deletion closes the sockets, and tells the boards', async () => {
  const { services, user, asked, by } = await openFixture();
  await remove(services, user.id, by);
  expect(asked).toEqual([
    ['forget', user.id],
    ['disconnect', user.id, 'deleted'],
    ['boards changed'],
  ]);
});
