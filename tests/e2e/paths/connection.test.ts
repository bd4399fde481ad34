import type { Page, WebSocketRoute } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ConnectionContext, selectIsConnected } from '#machines/connection.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { provideChromium } from '#tests/support/chromium.ts';
import {
  lacking,
  noteInBrowser,
  pathsOf,
  sufficient,
  titled,
  unwalked,
} from '#tests/support/graph.ts';
import { connectionModel } from '#tests/support/models/connection.ts';
import { ADMIN } from '#tests/support/process.ts';
import { asker, type Seat, signIn } from '#tests/support/states/world.ts';
import { PASSWORD } from '../people.ts';
import { becomes, openStage, stopClock } from './stage.ts';

const chromium = provideChromium();
const model = connectionModel('u1', {
  // A socket is connected once, after it was asked to, and says nothing before.
  may: (snapshot, { type }) => {
    if (type === 'socket.connected') return snapshot.matches({ live: 'connecting' });
    return selectIsConnected(snapshot) || !type.startsWith('realtime.');
  },
});
/**
 * What a browser cannot be brought to, or nobody could see: a socket that throws, and a gap in the feed, upon
 * which the whole state is asked for in silence.
 */
const UNSEEN = new Set(['xstate.error.actor.socket', 'feed.behind']);
const paths = sufficient(
  model,
  pathsOf(model)
    .filter(({ steps }) => !steps.some(({ event }) => UNSEEN.has(event.type)))
    .toSorted((one, other) => one.steps.length - other.steps.length),
);

const AWAY = 'The show cannot be reached. Trying again...';
const RECONNECTING = 'Reconnecting...';
const WAYS = ['Home', 'How It Works', 'My Answers', 'Leaderboard'];

/** How a packet of socket.io begins that says so. */
const CONNECTED = '40';

interface Reached {
  readonly context: ConnectionContext;
}
/** What the strip under the header says; the ways of the header tell whether one is signed in. */
const seen = async (page: Page) => {
  // Of a request that fails is told in the next turn.
  await page.clock.runFor(1);
  return {
    strip: await page.getByRole('status').first().textContent(),
    ways: await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents(),
  };
};

/** The page's sockets, each of which reaches the server when the test lets it. */
async function holdSockets(page: Page) {
  const open = new Set<WebSocketRoute>();
  const takers: ((socket: WebSocketRoute) => void)[] = [];
  await page.routeWebSocket(/\/socket\.io\//u, (socket) => {
    open.add(socket);
    socket.onClose(() => void open.delete(socket));
    for (const take of takers.splice(0)) take(socket);
  });
  // Where sockets do not get through, nothing does.
  await page.route(/\/socket\.io\/.*transport=polling/u, (route) => route.abort());
  return {
    /** The newest that is open, or the next to come. */
    next: () => {
      const socket = [...open].at(-1);
      return socket === undefined
        ? new Promise<WebSocketRoute>((resolve) => takers.push(resolve))
        : Promise.resolve(socket);
    },
  };
}

/** Lets a socket reach the server, until socket.io says that it is connected. */
async function connect(socket: WebSocketRoute): Promise<void> {
  const server = socket.connectToServer();
  socket.onMessage((message) => server.send(message));
  socket.onClose(() => server.close());
  await new Promise<void>((resolve) => {
    server.onMessage((message) => {
      socket.send(message);
      if (message.toString().startsWith(CONNECTED)) resolve();
    });
  });
}

const WELCOME = JSON.stringify({
  sid: 'a-line',
  upgrades: [],
  pingInterval: 25_000,
  pingTimeout: 20_000,
  maxPayload: 100_000,
});
/** Turns a socket away as a server does that takes nobody. */
async function refuse(socket: WebSocketRoute): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    socket.onMessage((message) => {
      if (message.toString().startsWith(CONNECTED)) resolve();
    });
  });
  socket.send(`0${WELCOME}`);
  await asked;
  socket.send('44{"message":"not now"}');
}

