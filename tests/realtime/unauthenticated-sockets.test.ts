import { describe, expect, it, onTestFinished } from 'vitest';
import { INSPECTION } from '#machines/admin/inspection.ts';
import { startTestServer } from '#tests/support/server.ts';
import { connectProbe, openPolling, openRaw } from '#tests/support/sockets.ts';
import { openFixture, UNTIMED } from './fixture.ts';

/** When a connection without a sign-in is closed, ms; sooner when there are many. */
const OVER_MS = 10_000;
const CROWDED_MS = 3_000;
/** The timeout is checked every second. */

const from = (address: string) => ({ 'x-forwarded-for': address });
const bounds = (more: object = {}) => ({
  atOnce: 100,
  ofAddress: 100,
  rate: [1_000, 1] as const,
  rateOfAddress: [1_000, 1] as const,
  ...more,
});
const greeting = (token: string) => `40${JSON.stringify({ token })}`;

/** The statuses of a number of handshakes, one after another. */
async function knock(url: string, times: number, headers = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers })).status);
  }
  return statuses;
}

describe('a connection without a sign-in', () => {
  it.each([
    ['sends nothing', null],
    ['sends invalid JSON', '40{"token":'],
    ['sends CONNECT without a token and stops reading', '40'],
    ['gets a token error and stops reading', greeting('forged')],
    ['joins an unknown namespace', '40/nowhere,'],
  ])('is closed after ten seconds when it %s', async (_title, said) => {
    const fixture = await openFixture();
    const polling = await openPolling(fixture.url);
    if (said !== null) await polling.post(said);
    expect(fixture.io.engine.clientsCount).toBe(1);
    fixture.pass(OVER_MS);
    await expect.poll(() => fixture.io.engine.clientsCount).toBe(0);
  });

  it('of our own client is informed and does not reconnect', async () => {
    const fixture = await openFixture();
    const probe = await connectProbe(fixture.url, { reconnection: true });
    fixture.pass(OVER_MS);
    expect(await probe.next('signed-out')).toEqual({ reason: 'expired' });
    expect(await probe.closed()).toBe('io server disconnect');
    expect(probe.socket.active).toBe(false);
  });

  it('is closed also if a user was signed in on it before', async () => {
    const fixture = await openFixture();
    fixture.enter('mal', 'home');
    const line = await openRaw(fixture.url);
    line.send(greeting('mal'));
    await line.frame('42["snapshot"');
    line.send('41');
    await expect.poll(() => fixture.broadcaster.connected().home).toBe(0);
    fixture.pass(OVER_MS);
    await line.closed();
  });

  it('does not disturb signed-in players or stage screens', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    fixture.enter('ada', 'admin');
    const ann = await fixture.join('ann');
    const page = await fixture.listen('ada', { show: {} });
    const unauthenticated = await openRaw(fixture.url);
    fixture.pass(OVER_MS);
    await unauthenticated.closed();
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    await Promise.all([ann.settled(), page.settled()]);
    expect(ann.takeNames()).toEqual(['question-released']);
  });

  it('keeps nothing of its handshake in memory, with or without a sign-in', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    await fixture.join('ann', { extraHeaders: { 'x-more': 'ballast' } });
    const line = await openRaw(fixture.url, { headers: { 'x-more': 'ballast' } });
    line.send('40{"more":"ballast"}');
    await line.frame('40{"sid"');
    const kept = [...fixture.io.of('/').sockets.values()].map(({ handshake, conn }) => [
      handshake.auth,
      handshake.headers,
      handshake.query,
      conn.request,
    ]);
    expect(kept).toEqual([
      [{}, {}, {}, null],
      [{}, {}, {}, null],
    ]);
    line.close();
  });
});

