import { describe, expect, it, onTestFinished } from 'vitest';
import { INSPECTION } from '#machines/contract/inspection.ts';
import { startTestServer } from '#tests/support/server.ts';
import { connectProbe, openPolling, openRaw } from '#tests/support/sockets.ts';
import { openStage, UNTIMED } from './stage.ts';

/** When a connection on which nobody has signed in is over, ms; sooner where they are many. */
const OVER_MS = 10_000;
const CROWDED_MS = 3_000;
/** What must happen happens at the next look, which comes every second. */

const from = (address: string) => ({ 'x-forwarded-for': address });
const bounds = (more: object = {}) => ({
  atOnce: 100,
  ofAddress: 100,
  rate: [1_000, 1] as const,
  rateOfAddress: [1_000, 1] as const,
  ...more,
});
const greeting = (token: string) => `40${JSON.stringify({ token })}`;

/** The statuses of so many handshakes, one after another. */
async function knock(url: string, times: number, headers = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers })).status);
  }
  return statuses;
}

describe('a connection on which nobody signs in', () => {
  it.each([
    ['says nothing', null],
    ['says what is no JSON', '40{"token":'],
    ['greets without a token and never listens', '40'],
    ['is answered that its token is none, and never listens', greeting('forged')],
    ['joins what there is not', '40/nowhere,'],
  ])('is over after ten seconds when it %s', async (_title, said) => {
    const stage = await openStage();
    const polling = await openPolling(stage.url);
    if (said !== null) await polling.post(said);
    expect(stage.io.engine.clientsCount).toBe(1);
    stage.pass(OVER_MS);
    await expect.poll(() => stage.io.engine.clientsCount).toBe(0);
  });

  it('is told so and does not come back, when it is a client of ours', async () => {
    const stage = await openStage();
    const probe = await connectProbe(stage.url, { reconnection: true });
    stage.pass(OVER_MS);
    expect(await probe.next('signed-out')).toEqual({ reason: 'expired' });
    expect(await probe.closed()).toBe('io server disconnect');
    expect(probe.socket.active).toBe(false);
  });

  it('is over also when somebody was signed in on it before', async () => {
    const stage = await openStage();
    stage.enter('mal', 'home');
    const line = await openRaw(stage.url);
    line.send(greeting('mal'));
    await line.frame('42["snapshot"');
    line.send('41');
    await expect.poll(() => stage.announcer.connected().home).toBe(0);
    stage.pass(OVER_MS);
    await line.closed();
  });

  it('takes nothing from who is signed in, or watches', async () => {
    const stage = await openStage();
    stage.enter('ann', 'home');
    stage.enter('ada', 'admin');
    const ann = await stage.join('ann');
    const page = await stage.listen('ada', { show: {} });
    const stranger = await openRaw(stage.url);
    stage.pass(OVER_MS);
    await stranger.closed();
    const { id } = await stage.plan();
    await stage.change(id, 'home', UNTIMED);
    await Promise.all([ann.settled(), page.settled()]);
    expect(ann.takeNames()).toEqual(['question-released']);
  });

  it('leaves nothing of its handshake in memory, nor does one on which somebody does', async () => {
    const stage = await openStage();
    stage.enter('ann', 'home');
    await stage.join('ann', { extraHeaders: { 'x-more': 'ballast' } });
    const line = await openRaw(stage.url, { headers: { 'x-more': 'ballast' } });
    line.send('40{"more":"ballast"}');
    await line.frame('40{"sid"');
    const kept = [...stage.io.of('/').sockets.values()].map(({ handshake, conn }) => [
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
  it('are refused while too many are nobody’s, and taken again when the oldest have had their time', async () => {
    const stage = await openStage({ strangers: bounds({ atOnce: 3 }) });
    stage.enter('ann', 'home');
    const ann = await stage.join('ann');
    expect(await knock(stage.url, 5)).toEqual([200, 200, 200, 403, 403]);
    stage.pass(CROWDED_MS);
    expect(await knock(stage.url, 4)).toEqual([200, 200, 200, 403]);
    expect(stage.io.engine.clientsCount).toBe(4);
    stage.pass(CROWDED_MS);
    await stage.join('ann');
    await ann.settled();
  });

  it('are counted by address, where it is known', async () => {
    const stage = await openStage({ strangers: bounds({ ofAddress: 2 }) });
    expect(await knock(stage.url, 3, from('192.0.2.1'))).toEqual([200, 200, 403]);
    expect(await knock(stage.url, 1, from('192.0.2.2'))).toEqual([200]);
    expect(await knock(stage.url, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(stage.misuses).toEqual(['crowded']);
  });

  it.each([
    ['of one address', { rateOfAddress: [3, 0.001] }, from('192.0.2.1')],
    ['of all', { rate: [3, 0.001] }, {}],
  ])('%s have a rate, and those that lead to a sign-in no part in it', async (_title, more, at) => {
    const stage = await openStage({ strangers: bounds(more) });
    stage.enter('ann', 'home');
    for (let time = 0; time < 6; time += 1) {
      const ann = await stage.join('ann', { extraHeaders: at });
      ann.close();
    }
    expect(await knock(stage.url, 4, at)).toEqual([200, 200, 200, 403]);
  });

  it('of a crowd behind one address that floods with strangers lead in, all of them', async () => {
    const stage = await openStage({ strangers: bounds({ ofAddress: 20 }) });
    const at = from('192.0.2.1');
    await knock(stage.url, 20, at);
    stage.pass(CROWDED_MS);
    const names = Array.from({ length: 60 }, (_, index) => `viewer${index}`);
    for (const name of names) stage.enter(name, 'home');
    await Promise.all(names.map((name) => stage.join(name, { extraHeaders: at })));
    expect(stage.announcer.connected().home).toBe(60);
  });
});

describe('one account', () => {
  it('has twenty sockets; one more cuts the oldest line, without a word', async () => {
    const stage = await openStage();
    stage.enter('ann', 'home');
    stage.enter('hal', 'home');
    const hal = await stage.join('hal');
    const probes = [];
    for (let count = 0; count < 21; count += 1) probes.push(await stage.join('ann'));
    const [oldest, next] = probes;
    expect(await oldest?.closed()).toBe('transport close');
    await next?.settled();
    await hal.settled();
    expect([oldest?.takeNames(), stage.announcer.connected().home]).toEqual([[], 21]);
  });

  it('joins so often in a minute, then it is asked to wait', async () => {
    const stage = await openStage();
    stage.enter('ann', 'home');
    const joins = Array.from({ length: 120 }, () => stage.listen('ann'));
    await Promise.all(joins);
    await expect(stage.listen('ann')).rejects.toThrow('Too many attempts');
    stage.enter('hal', 'home');
    await stage.join('hal');
  });
});

describe('a message', () => {
  it.each([
    ['before anybody is signed in', false],
    ['of a player', true],
  ])('%s of more than 8 kB closes its line', async (_title, isSignedIn) => {
    const stage = await openStage();
    stage.enter('mal', 'home');
    const line = await openRaw(stage.url);
    if (isSignedIn) {
      line.send(greeting('mal'));
      await line.frame('42["snapshot"');
    }
    line.send(`40${JSON.stringify({ token: 'mal', more: 'x'.repeat(8_192) })}`);
    await line.closed();
    expect(stage.announcer.connected().home).toBe(0);
  });

  it('of more than 8 kB is refused in a polling session', async () => {
    const stage = await openStage();
    const polling = await openPolling(stage.url);
    const status = await polling.post(`40${JSON.stringify({ more: 'x'.repeat(8_192) })}`);
    expect(status).toBe(413);
    expect(stage.io.of('/').sockets.size).toBe(0);
  });

  it('of a window that is inspected may be longer, once it is let in', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const polling = await openPolling(server.url);
    const { namespace, event } = INSPECTION;
    const said = `42${namespace},["${event}","${'x'.repeat(50_000)}"]`;
    await polling.post(`40${namespace},{"code":"ABCD2345","side":"window"}`);
    await expect.poll(async () => (await polling.poll()).text).toContain(`40${namespace},{"sid"`);
    expect(await polling.post(said)).toBe(200);
    const stranger = await openPolling(server.url);
    expect(await stranger.post(said)).toBe(413);
  });
});
