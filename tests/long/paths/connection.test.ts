import type { Page, WebSocketRoute } from 'playwright';
import { describe } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { ConnectionContext } from '#machines/connection/connection.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { connectionModel } from '#tests/support/models/connection.ts';
import { until } from '#tests/support/process.ts';
import { comeBack, connect, CONNECTED, holdSockets } from './line.ts';
import { openProducer } from './producer.ts';
import { becomes, openFixture, stopClock } from './fixture.ts';
import { walkInBrowser } from './walk.ts';

const chromium = findChromium();
/** The server would tell of the other role again, and let nobody in. */
const ASKED_AGAIN = 'xstate.after.checkDelay.connection.renewing';
const model = connectionModel('u1', {
  // A socket is connected once, after it was asked to, and says nothing before.
  may: (snapshot, { type }) => {
    if (type === ASKED_AGAIN) return false;
    if (type === 'socket.connected') return snapshot.matches({ live: 'connecting' });
    return snapshot.matches({ live: 'connected' }) || !type.startsWith('realtime.');
  },
});
const AWAY = 'The show cannot be reached. Trying again...';
const RECONNECTING = 'Reconnecting...';
const WAYS = ['Home', 'How It Works', 'My Answers', 'Leaderboard'];

interface Taken {
  readonly event: AnyEventObject;
}
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
  const fixture = openFixture(chromium);
  const producer = openProducer(fixture);

  async function start() {
    const { page, context } = fixture;
    const viewer = await producer.seat('Vera');
    const sockets = await holdSockets(page);
    let line: WebSocketRoute | null = null;
    /** The newest that the server has sent; the page hears it when the test lets it. */
    let snapshot: string | null = null;
    let isOffline = false;

    const see = (strip: string) => becomes(() => seen(page), { strip, ways: WAYS });
    const events = {
      'socket.connected': async () => {
        snapshot = null;
        line = await sockets.next();
        await connect(line, {
          told: (event, message) => {
            if (event === 'snapshot') snapshot = message;
            return event !== 'snapshot';
          },
        });
      },
      'socket.lost': async () => {
        if (line === null) await refuse(await sockets.next());
        else await line.close();
        line = null;
      },
      'realtime.boards-updated': async () => {
        const question = await producer.question();
        await question.release();
        await question.card().waitFor();
      },
      'realtime.snapshot': async () => {
        await until('the server has sent it', () => snapshot !== null);
        line?.send(snapshot ?? '');
      },
      'realtime.signed-out': async ({ event }: Taken) => {
        const { id, name, email } = viewer.user;
        if (event['payload'].reason === 'deleted')
          return producer.ask('deleteUser', { params: { id } });
        // The new token does not come.
        await page.route('**/api/auth/renew', () => {});
        const body = { name, email, role_id: ROLE.contestant };
        return producer.ask('updateUser', { params: { id }, body });
      },
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
      'page.shown': () => comeBack(page),
      'xstate.after.handshakeTimeout.connection.live.connecting': () => page.clock.runFor(20_000),
      'xstate.after.backoffDelay.connection.live.reconnecting': () => page.clock.runFor(5_000),
      'xstate.after.checkDelay.connection.live.disconnected': () => page.clock.runFor(5_000),
      'xstate.after.checkDelay.connection.live.offline': () => page.clock.runFor(5_000),
      'xstate.after.checkDelay.connection.live.connected.checking': () => page.clock.runFor(5_000),
      'xstate.after.backDelay.connection.live.connected.back': () => page.clock.runFor(3_000),
    };
    const states = {
      'live.connecting': ({ context: { isAway, wasUp, attempt } }: Reached) =>
        see(isAway ? AWAY : wasUp || attempt > 0 ? RECONNECTING : ''),
      'live.connected.steady': () => see(''),
      'live.connected.checking': () => see(''),
      'live.connected.back': () => see('Back online'),
      'live.reconnecting': ({ context: { isAway } }: Reached) => see(isAway ? AWAY : RECONNECTING),
      'live.disconnected': () => see(AWAY),
      'live.offline': () => see('You are offline.'),
      renewing: () => see(''),
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
      await fixture.seat(viewer);
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await sockets.next();
      await stopClock(page);
    };
    return { events, states, open };
  }

  walkInBrowser(model, {
    isSeen: ({ steps }) => !steps.some(({ event }) => event.type === 'feed.behind'),
    start,
    missed: {
      'connection.live.connected on feed.behind [0] -> (stays)':
        'the whole state is asked for in silence: a step of the feed',
      'connection.renewing on xstate.after.checkDelay.connection.renewing [0] -> connection.live':
        'who has no new token is told of the other role again',
      'connection.broken on xstate.after.checkDelay.connection.broken [0] -> connection.live':
        'a socket that throws',
    },
  });
});
