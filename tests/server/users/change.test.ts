import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE, type User } from '#machines/contract/entities.ts';
import { remove, update, type UserServices } from '#server/admin/change-user.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { isAnswering } from '#server/answering/store.ts';
import { writeRelease } from '#server/show/releases/store.ts';
import { lockGameSession } from '#server/answering/feed-store.ts';
import { describeStores, openSqliteStore } from '#tests/support/databases.ts';
import { until } from '#tests/support/process.ts';
import { seedUsers } from '#tests/support/seed.ts';
import { plan } from '../releases/fixture.ts';

const RELEASE = { type: 'release', timer: null } as const;

/** A home viewer, and the effects on the rest of the server when their account changes. */
async function openFixture(open = openSqliteStore) {
  const db = await open();
  const [seeded] = await seedUsers(db, 1, ROLE.home, 'viewer');
  const [admin] = await seedUsers(db, 1, ROLE.admin, 'admin');
  if (seeded === undefined || admin === undefined) throw new Error('nobody was seeded');
  const asked: unknown[] = [];
  const services: UserServices = {
    db,
    brand: DEFAULT_BRAND,
    identity: { forget: (id) => void asked.push(['forget', id]) },
    broadcaster: { disconnectUser: (...args) => void asked.push(['disconnect', ...args]) },
    endAccess: async (_tx, ...args) => asked.push(['end access', ...args]),
    endKeys: async (_tx, id) => asked.push(['end keys', id]),
    isAnswering: async () => false,
    boardsChanged: () => void asked.push(['boards changed']),
    notices: () => [],
  };
  const { id, name, email } = seeded;
  const user: User = { id, name, email, role_id: ROLE.home };
  return { db, services, user, asked, by: { id: admin.id, version: 0 } };
}

// The scan for invalid tokens would repair most of these soon, so check at once.
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
])(
  '%s ends tokens and sockets as required, and notifies the boards',
  async (_, change, expected) => {
    const { services, user, asked, by } = await openFixture();
    await update(services, { ...user, ...change }, by);
    expect(asked).toEqual(expected);
  },
);

it('a deletion closes the sockets, and notifies the boards', async () => {
  const { services, user, asked, by } = await openFixture();
  await remove(services, user.id, by);
  expect(asked).toEqual([
    ['forget', user.id],
    ['disconnect', user.id, 'deleted'],
    ['boards changed'],
  ]);
});

/** Whether a second transaction waits for the first one's lock or turn. */
async function isWaiting(db: Database, transactions: number): Promise<boolean> {
  if (db.dialect === 'sqlite') return transactions > 1;
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db.read);
  return rows.length > 0;
}

describeStores('another role that is not to disturb', (open) => {
  it('waits for a release that is being written, and is refused because of it', async () => {
    const { db, services, user, by } = await openFixture(open);
    const { gameSessionId } = await plan(db, { startAt: 0, endAt: 1 });
    const now = 2;
    const begun = vi.spyOn(db.write, 'transaction');
    onTestFinished(() => begun.mockRestore());
    const steps = new EventEmitter();
    const locked = once(steps, 'locked');
    const releasing = inTransaction(db, async (tx) => {
      const record = await lockGameSession(tx, gameSessionId);
      const asked = once(steps, 'asked');
      steps.emit('locked');
      await asked;
      if (record !== null) await writeRelease(tx, record, 'home', RELEASE, now);
    });
    await locked;
    const changing = update(
      {
        ...services,
        isAnswering: (tx, userId, roleId) => isAnswering(tx, { userId, roleId, now }),
      },
      { ...user, role_id: ROLE.contestant },
      by,
      { unlessAnswering: true },
    );
    let isSettled = false;
    const outcome = changing
      .catch((error: unknown) => error)
      .finally(() => {
        isSettled = true;
      });
    await until(
      'it waits',
      async () => isSettled || (await isWaiting(db, begun.mock.calls.length)),
    );
    steps.emit('asked');
    await releasing;
    expect(await outcome).toMatchObject({ status: 409, more: { code: 'answering' } });
  });
});
