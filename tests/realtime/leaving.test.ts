import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { createLink, revokeLink } from '#server/show/stage/link.ts';
import { seedUsers } from '#tests/support/seed.ts';
import { startTestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { openFixture, UNTIMED } from './fixture.ts';
import { createQuestion } from '#tests/support/questions.ts';

/** When a login session is first checked, and how often afterwards, ms. */
const FIRST_MS = 2_000;
const EACH_MS = 60_000;

describe('a user who is', () => {
  it.each(['deleted', 'changed'] as const)(
    '%s is informed and disconnected on every device',
    async (reason) => {
      const fixture = await openFixture();
      fixture.enter('ann', 'home');
      fixture.enter('hal', 'home');
      const phone = await fixture.join('ann');
      const laptop = await fixture.join('ann', { transports: ['polling'] });
      const hal = await fixture.join('hal');
      fixture.broadcaster.disconnectUser('ann', reason);
      for (const probe of [phone, laptop]) {
        expect(await probe.next('signed-out')).toEqual({ reason });
        expect(await probe.closed()).toBe('io server disconnect');
      }
      const { id } = await fixture.plan();
      await fixture.change(id, 'home', UNTIMED);
      await hal.settled();
      expect([phone.takeNames(), laptop.takeNames(), hal.takeNames()]).toEqual([
        ['signed-out'],
        ['signed-out'],
        ['question-released'],
      ]);
      expect(fixture.broadcaster.connected()).toEqual({ studio: 0, home: 1 });
    },
  );

  it('a user whose token expires is disconnected', async () => {
    let at = Date.now();
    const fixture = await openFixture({ now: () => at });
    fixture.enter('ann', 'home', at + 60_000);
    fixture.enter('hal', 'home', at + 60_001);
    const ann = await fixture.join('ann');
    const hal = await fixture.join('hal');
    at += 60_000;
    expect(await ann.next('signed-out')).toEqual({ reason: 'expired' });
    expect(await ann.closed()).toBe('io server disconnect');
    await hal.settled();
    expect(hal.received).toEqual([]);
  });

  it.each([
    ['deleted', null],
    ['given another role', 'contestant'],
  ] as const)('a user %s during the handshake is disconnected soon after', async (_title, role) => {
    const reason = role === null ? 'deleted' : 'role';
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    fixture.enter('hal', 'home');
    const ann = await fixture.join('ann');
    const hal = await fixture.join('hal');
    if (role === null) fixture.accounts.people.delete('ann');
    else fixture.enter('ann', role);
    fixture.pass(FIRST_MS);
    expect(await ann.next('signed-out')).toEqual({ reason });
    await hal.settled();
    expect(hal.received).toEqual([]);
  });
});

it.each([
  ['deleted', null],
  ['given another role', 'contestant'],
] as const)(
  'a user who is %s between the handshake and joining rooms receives nothing',
  async (_title, role) => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    let looks = 0;
    fixture.accounts.account = async () => {
      looks += 1;
      if (looks !== 2) return;
      if (role === null) fixture.accounts.people.delete('ann');
      else fixture.enter('ann', role);
    };
    const ann = await fixture.listen('ann');
    const reason = role === null ? 'deleted' : 'role';
    expect(await ann.next('signed-out')).toEqual({ reason });
    expect(ann.takeNames()).toEqual(['signed-out']);
  },
);

/** A user already checked after joining; `look` triggers the next check. */
async function settled(role: 'home' | 'admin', more: Parameters<typeof connectProbe>[1] = {}) {
  const fixture = await openFixture();
  fixture.enter('ann', role);
  let looks = 0;
  fixture.accounts.account = async () => void (looks += 1);
  const ann = await fixture.listen('ann', more);
  await ann.next(more.show === undefined ? 'snapshot' : 'show-updated');
  const looksBefore = looks;
  fixture.pass(FIRST_MS);
  await expect.poll(() => looks).toBeGreaterThan(looksBefore);
  ann.received.length = 0;
  return { fixture, ann, look: () => fixture.pass(EACH_MS) };
}

