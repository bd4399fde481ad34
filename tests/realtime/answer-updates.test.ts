import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAnswerUpdates } from '#server/answering/answer-updates.ts';
import { EmittedPoints } from '#server/answering/emitted-points.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/**
 * One process of the cluster: what it sends to the others, what it emits to its sockets, and how it
 * receives from the others.
 */
function openFixture({ devices = 0, reachesOthers = true } = {}) {
  const passed: unknown[] = [];
  const emitted: unknown[] = [];
  const elapsed = { ms: 1_000 };
  const listeners = new Map<string, (message: unknown) => void>();
  const link = (name: string) => ({
    reachesOthers,
    pass: (message: object) => void passed.push([name, message]),
    whenPassed: (listener: (message: unknown) => void) => void listeners.set(name, listener),
  });
  const updates = createAnswerUpdates({
    answerSubscriptions: {
      devices: () => devices,
      join: () => {},
      toUser: (userId, { awardedPoints }) => void emitted.push([userId, awardedPoints]),
      toTexts: () => Promise.resolve(),
    },
    channels: { stored: link('stored'), moved: link('moved') },
    emittedPoints: new EmittedPoints(() => elapsed.ms),
    readOwn: () => Promise.resolve([{ ...ANSWER, awardedPoints: 3 }]),
    onMoved: () => {},
    onRecountedElsewhere: () => {},
    now: () => 7,
    log: { warn: () => {} },
  });
  const store = (userId: string) =>
    updates.stored({ userId, gameSessionId: 's1', audience: 'home', textKey: 'apple' }, ANSWER);
  const receive = (name: string, message: unknown) => listeners.get(name)?.(message);
  return { updates, store, passed, emitted, elapsed, receive };
}
const ANSWER = { gameSessionId: 's1', answer_text: 'Apple', awardedPoints: 1, answeredAt: 5 };
const of = (userId: string) => ({
  userId,
  audience: 'home',
  textKey: 'apple',
  at: 7,
  answer: ANSWER,
});

it('sends the answers of one batch to the others in one message, each once', async () => {
  const { store, passed } = openFixture();
  for (const userId of ['ann', 'bob']) store(userId);
  expect(passed).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(passed.splice(0)).toEqual([['stored', { stored: [of('ann'), of('bob')] }]]);
  store('cy');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(passed).toEqual([['stored', { stored: [of('cy')] }]]);
});

it('sends them before point changes of the same batch', async () => {
  const { store, passed, updates } = openFixture();
  store('ann');
  const points = { gameSessionId: 's1', version: 1, answerTexts: [] };
  await updates.moved(points);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(passed).toEqual([
    ['stored', { stored: [of('ann')] }],
    ['moved', points],
  ]);
});

it('re-reads the store when another process stored an answer in the same millisecond as a point change arrived here', async () => {
  const { updates, emitted, elapsed, receive } = openFixture({ devices: 1 });
  elapsed.ms = 1_000.1;
  await updates.movedHere({
    gameSessionId: 's1',
    version: 2,
    answerTexts: [{ audience: 'home', points: 3, textKeys: ['apple'] }],
  });
  elapsed.ms = 1_000.8;
  receive('stored', { stored: [of('hal')] });
  await expect.poll(() => emitted).toEqual([['hal', 3]]);
});

const ANNS = [['ann', 1]];
it.each([
  ['one device: its reply already has the answer', { devices: 1, reachesOthers: false }, []],
  ['two devices', { devices: 2, reachesOthers: false }, ANNS],
  ['one device; the answer was sent at another process', { devices: 1, reachesOthers: true }, ANNS],
])('with %s, announces the answer only where it is news', (_, given, expected) => {
  const { store, emitted } = openFixture(given);
  store('ann');
  expect(emitted).toEqual(expected);
});
