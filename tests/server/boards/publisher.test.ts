import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BoardTops } from '#machines/contract/entities.ts';
import { createBoardsPublisher } from '#server/results/boards/publisher.ts';

const NOW = 1_700_000_000_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NOBODY = { entries: [], people: 0 };
const NONE = { points: 0, rank: null, overall: { points: 0, rank: null } };

/**
 * A publisher of boards with `size` connected clients; records what it broadcasts, and how many players have answered
 * each game session. `failures`: the number of reads that fail first.
 */
function openFixture(size = 2, failures = 0) {
  let left = failures;
  const withoutBoard = new Set<string>();
  /** Game sessions of the members-only show 'closed'. */
  const closed = new Set<string>();
  /** Game sessions with a recount that is running or due. */
  const counting = new Set<string>();
  const audiences: (readonly string[] | undefined)[] = [];
  const told: unknown[][] = [];
  /** The players of each read of standings. */
  const read: (readonly string[])[] = [];
  const answered: Record<string, number> = {};
  const publisher = createBoardsPublisher({
    boards: {
      tops: async (ids) => {
        left -= 1;
        if (left >= 0) throw new Error('away');
        const sessions = Object.fromEntries(
          ids
            .filter((id) => !withoutBoard.has(id))
            .map((id) => [id, { ...NOBODY, people: answered[id] ?? 0, tally: [] }]),
        );
        const all: BoardTops = { daily: NOBODY, 'all-time': NOBODY, sessions };
        const ofClosed = ids.filter((id) => closed.has(id));
        const ofOthers = new Map(ofClosed.length === 0 ? [] : [['closed', ofClosed]]);
        return { all, home: all, ofOthers };
      },
      standings: async (ids) => {
        read.push(ids);
        return new Map(ids.map((id) => [id, { daily: NONE, 'all-time': NONE }]));
      },
    },
    connectedClients: {
      size: () => size,
      players: (showIds) => {
        audiences.push(showIds);
        return ['ann', 'bob'];
      },
      toAll: async (name, payload) => void told.push([name, payload]),
      toPlayers: async (name, payloads) => void told.push([name, payloads.get('ann')]),
    },
    isCounting: (id) => counting.has(id),
    now: () => NOW,
    log: { warn: () => {} },
  });
  const take = () => told.splice(0);
  const names = () => take().map(([name]) => name);
  return { publisher, answered, withoutBoard, closed, counting, audiences, read, take, names };
}

it('the publisher sends everyone the changed boards, and each player their own standing', async () => {
  const { publisher, take } = openFixture();
  publisher.moved('s');
  await vi.advanceTimersByTimeAsync(50);
  expect(take()).toEqual([
    [
      'boards-updated',
      {
        serverTime: NOW,
        withinMs: 200,
        gameSessionId: 's',
        boards: {
          daily: NOBODY,
          'all-time': NOBODY,
          sessions: { s: { ...NOBODY, tally: [] } },
        },
      },
    ],
    ['standing-updated', { daily: NONE, 'all-time': NONE }],
  ]);
});

it.each([
  [10, 1_200],
  [10_000, 3_500],
])(
  'the publisher sends to %i clients once changes pause and recounts are done, or after %i ms',
  async (size, longestMs) => {
    const { publisher, counting, names } = openFixture(size);
    const told = ['boards-updated', 'standing-updated'];
    publisher.moved('s');
    await vi.advanceTimersByTimeAsync(49);
    expect(names()).toEqual([]);
    publisher.moved('s');
    await vi.advanceTimersByTimeAsync(50);
    expect(names()).toEqual(told);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(names()).toEqual([]);
    counting.add('s');
    publisher.moved('s');
    await vi.advanceTimersByTimeAsync(longestMs - 100);
    expect(names()).toEqual([]);
    counting.clear();
    await vi.advanceTimersByTimeAsync(50);
    expect(names()).toEqual(told);
    await vi.advanceTimersByTimeAsync(10_000);
    let tellings = 0;
    counting.add('t');
    for (let ms = 0; ms < longestMs; ms += 10) {
      publisher.moved('t');
      await vi.advanceTimersByTimeAsync(10);
      tellings += names().length;
    }
    expect(tellings).toBe(told.length);
  },
);

