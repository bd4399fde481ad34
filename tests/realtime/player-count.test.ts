import { expect, it, onTestFinished, vi } from 'vitest';
import { serverEvents } from '#machines/contract/events.ts';
import { createPlayerCount } from '#server/show/player-count.ts';
import { type Person, startTestServer } from '#tests/support/server.ts';
import { connectProbe, type SocketProbe } from '#tests/support/sockets.ts';

const lastCount = ({ received }: SocketProbe) => {
  const last = received.findLast(({ name }) => name === 'players-counted');
  return last && serverEvents['players-counted'].parse(last.payload).connected;
};

it('admins see how many players are connected, even before a release [R4.players-counted]', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const join = async ({ token }: Pick<Person, 'token'>): Promise<SocketProbe> => {
    const probe = await connectProbe(server.url, { token });
    onTestFinished(() => probe.close());
    return probe;
  };
  const admin = await server.signInAs('admin');
  const [viewer, other, contestant] = [
    await server.signInAs('home'),
    await server.signInAs('home'),
    await server.signInAs('contestant'),
  ];
  const producer = await join(admin);
  await expect.poll(() => lastCount(producer)).toEqual({ studio: 0, home: 0 });
  const phone = await join(viewer);
  await join(other);
  await join(contestant);
  await expect.poll(() => lastCount(producer)).toEqual({ studio: 1, home: 2 });
  const second = await join(admin);
  await expect.poll(() => lastCount(second)).toEqual({ studio: 1, home: 2 });
  phone.close();
  await expect.poll(() => lastCount(producer)).toEqual({ studio: 1, home: 1 });
  expect(phone.received.filter(({ name }) => name === 'players-counted')).toEqual([]);
});

it('counts a producer of one show not as a viewer', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const admin = await server.signInAs('admin');
  const viewer = await server.signInAs('home');
  const { email } = await server.signInAs('home');
  const { token } = admin;
  const { show } = await server.ok('createShow', { token, body: { title: 'Friday' } });
  const params = { id: show.rundown.id };
  await server.ok('addProducer', { token, params, body: { email } });
  const producer = await connectProbe(server.url, await server.signIn(email));
  onTestFinished(() => producer.close());
  const phone = await connectProbe(server.url, viewer);
  onTestFinished(() => phone.close());
  const room = await connectProbe(server.url, admin);
  onTestFinished(() => room.close());
  await producer.next('snapshot');
  await phone.next('snapshot');
  await expect.poll(() => lastCount(room)).toEqual({ studio: 0, home: 1 });
});

const saidTo = (ready: number, part: object) =>
  ['studio', 'home'].map((audience) => JSON.stringify([audience, { serverTime: 5, ready }, part]));

it('players hear at most every five seconds how many of their show are ready, and of a small change only once it lasts', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const connected: Record<string, number> = { '': 40, river: 3 };
  const heard: string[] = [];
  const count = createPlayerCount({
    broadcaster: {
      toAdmins: () => {},
      toAudienceInBatches: (audience, name, payload, part) => {
        if (name === 'players-ready') heard.push(JSON.stringify([audience, payload, part]));
        return Promise.resolve();
      },
    },
    connected: (membersOf = '') => ({ studio: 1, home: (connected[membersOf] ?? 0) - 1 }),
    memberShows: () => Promise.resolve(['river']),
    now: () => 5,
    log: { warn: () => {} },
  });
  onTestFinished(() => count.stop());
  await vi.advanceTimersByTimeAsync(4_999);
  expect(heard.splice(0)).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard.splice(0)).toEqual([
    ...saidTo(40, { outside: ['river'] }),
    ...saidTo(3, { showId: 'river' }),
  ]);
  expect([count.readyFor([]), count.readyFor(['ended', 'river'])]).toEqual([40, 3]);
  connected['river'] = 4;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard.splice(0)).toEqual(saidTo(4, { showId: 'river' }));
  connected[''] = 1_000;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard.splice(0)).toEqual(saidTo(1_000, { outside: ['river'] }));
  connected[''] = 990;
  await vi.advanceTimersByTimeAsync(5_000);
  connected[''] = 999;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard.splice(0)).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard.splice(0)).toEqual(saidTo(999, { outside: ['river'] }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard).toEqual([]);
});
