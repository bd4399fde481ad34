import { render, screen } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect } from 'vitest';
import type { ConnectionContext } from '#machines/connection/connection.ts';
import ShellView from '#src/screens/shell/shell.tsx';
import { NO_TOPS, realtime, viewer } from '#tests/support/game.ts';
import { pathsOf, toursOf } from '#tests/support/graph.ts';
import { connectionModel } from '#tests/support/models/connection.ts';
import { createRoot, signedIn, where } from '#tests/support/root.tsx';
import { linksIn } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const up = { type: 'socket.connected' } as const;
const lost = { type: 'socket.lost', reason: 'transport close' } as const;
const behind = { type: 'feed.behind' } as const;
const offline = { type: 'network.lost' } as const;
const online = { type: 'network.returned' } as const;
const shown = { type: 'page.shown' } as const;
const boards = realtime('boards-updated', { boards: NO_TOPS });
const snapshot = realtime('snapshot', {
  versions: { house: 1 },
  serverTime: 0,
  questions: [],
  answers: [],
});
const model = connectionModel(viewer.id);
/** A broken socket is replaced invisibly: the fault is logged. */
const BROKEN = 'xstate.error.actor.socket';
const paths = toursOf(
  model,
  pathsOf(model).filter(({ steps }) => !steps.some(({ event }) => event.type === BROKEN)),
);

const AWAY = "Can't reach the show. Trying again...";
const RECONNECTING = 'Reconnecting...';

/**
 * The text of the strip under the header; the header's links show whether the user is signed in.
 */
const seen = () => ({
  strip: screen.getAllByRole('status')[0]?.textContent,
  ways: linksIn('Main'),
});
const expectStrip = (strip: string) =>
  expect(seen()).toEqual({ strip, ways: ['Home', 'How It Works', 'My Answers', 'Leaderboard'] });

async function start() {
  const { ports, page, line, send, pass } = createRoot();
  render(page(<ShellView>Questions</ShellView>));
  await ports.restore.answer(signedIn(viewer));

  const events = {
    'socket.connected': () => line(up),
    'socket.lost': () => line(lost),
    'realtime.boards-updated': () => line(boards),
    'realtime.signed-out': ({ event }: Taken) => line(realtime('signed-out', event['payload'])),
    'realtime.snapshot': () => line(snapshot),
    'feed.behind': () => send(behind),
    'network.lost': () => send(offline),
    'network.returned': () => send(online),
    'page.shown': () => send(shown),
    'xstate.after.handshakeTimeout.connection.live.connecting': () => pass(20_000),
    // Doubling from 1 s to 5 s, with the random part in the middle.
    'xstate.after.backoffDelay.connection.live.reconnecting': ({ state }: Reached) =>
      pass(Math.min(1_000 * 2 ** (state.context.attempt - 1), 5_000)),
    'xstate.after.checkDelay.connection.live.disconnected': () => pass(5_000),
    'xstate.after.checkDelay.connection.live.offline': () => pass(5_000),
    'xstate.after.checkDelay.connection.renewing': () => pass(5_000),
    'xstate.after.checkDelay.connection.live.connected.checking': () => pass(5_000),
    'xstate.after.backDelay.connection.live.connected.back': () => pass(3_000),
  };
  const states = {
    'live.connecting': ({ context: { isAway, wasUp, attempt } }: Reached['state']) =>
      expectStrip(isAway ? AWAY : wasUp || attempt > 0 ? RECONNECTING : ''),
    'live.connected.steady': () => expectStrip(''),
    'live.connected.checking': () => expectStrip(''),
    'live.connected.back': () => expectStrip('Back online'),
    'live.reconnecting': ({ context: { isAway } }: Reached['state']) =>
      expectStrip(isAway ? AWAY : RECONNECTING),
    'live.disconnected': () => expectStrip(AWAY),
    'live.offline': () => expectStrip("You're offline."),
    renewing: () => expectStrip(''),
    // The server ends the connection: the user is signed out.
    refused: () =>
      expect([seen(), where()]).toEqual([
        { strip: '', ways: ['Home', 'How It Works', 'Register', 'Login'] },
        '/login',
      ]),
  };
  return { events, states };
}

describe('every path of the connection, by the text of the strip', () => {
  itWalks(model, paths, start, {
    // A socket that breaks.
    transitions: [
      'connection.live on xstate.error.actor.socket [0] -> connection.broken',
      'connection.broken on xstate.after.checkDelay.connection.broken [0] -> connection.live',
    ],
  });
});

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly state: { readonly context: ConnectionContext };
}