describe.skipIf(chromium === null)('every way of the line, in a real browser', () => {
  const stage = openStage(chromium);
  let admin: Seat;
  let people = 0;
  beforeAll(async () => {
    admin = await signIn(asker(stage.server.url), ADMIN.email, ADMIN.password);
  });

  async function start() {
    const { page, context, server } = stage;
    const ask = asker(server.url);
    const { token } = admin;
    people += 1;
    const email = `viewer${people}@home.example`;
    const body = { name: 'Vera', email, password: PASSWORD, role_id: ROLE.home };
    await ask('createUser', { token, body });
    const viewer = await signIn(ask, email, PASSWORD);
    const sockets = await holdSockets(page);
    let line: WebSocketRoute | null = null;
    let isOffline = false;

    const see = (strip: string) => becomes(() => seen(page), { strip, ways: WAYS });
    const events = {
      'socket.connected': async () => {
        line = await sockets.next();
        await connect(line);
      },
      'socket.lost': async () => {
        if (line === null) await refuse(await sockets.next());
        else await line.close();
        line = null;
      },
      'realtime.boards-updated': async () => {
        const text = `Question of ${email}?`;
        const { question } = await ask('generate', {
          token,
          body: {
            question: text,
            startTime: new Date().toISOString(),
            endTime: new Date(Date.now() + 3_600_000).toISOString(),
          },
        });
        await ask('releaseHome', { token, params: { id: question.id }, body: {} });
        await page.getByRole('article', { name: text }).waitFor();
      },
      'realtime.signed-out': () => ask('deleteUser', { token, params: { id: viewer.user.id } }),
      'network.lost': async () => {
        line = null;
        isOffline = true;
        await context.setOffline(true);
      },
      // A device may say so without having said that it was gone; and a headless browser hides no page.
      'network.returned': async () => {
        if (isOffline) await context.setOffline(false);
        else await page.evaluate(() => void globalThis.dispatchEvent(new Event('online')));
        isOffline = false;
      },
      'page.shown': () =>
        page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
      'xstate.after.handshakeTimeout.connection.live.connecting': () => page.clock.runFor(20_000),
      'xstate.after.backoffDelay.connection.live.reconnecting': () => page.clock.runFor(5_000),
      'xstate.after.checkDelay.connection.live.disconnected': () => page.clock.runFor(5_000),
      'xstate.after.checkDelay.connection.live.offline': () => page.clock.runFor(5_000),
      'xstate.after.backDelay.connection.live.connected.back': () => page.clock.runFor(3_000),
    };
    const states = {
      'live.connecting': ({ context: { isAway, wasUp, attempt } }: Reached) =>
        see(isAway ? AWAY : wasUp || attempt > 0 ? RECONNECTING : ''),
      'live.connected.steady': () => see(''),
      'live.connected.back': () => see('Back online'),
      'live.reconnecting': ({ context: { isAway } }: Reached) => see(isAway ? AWAY : RECONNECTING),
      'live.disconnected': () => see(AWAY),
      'live.offline': () => see('You are offline.'),
      // The server's last word: nobody is signed in any more.
      refused: async () => {
        await page.waitForURL('**/login');
        await becomes(() => seen(page), {
          strip: '',
          ways: ['Home', 'How It Works', 'Register', 'Login'],
        });
      },
    };
    const open = async () => {
      await stage.seat(viewer);
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await sockets.next();
      await stopClock(page);
    };
    return { events, states, open };
  }

  it.each(titled(paths))('%s', async (_title, path) => {
    const { open, ...test } = await start();
    await open();
    expect((await path.test(test)).state.error).toBeNull();
    noteInBrowser(model, path);
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every transition but those of a socket that breaks, and what a gap asks for', () => {
    expect(unwalked(model, paths)).toEqual([
      'connection.live on xstate.error.actor.socket [0] -> connection.broken',
      'connection.live.connected on feed.behind [0] -> (stays)',
      'connection.broken on xstate.after.checkDelay.connection.broken [0] -> connection.live',
    ]);
  });
});
