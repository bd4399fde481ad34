import {
  createActor,
  createMachine,
  fromCallback,
  getNextTransitions,
  SimulatedClock,
} from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  connectionMachine,
  selectIsConnected,
  selectConnectionState,
  type SocketCommand,
} from '#machines/connection/connection.ts';
import { elapsed, emittedBy, failure, fold, pathsOf, sentBy } from '#tests/support/graph.ts';
import { realtime } from '#tests/support/game.ts';
import { connectionModel } from '#tests/support/models/connection.ts';

const input = { userId: 'u1', random: () => 0.5 };
const up = { type: 'socket.connected' } as const;
const lost = { type: 'socket.lost', reason: 'transport close' } as const;
const behind = { type: 'feed.behind' } as const;
const offline = { type: 'network.lost' } as const;
const online = { type: 'network.returned' } as const;
const shown = { type: 'page.shown' } as const;
const boards = { type: 'realtime.boards-updated', payload: { version: 3 } } as const;
const signedOut = { type: 'realtime.signed-out', payload: { reason: 'deleted' } } as const;
const again = elapsed('backoffDelay', 'connection.live.reconnecting');
const check = elapsed('checkDelay', 'connection.live.disconnected');
const back = elapsed('backDelay', 'connection.live.connected.back');

const seen = (...events: Parameters<typeof fold>[2]) => {
  const snapshot = fold(connectionMachine, input, events);
  return { line: selectConnectionState(snapshot), isConnected: selectIsConnected(snapshot) };
};
const sent = (...events: Parameters<typeof fold>[2]) => sentBy(connectionMachine, input, events);
/** Every attempt of one round fails. */
const round = [lost, again, lost, again, lost, again, lost, again, lost, again, lost];

describe('every path of the connection', () => {
  const model = connectionModel('u1');
  const paths = pathsOf(model);

  it('never reaches a dead end, except after a refusal', () => {
    const stuck = paths
      .flatMap(({ steps }) => steps)
      .filter(
        ({ state }) =>
          !state.matches('refused') && !state.matches({ live: { connected: 'steady' } }),
      )
      .filter(
        ({ state }) =>
          !getNextTransitions(state).some(({ eventType }) => eventType.startsWith('xstate.after')),
      );
    expect(stuck.map(({ state }) => state.value)).toEqual([]);
  });
});