it('the publisher pauses after each broadcast', async () => {
  const { publisher, names } = openFixture();
  publisher.moved('s');
  await vi.advanceTimersByTimeAsync(50);
  expect(names()).toHaveLength(2);
  publisher.moved('s');
  await vi.advanceTimersByTimeAsync(499);
  expect(names()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(names()).toHaveLength(2);
});

it('the publisher sends nothing about a game session without a board, such as a rehearsed one', async () => {
  const { publisher, withoutBoard, names } = openFixture();
  withoutBoard.add('rehearsed');
  publisher.moved('rehearsed');
  publisher.released('rehearsed');
  await vi.advanceTimersByTimeAsync(50);
  expect(names()).toEqual(['standing-updated']);
});

it('the publisher sends a client that has just connected the own standing, and no board', async () => {
  const { publisher, read, names } = openFixture();
  publisher.joined('ann');
  publisher.joined('cem');
  await vi.advanceTimersByTimeAsync(50);
  expect(names()).toEqual(['standing-updated']);
  expect(read).toEqual([['ann', 'cem']]);
});

it('the publisher sends a client that connected before a failure the own standing after it', async () => {
  const { publisher, read } = openFixture(2, 1);
  publisher.joined('ann');
  await vi.advanceTimersByTimeAsync(50);
  expect(read).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toEqual([['ann']]);
});

it('the publisher sends points of a members-only show to its members, and to all players if theirs are due too', async () => {
  const { publisher, closed, audiences } = openFixture();
  closed.add('s');
  publisher.moved('s');
  await vi.advanceTimersByTimeAsync(50);
  publisher.moved('s');
  publisher.standingsChanged();
  await vi.advanceTimersByTimeAsync(500);
  expect(audiences).toEqual([['closed'], undefined]);
});

it('the publisher sends the board of a released question if it has answers', async () => {
  const { publisher, answered, names } = openFixture();
  publisher.released('s');
  await vi.advanceTimersByTimeAsync(50);
  expect(names()).toEqual([]);
  answered['s'] = 1;
  publisher.released('s');
  await vi.advanceTimersByTimeAsync(500);
  expect(names()).toEqual(['boards-updated']);
});

it('the publisher sends boards to everyone when totals have changed without an answer', async () => {
  const { publisher, take } = openFixture();
  publisher.changed();
  await vi.advanceTimersByTimeAsync(50);
  const [[name, payload] = []] = take();
  expect([name, payload]).toEqual([
    'boards-updated',
    {
      serverTime: NOW,
      withinMs: 200,
      boards: { daily: NOBODY, 'all-time': NOBODY, sessions: {} },
    },
  ]);
});

it('the publisher sends what it could not read as soon as the store works again', async () => {
  const { publisher, take } = openFixture(2, 2);
  publisher.moved('s');
  publisher.changed();
  await vi.advanceTimersByTimeAsync(50);
  publisher.released('s');
  await vi.advanceTimersByTimeAsync(500);
  expect(take()).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(take()).toEqual([
    [
      'boards-updated',
      expect.objectContaining({
        boards: {
          daily: NOBODY,
          'all-time': NOBODY,
          sessions: { s: { ...NOBODY, tally: [] } },
        },
      }),
    ],
    ['standing-updated', { daily: NONE, 'all-time': NONE }],
  ]);
});

it('the publisher sends nothing after it is stopped', async () => {
  const { publisher, names } = openFixture();
  publisher.moved('s');
  await publisher.stop();
  publisher.moved('s');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(names()).toEqual([]);
});
