// @vitest-environment node
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Actor } from 'xstate';
import type { SocketEvent } from '#machines/connection/connection.ts';
import { type Handshake, type ServerEventName, serverEvents } from '#machines/contract/events.ts';
import { createClock } from '#src/effects/clock.ts';
import { createSocket, type SocketPorts } from '#src/effects/socket.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openConnection } from '#tests/support/proxy.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { NO_TOPS } from '#tests/support/game.ts';
import { showView } from '#tests/support/show-view.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const isInternet = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** A server that records connections and requests. Its clock is ten minutes ahead. */
async function show({ answersSync = true, answersClock = true, storesAnswers = true } = {}) {
  const http = createServer();
  const io = new Server(http, { serveClient: false });
  const heard: unknown[][] = [];
  io.on('connection', (socket) => {
    heard.push(['handshake', socket.handshake.auth]);
    socket.onAny((name: string, ...args: unknown[]) => {
      const acknowledge = args.at(-1);
      heard.push([name, ...args.filter((arg) => typeof arg !== 'function')]);
      if (typeof acknowledge !== 'function') return;
      if (name === 'clock' && answersClock) acknowledge({ serverTime: Date.now() + 600_000 });
      if (name === 'sync' && answersSync) acknowledge();
      if (name === 'submit-answer' && storesAnswers) acknowledge({ status: 201, reply: 'stored' });
    });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(() => {
    void io.close();
    http.closeAllConnections();
  });
  const address = http.address();
  if (!isInternet(address)) throw new Error('no port');
  return { io, heard, origin: `http://127.0.0.1:${address.port}` };
}

const ANN = { userId: 'u1', handshake: { token: 'T1' } };

function player(
  origin: string,
  who: { readonly userId: string | null; readonly handshake: Handshake } = ANN,
  line: Pick<SocketPorts, 'retryMs' | 'storage'> = {},
) {
  const facts: SocketEvent[] = [];
  const faults: string[] = [];
  const clock = createClock();
  const timers = createFakeClock(0);
  const charts: string[] = [];
  const socket = createSocket({
    origin,
    userId: who.userId,
    handshake: () => who.handshake,
    clock,
    actors: {
      clock: {
        setTimeout: timers.setTimeout,
        clearTimeout: (id) => id !== undefined && timers.clearTimeout(id),
      },
      inspect: ({ type, actorRef }) => {
        if (type === '@xstate.actor' && actorRef instanceof Actor) charts.push(actorRef.logic.id);
      },
    },
    ackTimeoutMs: 300,
    ...line,
    emit: (fact) => facts.push(fact),
    log: (where) => faults.push(where),
  });
  cleanups.push(socket.close);
  return { socket, facts, faults, clock, timers, charts };
}
const comes = (facts: readonly SocketEvent[], type: SocketEvent['type'], times = 1) =>
  eventually(() => {
    expect(facts.filter((fact) => fact.type === type)).toHaveLength(times);
  });
/** Identifies a server that serves questions. */
const SNAPSHOT = { versions: { house: 6 }, serverTime: 1, questions: [], answers: [] };
const up = { type: 'socket.connected' };

describe('the socket', () => {
  it("opens on request, authenticates and joins the user's room [R4.join-user-room R7.socket-room]", async () => {
    const { heard, origin } = await show();
    const { socket, facts } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    await eventually(() => expect(heard).toContainEqual(['join-user-room', 'u1']));
    expect(heard[0]).toEqual(['handshake', { token: 'T1', language: 'en' }]);
    expect(facts).toEqual([up]);
  });
  it("of a stage screen sends the key of its link and joins no user's room", async () => {
    const { heard, origin } = await show();
    const handshake = { show: { key: 'K1' } };
    const { socket, clock } = player(origin, { userId: null, handshake });
    socket.command({ type: 'socket.open' });
    const asked = [
      ['handshake', { ...handshake, language: 'en' }],
      ['clock'],
      ['clock'],
      ['clock'],
    ];
    await eventually(() => expect(heard).toEqual(asked));
    await eventually(() => expect(clock.now() - Date.now()).toBeGreaterThan(500_000));
  });
  it('corrects the clock', async () => {
    const { origin } = await show();
    const { socket, clock } = player(origin);
    socket.command({ type: 'socket.open' });
    await eventually(() =>
      expect(Math.abs(clock.now() - Date.now() - 600_000)).toBeLessThan(5_000),
    );
  });
  it('forwards every event of the contract, parsed', async () => {
    const { io, origin } = await show();
    const { socket, facts, faults } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    const counts = { studio: 1, home: 2 };
    const payloads: Record<Exclude<ServerEventName, 'media-sealed'>, object> = {
      'question-released': { feed: 'house', version: 2, question: null, type: 'home' },
      'question-revoked': { feed: 'house', version: 3, question: null },
      'timer-started': { feed: 'house', version: 4, question: null },
      'timer-expired': { feed: 'house', version: 5, question: null },
      'questions-updated': { feed: 'house', version: 6, question: null },
      'feed-moved': { feed: 'house', version: 7 },
      'question-list-updated': { forProducers: { question: null, connected: counts } },
      'show-answers': { feed: 'house', version: 8, gameSessionId: 'g1' },
      'answer-updated': { userId: 'u1', awardedPoints: 3 },
      'boards-updated': { boards: NO_TOPS },
      'standing-updated': {
        daily: { points: 3, rank: 1, overall: { points: 3, rank: 2 } },
        'all-time': { points: 0, rank: null, overall: { points: 0, rank: null } },
      },
      'answers-counted': { answered: counts, connected: counts },
      'players-counted': { connected: counts },
      'players-ready': { ready: 3 },
      snapshot: SNAPSHOT,
      'days-changed': { days: { zones: [], livePeriods: [] } },
      'show-updated': {
        show: { serverTime: 1, scene: 'idle', question: null, groups: [], board: null },
      },
      'show-changed': { show: showView() },
      'signed-out': { reason: 'changed' },
    };
    for (const [name, payload] of Object.entries(payloads)) io.emit(name, payload);
    await comes(facts, 'realtime.signed-out');
    expect(facts).toEqual([
      up,
      ...Object.entries(payloads).map(([name, payload]) => ({ type: `realtime.${name}`, payload })),
    ]);
    expect([...Object.keys(payloads), 'media-sealed'].toSorted()).toEqual(
      Object.keys(serverEvents).toSorted(),
    );
    expect(faults).toEqual([]);
  });
  it('sends an answer and returns its reply, or null if none comes', async () => {
    const body = { gameSessionId: 'g1', answerText: 'pear' };
    const { heard, origin } = await show();
    const { socket, facts } = player(origin);
    expect(await socket.submitAnswer?.(body)).toBeNull();
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    expect(await socket.submitAnswer?.(body)).toEqual({ status: 201, reply: 'stored' });
    expect(heard).toContainEqual(['submit-answer', body]);

    const silent = await show({ storesAnswers: false });
    const other = player(silent.origin);
    other.socket.command({ type: 'socket.open' });
    await comes(other.facts, 'socket.connected');
    expect(await other.socket.submitAnswer?.(body)).toBeNull();
    expect(other.faults).toEqual(['socket.submit-answer']);
  });
  it("delays points until the screen has shown them, with the page's timers and visible to an inspector", async () => {
    const { io, origin } = await show();
    const { socket, facts, timers, charts } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    io.emit('show-answers', { feed: 'house', version: 7, shownAt: Date.now() + 3_600_000 });
    io.emit('boards-updated', { boards: NO_TOPS });
    io.emit('questions-updated', { feed: 'house', version: 8, question: null });
    await comes(facts, 'realtime.questions-updated');
    expect(charts).toEqual(['spoilerGate']);
    expect(facts).not.toContainEqual({
      type: 'realtime.boards-updated',
      payload: { boards: NO_TOPS },
    });
    timers.advance(3_600_000);
    expect(facts.at(-1)).toEqual({ type: 'realtime.boards-updated', payload: { boards: NO_TOPS } });
  });
  it('logs and drops malformed events, and drops unknown ones silently [R8.socket-logged]', async () => {
    const { io, origin } = await show();
    const { socket, facts, faults } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    io.emit('snapshot', { version: 'six' });
    io.emit('question-released', { version: 'six' });
    io.emit('constructor', {});
    io.emit('show-answers', { feed: 'house', version: 2 });
    await comes(facts, 'realtime.show-answers');
    expect(facts).toEqual([
      up,
      { type: 'realtime.show-answers', payload: { feed: 'house', version: 2 } },
    ]);
    expect(faults).toEqual(['socket.snapshot', 'socket.question-released']);
  });
  it('reports a lost connection, and does not reconnect by itself', async () => {
    const { io, heard, origin } = await show();
    const { socket, facts } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    io.disconnectSockets(true);
    await comes(facts, 'socket.lost');
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected', 2);
    expect(heard.filter(([name]) => name === 'handshake')).toHaveLength(2);
  });
  it('does not log a connection lost while asking for the clock', async () => {
    const { io, origin } = await show({ answersClock: false, answersSync: false });
    const { socket, facts, faults } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    io.disconnectSockets(true);
    await comes(facts, 'socket.lost');
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected', 2);
    io.emit('snapshot', SNAPSHOT);
    await comes(facts, 'realtime.snapshot');
    socket.command({ type: 'socket.sync' });
    await comes(facts, 'socket.lost', 2);
    // The fault of the second connection, which is up but gets no clock reply.
    expect(faults).toEqual(['socket.clock']);
  });
  it('reports an unreachable server', async () => {
    const { socket, facts } = player('http://127.0.0.1:9');
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.lost');
    expect(facts).toHaveLength(1);
  });
  it('that is reopened ignores the old connection, and a close without one has no effect [R7.socket-discard]', async () => {
    const { io, heard, origin } = await show();
    const { socket, facts } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected', 2);
    await eventually(() => expect(io.sockets.sockets.size).toBe(1));
    expect(facts).toEqual([up, up]);
    socket.close();
    await eventually(() => expect(io.sockets.sockets.size).toBe(0));
    expect(facts).toEqual([up, up]);
    expect(heard.filter(([name]) => name === 'handshake')).toHaveLength(2);
  });
  it('requests a resync, and measures the clock again', async () => {
    const { io, heard, origin } = await show();
    const { socket, facts } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    const clocks = () => heard.filter(([name]) => name === 'clock').length;
    await eventually(() => expect(clocks()).toBe(3));
    io.emit('snapshot', SNAPSHOT);
    await comes(facts, 'realtime.snapshot');
    socket.command({ type: 'socket.sync' });
    await eventually(() => expect(clocks()).toBe(6));
    expect(heard).toContainEqual(['sync']);
    expect(facts).toEqual([up, { type: 'realtime.snapshot', payload: SNAPSHOT }]);
  });
  it('treats a server that does not reply as lost', async () => {
    const { io, origin } = await show({ answersSync: false });
    const { socket, facts } = player(origin);
    socket.command({ type: 'socket.open' });
    await comes(facts, 'socket.connected');
    io.emit('snapshot', SNAPSHOT);
    await comes(facts, 'realtime.snapshot');
    socket.command({ type: 'socket.sync' });
    await comes(facts, 'socket.lost');
    expect(facts).toHaveLength(3);
  });
});

/** A server behind a proxy that swallows WebSockets, and the device's storage. */
async function swallowed() {
  const { io, origin } = await show();
  const line = await openConnection(origin);
  cleanups.push(() => void line.close());
  line.swallowWebSockets(true);
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const transports = () => [...io.sockets.sockets.values()].map(({ conn }) => conn.transport.name);
  return { io, line, kept, storage, transports };
}

describe('behind a proxy that swallows WebSockets', () => {
  it('the connection uses polling within seconds, and a WebSocket once one gets through', async () => {
    const { io, line, kept, storage, transports } = await swallowed();
    const begun = performance.now();
    const { socket, facts } = player(line.url, ANN, { storage, retryMs: 200 });
    socket.command({ type: 'socket.open' });
    await vi.waitFor(() => expect(facts).toEqual([up]), 15_000);
    // 4 s of silence, plus what a busy machine needs.
    expect(performance.now() - begun).toBeGreaterThan(3_900);
    expect([transports(), kept.size]).toEqual([['polling'], 1]);
    io.emit('snapshot', SNAPSHOT);
    await comes(facts, 'realtime.snapshot');

    line.swallowWebSockets(false);
    await vi.waitFor(() => expect(transports()).toEqual(['websocket']), 15_000);
    expect(kept.size).toBe(0);
    io.emit('snapshot', { ...SNAPSHOT, versions: { house: 7 } });
    await comes(facts, 'realtime.snapshot', 2);
    // For the chart nothing has happened: the connection was up all the time.
    expect(facts.filter(({ type }) => !type.startsWith('realtime.'))).toEqual([up]);
  });

  it('a device that has met such a proxy begins with polling', async () => {
    const { line, storage, transports } = await swallowed();
    storage.setItem('websocket-silent-until', String(Date.now() + 60_000));
    const { socket, facts } = player(line.url, ANN, { storage });
    socket.command({ type: 'socket.open' });
    await vi.waitFor(() => expect(facts).toEqual([up]), 3_500);
    expect(transports()).toEqual(['polling']);
  });
});