describe('an account change that was not announced to sockets', () => {
  it.each([
    ['deletes a player', null],
    ['gives a player another role', 'contestant'],
  ] as const)('is noticed within a minute when it %s', async (_title, role) => {
    const { fixture, ann, look } = await settled('home');
    if (role === null) fixture.accounts.people.delete('ann');
    else fixture.enter('ann', role);
    look();
    const reason = role === null ? 'deleted' : 'role';
    expect(await ann.next('signed-out')).toEqual({ reason });
    expect(await ann.closed()).toBe('io server disconnect');
  });

  it('is noticed when it takes the role from an admin who watches the stage screen', async () => {
    const { fixture, ann, look } = await settled('admin', { show: {} });
    fixture.enter('ann', 'home');
    look();
    expect(await ann.next('signed-out')).toEqual({ reason: 'role' });
  });

  it('disconnects an expired token; a client with a new token reconnects', async () => {
    const { fixture, ann, look } = await settled('home', { reconnection: true });
    fixture.enter('ann', 'home', Infinity, 1);
    look();
    await ann.next('snapshot');
    expect(ann.takeNames()).toEqual(['snapshot']);
  });

  it('disconnects a stage screen whose link was revoked', async () => {
    const fixture = await openFixture();
    const link = { db: fixture.db, now: Date.now, touch: () => {} };
    const [ada] = await seedUsers(fixture.db, 1, ROLE.admin, 'ada');
    const key = await createLink(link, { id: ada?.id ?? '', version: 0 });
    const page = await fixture.listen(undefined, { show: { key } });
    await page.next('show-updated');
    await revokeLink(link);
    fixture.pass(EACH_MS);
    expect(await page.next('signed-out')).toEqual({ reason: 'revoked' });
  });

  it('is checked again later when accounts cannot be read, and disconnects no user', async () => {
    const { fixture, ann, look } = await settled('home');
    fixture.accounts.account = () => Promise.reject(new Error('away'));
    look();
    await expect.poll(() => fixture.warnings).toContain('sockets could not be confirmed');
    await ann.settled();
    fixture.accounts.account = () => Promise.resolve();
    fixture.accounts.people.delete('ann');
    look();
    expect(await ann.next('signed-out')).toEqual({ reason: 'deleted' });
  });
});

it('while accounts cannot be read, connections are closed, and clients reconnect by themselves', async () => {
  const fixture = await openFixture();
  fixture.enter('ann', 'home');
  const ann = await fixture.join('ann', { reconnection: true });
  fixture.accounts.account = () => Promise.reject(new Error('away'));
  ann.socket.io.engine.close();
  await expect.poll(() => fixture.warnings).toContain('a socket could not be served');
  expect(ann.socket.active).toBe(true);
  fixture.accounts.account = () => Promise.resolve();
  await ann.next('snapshot');
  expect(ann.takeNames()).toEqual(['snapshot']);
});

it('a socket that a stopping server was still reading for is no error', async () => {
  const fixture = await openFixture();
  fixture.enter('ann', 'home');
  const reads: ((error: Error) => void)[] = [];
  fixture.accounts.answered = () =>
    new Promise((_resolve, reject) => {
      reads.push(reject);
    });
  await fixture.listen('ann');
  await expect.poll(() => reads).toHaveLength(1);
  await fixture.close();
  reads[0]?.(new Error('the store is closed'));
  // The rejection is handled before the next turn of the event loop.
  await nextTurn();
  expect(fixture.warnings).toEqual([]);
});

/** A home viewer with a socket, and an admin's token. */
async function watched() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const admin = await server.signInAs('admin');
  const viewer = await server.signInAs('home');
  const probe = await connectProbe(server.url, viewer);
  await probe.next('snapshot');
  const params = { id: viewer.id };
  return { server, viewer, probe, asAdmin: { token: admin.token, params } };
}

describe('over the whole server', () => {
  it('a deleted account is signed out, and its token is refused from then on', async () => {
    const { server, viewer, probe, asAdmin } = await watched();
    await server.ok('deleteUser', asAdmin);
    expect(await probe.next('signed-out')).toEqual({ reason: 'deleted' });
    expect(await probe.closed()).toBe('io server disconnect');
    const again = await connectProbe(server.url, viewer);
    expect(await again.next('signed-out')).toEqual({ reason: 'deleted' });
  });

  it('a user whose role changes is notified; with the renewed token, they are in the new room', async () => {
    const { server, viewer, probe, asAdmin } = await watched();
    const body = { name: viewer.name, email: viewer.email, role_id: ROLE.contestant };
    await server.ok('updateUser', { ...asAdmin, body });
    expect(await probe.next('signed-out')).toEqual({ reason: 'role' });
    expect(await probe.closed()).toBe('io server disconnect');
    const old = await connectProbe(server.url, viewer);
    expect(await old.next('signed-out')).toEqual({ reason: 'role' });
    const renewed = await server.ok('renewSession', { body: { token: viewer.token } });
    const contestant = await connectProbe(server.url, renewed);
    await contestant.next('snapshot');
    const { id } = await createQuestion(server.ok, asAdmin.token);
    await server.ok('release', { token: asAdmin.token, params: { id }, body: {} });
    expect(await contestant.next('question-released')).toMatchObject({ type: 'contestant' });
    for (const gone of [probe, old]) expect(gone.takeNames().at(-1)).toBe('signed-out');
    contestant.close();
  });

  it('a change made only in the store is noticed soon after', async () => {
    const { server, viewer, probe } = await watched();
    const change = (values: { role_id?: RoleId; token_version?: number }) =>
      server.db.write.updateTable('user').set(values).where('id', '=', viewer.id).execute();
    await change({ token_version: 7 });
    expect(await probe.closed()).toBe('transport close');
    expect(probe.takeNames()).toEqual(['snapshot']);
    const again = await connectProbe(server.url, await server.signIn(viewer.email));
    await again.next('snapshot');
    await change({ role_id: ROLE.contestant });
    expect(await again.next('signed-out')).toEqual({ reason: 'role' });
  });
});
