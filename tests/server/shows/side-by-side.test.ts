import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { serverEvents } from '#machines/contract/events.ts';
import { LONGER } from '#tests/support/run-length.ts';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe, type SocketProbe } from '#tests/support/sockets.ts';
import { stagedShow } from '#tests/support/staged-show.ts';

/** The number of guests in each show. */
const GUESTS = LONGER > 1 ? 500 : 50;

const forEachGuest = <T>(act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: GUESTS }, (_, index) => act(index)));

let server: TestServer;
let admin: Person;
const sockets: WebSocket[] = [];
const probes: SocketProbe[] = [];
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  for (const probe of probes) probe.close();
  await server.close();
});

/** Opens a viewer's connection without a client library, and records all messages as text. */
function listen(token: string): Promise<{ readonly heard: string[] }> {
  return new Promise((resolve, reject) => {
    const heard: string[] = [];
    const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    sockets.push(socket);
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString() : '';
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text === '2') socket.send('3');
      else heard.push(text);
      if (text.includes('"snapshot"')) resolve({ heard });
    });
  });
}

/** A live show of guests who all watch, and its stage screen. */
async function fullShow(title: string) {
  const { token } = admin;
  const { show } = await server.ok('createShow', { token, body: { title, joining: 'code' } });
  const staged = stagedShow(server, token, show.rundown);
  await staged.act({ type: 'add', questions: [{ text: `Name a ${title}` }] });
  await staged.act({ type: 'goLive' });
  const code = show.rundown.join?.code ?? '';
  const guests = await forEachGuest(async (index) => {
    const body = { code, name: `${title} ${index}`, requestId: randomUUID() };
    const { session } = await server.ok('joinShow', { body });
    return { token: session?.token ?? '' };
  });
  const { key } = await server.ok('createShowLink', { token, query: { show: staged.id } });
  const screen = await connectProbe(server.url, { show: { key } });
  probes.push(screen);
  const viewers = await forEachGuest((index) => listen(guests[index]?.token ?? ''));
  return { title, staged, guests, viewers, screen };
}
type FullShow = Awaited<ReturnType<typeof fullShow>>;

/** The most viewers, and the most who have answered, that a show's screen was ever sent. */
function mostCounted({ screen }: FullShow): {
  readonly connected: number;
  readonly answered: number;
} {
  const frames = screen.received
    .filter(({ name }) => name === 'show-updated')
    .map(({ payload }) => serverEvents['show-updated'].parse(payload).show);
  return {
    connected: Math.max(...frames.map(({ connected }) => connected?.home ?? 0)),
    answered: Math.max(...frames.map(({ question }) => question?.answered.home ?? 0)),
  };
}

/** Plays the question to its published points and the winner, with an answer of every guest. */
async function play(show: FullShow): Promise<void> {
  const { title, staged, guests } = show;
  await staged.release(0);
  const { gameSessionId, id: itemId } = staged.item(0);
  const body = { gameSessionId, answerText: `great ${title}` };
  await forEachGuest((index) =>
    server.ok('submitAnswer', { token: guests[index]?.token ?? '', body }),
  );
  await until(`the screen of ${title} counts all guests`, async () => {
    const { connected, answered } = mostCounted(show);
    return connected >= GUESTS && answered >= GUESTS;
  });
  await staged.act({ type: 'close', itemId });
  await staged.settle(0, 'lock');
  await staged.reveal(0);
  await staged.settle(0, 'publish');
  await staged.act({ type: 'scene', scene: 'winner' });
}

it('runs two full shows side by side, and no event, board, count or chime of one reaches the other', async () => {
  const shows = [await fullShow('River'), await fullShow('Lake')] as const;
  await Promise.all(shows.map(play));
  for (const [own, other] of [shows, shows.toReversed()]) {
    if (own === undefined || other === undefined) throw new Error('There are two shows.');
    const { gameSessionId, questionId } = own.staged.item(0);
    await until(`all of ${own.title} have their final place`, () =>
      Promise.resolve(own.viewers.every(({ heard }) => heard.join('').includes('"final":{'))),
    );
    for (const { heard } of own.viewers) {
      const text = heard.join('\n');
      // Exactly one release arrives: that of the own show's question.
      expect(text.match(/"question-released"/gu)).toHaveLength(1);
      expect(text).toContain(gameSessionId);
      expect(text).toContain(`"title":"${own.title}"`);
    }
    const heard = [
      ...other.viewers.flatMap((viewer) => viewer.heard),
      JSON.stringify(other.screen.received),
    ].join('\n');
    for (const secret of [own.title, own.staged.id, gameSessionId, questionId])
      expect(heard.includes(secret), `${secret} in ${other.title}`).toBe(false);
    expect(mostCounted(own)).toEqual({ connected: GUESTS, answered: GUESTS });
    const { token = '' } = own.guests[0] ?? {};
    const { home } = await server.ok('leaderboardShow', { token });
    expect([
      home.people,
      home.entries.every(({ username }) => username.startsWith(own.title)),
    ]).toEqual([GUESTS, true]);
    expect(await server.ok('leaderboardDailyHome', { token })).toEqual([]);
  }
}, 120_000);