describe('handshakes', () => {
  it('are refused while too many connections lack a sign-in, and accepted again when the oldest have timed out', async () => {
    const fixture = await openFixture({ bounds: bounds({ atOnce: 3 }) });
    fixture.enter('ann', 'home');
    const ann = await fixture.join('ann');
    expect(await knock(fixture.url, 5)).toEqual([200, 200, 200, 403, 403]);
    fixture.pass(CROWDED_MS);
    expect(await knock(fixture.url, 4)).toEqual([200, 200, 200, 403]);
    expect(fixture.io.engine.clientsCount).toBe(4);
    fixture.pass(CROWDED_MS);
    await fixture.join('ann');
    await ann.settled();
  });

  it('are counted by address where it is known', async () => {
    const fixture = await openFixture({ bounds: bounds({ ofAddress: 2 }) });
    expect(await knock(fixture.url, 3, from('192.0.2.1'))).toEqual([200, 200, 403]);
    expect(await knock(fixture.url, 1, from('192.0.2.2'))).toEqual([200]);
    expect(await knock(fixture.url, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(fixture.misuses).toEqual(['crowded']);
  });

  it.each([
    ['of one address', { rateOfAddress: [3, 0.001] }, from('192.0.2.1')],
    ['of all', { rate: [3, 0.001] }, {}],
  ])(
    '%s have a rate limit, which does not count those that lead to a sign-in',
    async (_title, more, at) => {
      const fixture = await openFixture({ bounds: bounds(more) });
      fixture.enter('ann', 'home');
      for (let time = 0; time < 6; time += 1) {
        const ann = await fixture.join('ann', { extraHeaders: at });
        ann.close();
      }
      expect(await knock(fixture.url, 4, at)).toEqual([200, 200, 200, 403]);
    },
  );

  it('of players succeed even when their shared address is flooded with unauthenticated handshakes', async () => {
    const fixture = await openFixture({ bounds: bounds({ ofAddress: 20 }) });
    const at = from('192.0.2.1');
    await knock(fixture.url, 20, at);
    fixture.pass(CROWDED_MS);
    const names = Array.from({ length: 60 }, (_, index) => `viewer${index}`);
    for (const name of names) fixture.enter(name, 'home');
    await Promise.all(names.map((name) => fixture.join(name, { extraHeaders: at })));
    expect(fixture.broadcaster.connected().home).toBe(60);
  });
});

describe('one account', () => {
  it('has at most twenty sockets; one more closes the oldest, without an event', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    fixture.enter('hal', 'home');
    const hal = await fixture.join('hal');
    const probes = [];
    for (let count = 0; count < 21; count += 1) probes.push(await fixture.join('ann'));
    const [oldest, next] = probes;
    expect(await oldest?.closed()).toBe('transport close');
    await next?.settled();
    await hal.settled();
    expect([oldest?.takeNames(), fixture.broadcaster.connected().home]).toEqual([[], 21]);
  });

  it('is rate limited when it connects too often in a minute', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    const joins = Array.from({ length: 120 }, () => fixture.listen('ann'));
    await Promise.all(joins);
    await expect(fixture.listen('ann')).rejects.toThrow('Too many attempts');
    fixture.enter('hal', 'home');
    await fixture.join('hal');
  });
});

describe('a message', () => {
  it.each([
    ['before sign-in', false],
    ['of a player', true],
  ])('%s of more than 8 kB closes its connection', async (_title, isSignedIn) => {
    const fixture = await openFixture();
    fixture.enter('mal', 'home');
    const line = await openRaw(fixture.url);
    if (isSignedIn) {
      line.send(greeting('mal'));
      await line.frame('42["snapshot"');
    }
    line.send(`40${JSON.stringify({ token: 'mal', more: 'x'.repeat(8_192) })}`);
    await line.closed();
    expect(fixture.broadcaster.connected().home).toBe(0);
  });

  it('of more than 8 kB is refused in a polling session', async () => {
    const fixture = await openFixture();
    const polling = await openPolling(fixture.url);
    const status = await polling.post(`40${JSON.stringify({ more: 'x'.repeat(8_192) })}`);
    expect(status).toBe(413);
    expect(fixture.io.of('/').sockets.size).toBe(0);
  });

  it('of an inspected window may be longer once the window is admitted', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const polling = await openPolling(server.url);
    const { namespace, event } = INSPECTION;
    const said = `42${namespace},["${event}","${'x'.repeat(50_000)}"]`;
    await polling.post(`40${namespace},{"code":"ABCD2345","side":"window"}`);
    await expect.poll(async () => (await polling.poll()).text).toContain(`40${namespace},{"sid"`);
    expect(await polling.post(said)).toBe(200);
    const unauthenticated = await openPolling(server.url);
    expect(await unauthenticated.post(said)).toBe(413);
  });
});
