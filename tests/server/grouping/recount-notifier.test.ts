import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Announcer } from '#server/realtime/announce.ts';
import { createRecountNotifier } from '#server/modules/grouping/recount-notifier.ts';
import type { Recounted } from '#server/modules/grouping/recount.ts';
import { SILENT_ANNOUNCER } from '#tests/support/silent.ts';

const NOW = 1_700_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An announcer that writes down what it says, with `clients` listening. */
function studio(clients: number, boardsLagMs = 0) {
  const said: unknown[][] = [];
  const announcer: Announcer = {
    ...SILENT_ANNOUNCER,
    toAudience: (audience, name, payload) => said.push([audience, name, payload]),
    toAdmins: (name, payload) => said.push(['admin', name, payload]),
    connected: () => ({ studio: 1, home: clients - 1 }),
  };
  const notifier = createRecountNotifier({
    announcer,
    answerUpdates: { moved: async (points) => said.push(['points', points]) > 0 },
    now: () => NOW,
    countHeld: () => Promise.resolve(new Map([['s', 2]])),
    boardsLagMs,
  });
  const boards = () => said.splice(0).filter(([, name]) => name === 'boards-updated').length / 3;
  return { notifier, said, boards };
}

const recounted = (more: Partial<Recounted> = {}): Recounted => ({
  gameSessionId: 's',
  questionId: 'q',
  answered: { home: 3, studio: 1 },
  groups: [],
  forms: new Map(),
  judgements: [],
  mustDiffer: () => false,
  joinsVersion: 0,
  version: 1,
  groupIds: new Map(),
  moved: [{ audience: 'home', textKey: 'apple', points: 2 }],
  ...more,
});

it('tells those whose points moved, the admins how many answered, everybody that boards moved', async () => {
  const { notifier, said } = studio(10);
  await notifier.notify(
    recounted({
      moved: [
        { audience: 'home', textKey: 'apple', points: 2 },
        { audience: 'studio', textKey: 'apple', points: 5 },
        { audience: 'home', textKey: 'pear', points: 1 },
        { audience: 'home', textKey: 'aple', points: 2 },
      ],
    }),
  );
  await vi.advanceTimersByTimeAsync(0);
  const about = { serverTime: NOW, gameSessionId: 's' };
  expect(said).toEqual([
    [
      'points',
      {
        gameSessionId: 's',
        version: 1,
        forms: [
          { audience: 'home', points: 2, textKeys: ['apple', 'aple'] },
          { audience: 'studio', points: 5, textKeys: ['apple'] },
          { audience: 'home', points: 1, textKeys: ['pear'] },
        ],
      },
    ],
    [
      'admin',
      'answers-counted',
      {
        ...about,
        questionId: 'q',
        answered: { home: 3, studio: 1 },
        connected: { studio: 1, home: 9 },
        joinsHeld: 2,
      },
    ],
    ['studio', 'boards-updated', { ...about, withinMs: 200 }],
    ['home', 'boards-updated', { ...about, withinMs: 200 }],
    ['admin', 'boards-updated', { ...about, withinMs: 200 }],
  ]);
});

it('says nothing of boards when no points moved', async () => {
  const { notifier, boards } = studio(10);
  await notifier.notify(recounted({ moved: [] }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(boards()).toBe(0);
});

it('speaks of boards the more rarely the more there are who would ask, and of the last change too', async () => {
  for (const [clients, pauseMs] of [
    [10, 500],
    [4_000, 4_000],
  ] as const) {
    const { notifier, boards } = studio(clients);
    await notifier.notify(recounted());
    await vi.advanceTimersByTimeAsync(0);
    expect(boards()).toBe(1);
    await notifier.notify(recounted());
    await notifier.notify(recounted());
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(boards()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(boards()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(boards()).toBe(0);
  }
});

it('names the game session only when it is the only one', async () => {
  const { notifier, said } = studio(10);
  await notifier.notify(recounted());
  await notifier.notify(recounted({ gameSessionId: 't' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(said.findLast(([to]) => to === 'home')).toEqual([
    'home',
    'boards-updated',
    { serverTime: NOW, withinMs: 200 },
  ]);
});

it('waits until the boards of other processes are up to date', async () => {
  const { notifier, boards } = studio(10, 1_000);
  await notifier.notify(recounted());
  await vi.advanceTimersByTimeAsync(999);
  expect(boards()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(boards()).toBe(1);
});

it('is silent once stopped', async () => {
  const { notifier, boards } = studio(10);
  await notifier.notify(recounted());
  notifier.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(boards()).toBe(0);
});
