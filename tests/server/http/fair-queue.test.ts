import { once } from 'node:events';
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFairQueue, type Lane } from '#server/http/fair-queue.ts';
import type { ApiError } from '#server/http/route.ts';
import { waitingIn } from '#server/realtime/engine-io.ts';

/** A queue of requests that take a given time (ms), and the order in which they run. */
function atClock({ mostWaiting = 100, costMs = 1 } = {}) {
  let elapsed = 0;
  const went: string[] = [];
  const { enter, noteAnswer } = createFairQueue({ mostWaiting, elapsed: () => elapsed });
  /** Like a real request, runs after promises have settled. */
  const spend = async (key: string): Promise<void> => {
    await Promise.resolve();
    await Promise.resolve();
    elapsed += costMs;
    went.push(key);
  };
  const come = (key: string, kind: Lane['kind'] = 'address'): void =>
    enter({ kind, key }, (refusal) => {
      if (refusal === undefined) void spend(key);
      else went.push(`${key} refused`);
    });
  const pass = (ms: number): void => {
    elapsed += ms;
  };
  return { come, went, noteAnswer, pass };
}

describe('a request', () => {
  it('runs at once when none waits', async () => {
    const { come, went } = atClock();
    come('one');
    await Promise.resolve().then(() => Promise.resolve());
    await Promise.resolve();
    expect(went).toEqual(['one']);
  });

  it('of a flood leaves the rest of the turn to other clients', async () => {
    const { come, went } = atClock();
    for (let count = 0; count < 10; count += 1) come('flood');
    const seen: number[] = [];
    while (went.length < 10) {
      await nextTurn();
      seen.push(went.length);
    }
    // The first runs at once, then one a turn: each costs the whole slice.
    expect(seen.every((count, index) => count - (seen[index - 1] ?? 1) <= 1)).toBe(true);
  });

  it('that is cheap shares a turn with others', async () => {
    const { come, went } = atClock({ costMs: 0.01 });
    for (let count = 0; count < 50; count += 1) come('cheap');
    await nextTurn();
    await nextTurn();
    expect(went).toHaveLength(50);
  });

  it('of another client does not wait for a flood, nor one of an account for those of all addresses', async () => {
    const { come, went } = atClock();
    for (let count = 0; count < 30; count += 1) come('flood');
    for (let count = 0; count < 10; count += 1) come(`address ${count}`);
    come('player', 'account');
    come('neighbour');
    while (went.length < 42) await nextTurn();
    expect(went.indexOf('player')).toBeLessThanOrEqual(3);
    expect(went.indexOf('neighbour')).toBeLessThanOrEqual(14);
    expect(went.filter((key) => key === 'flood')).toHaveLength(30);
  });

  it('of a player who answers comes first, and leaves a fifth of the time to the others', async () => {
    const { come, went, noteAnswer, pass } = atClock({ costMs: 0.05 });
    for (let count = 0; count < 3; count += 1) come('flood');
    for (let count = 0; count < 3; count += 1) come(`account ${count}`, 'account');
    come('player', 'answer');
    let passed = 0;
    while (went.length < 7) {
      noteAnswer();
      pass(0.01);
      passed += 0.01;
      await nextTurn();
    }
    expect(went.indexOf('player')).toBeLessThanOrEqual(1);
    // Five of the others wait for the pause after the one before.
    expect(passed).toBeGreaterThan(5 * 4 * 0.05 - 0.01);
  });

  it('waits for the pause while players answer over a connection, but an answer does not', async () => {
    const { come, went, noteAnswer } = atClock();
    noteAnswer();
    come('first');
    await vi.waitFor(() => expect(went).toEqual(['first']));
    come('second');
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    come('player', 'answer');
    await nextTurn();
    await nextTurn();
    expect(went).toEqual(['first', 'player']);
  });

  it('runs in a fifth of the time beside a flood of answers', async () => {
    const { come, went } = atClock();
    for (let count = 0; count < 30; count += 1) come(`player ${count}`, 'answer');
    come('producer', 'account');
    come('page');
    while (went.length < 32) await nextTurn();
    const [first = 0, second = 0] = [went.indexOf('page'), went.indexOf('producer')].toSorted(
      (a, b) => a - b,
    );
    expect([first <= 2, second - first]).toEqual([true, 5]);
  });

  it("is refused when too many wait, but an account's is not among them", async () => {
    const { come, went } = atClock({ mostWaiting: 3 });
    for (let count = 0; count < 6; count += 1) come('flood');
    come('player', 'account');
    while (went.length < 7) await nextTurn();
    expect(went.filter((key) => key === 'flood refused')).toHaveLength(2);
    expect(went).toContain('player');
  });
});

it('ignores a WebSocket that is disconnected while it waits', async () => {
  const going: (() => void)[] = [];
  const next = vi.fn<() => void>();
  const wait = waitingIn({ enter: (_, go) => void going.push(go) }, () => 'somewhere');
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const upgraded = once(server, 'upgrade');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const line = connect(port, '127.0.0.1');
  line.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [request]: IncomingMessage[] = await upgraded;
  if (request === undefined) throw new Error('nothing was asked');
  wait(request, new ServerResponse(request), next);
  // `once` would reject on an error event, which comes first.
  const closed = new Promise((resolve) => void request.socket.on('close', resolve));
  line.resetAndDestroy();
  await closed;
  for (const go of going) go();
  expect([going.length, next.mock.calls]).toEqual([1, []]);
});

it('refuses by 503 with Retry-After', () => {
  let refusal: ApiError | undefined;
  const { enter } = createFairQueue({ mostWaiting: 0 });
  enter({ kind: 'address', key: 'first' }, () => {});
  enter({ kind: 'address', key: 'second' }, (reason) => {
    refusal = reason;
  });
  expect([refusal?.status, refusal?.more.retryAfterS]).toEqual([503, 2]);
});