describe('the connection', () => {
  it('CONN-1 opens at once, without a message', () => {
    expect(seen()).toEqual({ line: 'online', isConnected: false });
    expect(sent()).toEqual([{ type: 'socket.open' }]);
    expect(seen(up)).toEqual({ line: 'online', isConnected: true });
    expect(sent(up)).toEqual([
      { type: 'socket.open' },
      { type: 'connection.restored', isFirst: true },
    ]);
  });
  it('CONN-2 shows that it is lost, then that it is back, then nothing', () => {
    expect(seen(up, lost)).toEqual({ line: 'reconnecting', isConnected: false });
    expect(seen(up, lost, again)).toEqual({ line: 'reconnecting', isConnected: false });
    expect(seen(up, lost, again, up)).toEqual({ line: 'back', isConnected: true });
    expect(seen(up, lost, again, up, back)).toEqual({ line: 'online', isConnected: true });
    expect(sent(up, lost, again, up)).toEqual([
      { type: 'socket.open' },
      { type: 'connection.restored', isFirst: true },
      { type: 'connection.lost' },
      { type: 'socket.open' },
      { type: 'data.unconfirmed' },
      { type: 'connection.restored', isFirst: false },
    ]);
  });
  it('CONN-2 shows a failed first attempt, too', () => {
    expect(seen(lost).line).toBe('reconnecting');
    expect(seen(elapsed('handshakeTimeout', 'connection.live.connecting')).line).toBe(
      'reconnecting',
    );
  });
  it('CONN-3 shows after five failed attempts that the show is unavailable, and retries for ever [R9.socket-attempts]', () => {
    expect(seen(up, ...round.slice(0, -1)).line).toBe('reconnecting');
    expect(seen(up, ...round).line).toBe('serverAway');
    expect(fold(connectionMachine, input, [up, ...round]).value).toEqual({ live: 'disconnected' });
    const rounds = [up, ...round, check, ...round, check, ...round];
    expect(fold(connectionMachine, input, rounds).value).toEqual({ live: 'disconnected' });
    expect(seen(...rounds, check).line).toBe('serverAway');
    expect(seen(...rounds, check, up).line).toBe('back');
  });
  it('CONN-4 stays offline until the device or a check finds the network again [R9.reconnect-check]', () => {
    expect(seen(up, offline)).toEqual({ line: 'offline', isConnected: false });
    expect(seen(up, offline, lost).line).toBe('offline');
    expect(seen(up, offline, online).line).toBe('reconnecting');
    const looked = elapsed('checkDelay', 'connection.live.offline');
    expect(seen(up, offline, looked).line).toBe('offline');
    expect(sent(up, offline, looked).at(-1)).toEqual({ type: 'socket.open' });
    expect(seen(up, offline, looked, up)).toEqual({ line: 'back', isConnected: true });
  });
  it('CONN-5 requests a resync or reconnects when the page becomes visible', () => {
    expect(sent(up, shown).slice(-2)).toEqual([
      { type: 'data.unconfirmed' },
      { type: 'socket.sync' },
    ]);
    expect(sent(up, behind).at(-1)).toEqual({ type: 'socket.sync' });
    expect(sent(up, lost, behind).at(-1)).toEqual({ type: 'connection.lost' });
    expect(sent(up, lost, shown).at(-1)).toEqual({ type: 'socket.open' });
    expect(sent(up, ...round, shown).at(-1)).toEqual({ type: 'socket.open' });
    expect(sent(up, offline, shown).at(-1)).toEqual({ type: 'data.unconfirmed' });
    for (const apart of [[lost], round])
      for (const sign of [shown, online])
        expect(fold(connectionMachine, input, [up, ...apart, sign]).value).toEqual({
          live: 'connecting',
        });
  });
  it('CONN-5 is not called connected after a sleep until the server replies', () => {
    const snapshot = realtime('snapshot', {
      versions: { house: 1 },
      serverTime: 0,
      questions: [],
      answers: [],
    });
    expect(seen(up, shown)).toEqual({ line: 'online', isConnected: false });
    expect(seen(up, shown, boards)).toEqual({ line: 'online', isConnected: false });
    expect(seen(up, shown, snapshot)).toEqual({ line: 'online', isConnected: true });
    expect(sent(up, shown, snapshot).at(-1)).toEqual(snapshot);
    const silent = elapsed('checkDelay', 'connection.live.connected.checking');
    expect(seen(up, shown, silent)).toEqual({ line: 'online', isConnected: true });
  });
  it('CONN-6 ends with the reason of an ended session', () => {
    expect(sent(up, signedOut)).toEqual([
      { type: 'socket.open' },
      { type: 'connection.restored', isFirst: true },
      { type: 'connection.lost' },
      { type: 'session.ended', reason: 'deleted' },
    ]);
    expect(fold(connectionMachine, input, [up, signedOut]).value).toBe('refused');
    expect(seen(up, signedOut)).toEqual({ line: 'online', isConnected: false });
  });
  it('CONN-6 waits for the new session after a role change, and reconnects if there is none', () => {
    const otherRole = { type: 'realtime.signed-out', payload: { reason: 'role' } } as const;
    expect(sent(up, otherRole).at(-1)).toEqual({ type: 'session.ended', reason: 'role' });
    expect(seen(up, otherRole)).toEqual({ line: 'online', isConnected: false });
    const asked = elapsed('checkDelay', 'connection.renewing');
    expect(sent(up, otherRole, asked).at(-1)).toEqual({ type: 'socket.open' });
  });
  it('CONN-7 forwards events of the show unchanged', () => {
    expect(sent(up, boards).at(-1)).toEqual(boards);
  });
  it('CONN-8 replaces a broken socket and reports it [R8.socket-logged]', () => {
    const broken = [up, failure('socket')];
    expect(emittedBy(connectionMachine, input, broken)).toEqual([
      { type: 'fault', where: 'socket', error: new Error('unexpected') },
    ]);
    expect(sent(...broken, elapsed('checkDelay', 'connection.broken')).at(-1)).toEqual({
      type: 'socket.open',
    });
  });
});

/**
 * ! The running chart; every attempt fails: at once with an error, or by timeout. Returns the time
 * of each attempt, ms.
 */
function attempts(
  random: () => number,
  forMs: number,
  told: typeof lost | typeof offline = lost,
): number[] {
  const clock = new SimulatedClock();
  const made: number[] = [];
  const socket = fromCallback<SocketCommand, { readonly userId: string | null }>(
    ({ receive, sendBack, input: { userId } }) => {
      expect(userId).toBe('u1');
      receive(({ type }) => {
        if (type !== 'socket.open') return;
        made.push(clock.now());
        // A device announces once that it is offline.
        if (told === lost || made.length === 1) sendBack(told);
      });
    },
  );
  createActor(connectionMachine.provide({ actors: { socket } }), {
    input: { userId: 'u1', random },
    parent: createActor(createMachine({}), { clock }),
  }).start();
  for (let passed = 0; passed < forMs; passed += 100) clock.increment(100);
  return made;
}

describe('reconnecting', () => {
  it('CONN-3 doubles from 1 s to 5 s, five times, then starts a new round every 5 s [R9.reconnect-check R9.socket-delay R9.socket-attempts]', () => {
    expect(attempts(() => 0.5, 26_000)).toEqual([
      0, 1_000, 3_000, 7_000, 12_000, 17_000, 22_000, 23_000, 25_000,
    ]);
  });
  it('CONN-4 retries every 5 s while the device is offline [R9.reconnect-check]', () => {
    expect(attempts(() => 0.5, 16_000, offline)).toEqual([0, 5_000, 10_000, 15_000]);
  });
  it('CONN-3 spreads the reconnects of many clients at random', () => {
    expect(attempts(() => 0, 2_000).slice(0, 3)).toEqual([0, 500, 1_500]);
    expect(attempts(() => 0.9999, 5_000).slice(0, 3)).toEqual([0, 1_500, 4_500]);
  });
});
