import { describe, expect, it } from 'vitest';
import { redisIsMissing, startRedis } from './redis.ts';
import { NO_TOPS } from '#tests/support/game.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import { newAccounts, openFixture, TIMED, UNTIMED } from './fixture.ts';

const HALS = { userId: 'hal', gameSessionId: 's1', audience: 'home', textKey: 'apple' } as const;
const APPLE = { gameSessionId: 's1', answer_text: 'Apple', awardedPoints: 1, answeredAt: 5 };
const worth = (points: number) => ({
  audience: 'home' as const,
  points,
  textKeys: ['apple'],
});

/** Two processes on one store, a home viewer at each; one viewer is also connected to both. */
async function twoProcesses() {
  const redis = await startRedis();
  const shared = { db: await openSqliteStore(), accounts: newAccounts(), redisUrl: redis.url };
  const here = await openFixture(shared);
  const there = await openFixture(shared);
  here.enter('ann', 'home');
  here.enter('hal', 'home');
  const ann = await here.join('ann');
  const hal = await there.join('hal');
  const settled = () => Promise.all([ann.settled(), hal.settled()]);
  await expect.poll(() => [here, there].every(({ cluster }) => cluster?.isReady())).toBe(true);
  // Each process reads the Redis stream from its current end; wait until both are listening.
  await expect
    .poll(async () => {
      here.broadcaster.toUser('hal', 'show-answers', { feed: 'house', version: 1 });
      there.broadcaster.toUser('ann', 'show-answers', { feed: 'house', version: 1 });
      await settled();
      return ann.received.length > 0 && hal.received.length > 0;
    })
    .toBe(true);
  ann.received.length = 0;
  hal.received.length = 0;
  return { redis, here, there, ann, hal, settled };
}

describe.skipIf(redisIsMissing !== null)(`two processes, ${redisIsMissing ?? 'with Redis'}`, () => {
  it('notify each player once, whichever process made the change', async () => {
    const { here, there, ann, hal, settled } = await twoProcesses();
    const { id } = await here.plan();
    await here.change(id, 'home', UNTIMED);
    await hal.next('question-released');
    await there.change(id, 'home', TIMED);
    await ann.next('timer-started');
    await settled();
    const expected = ['question-released', 'question-released', 'timer-started'];
    expect(
      [ann, hal].map((probe) => probe.takeNames().filter((name) => name !== 'show-answers')),
    ).toEqual([expected, expected]);
  });

  it('disconnect a user at either process', async () => {
    const { here, hal } = await twoProcesses();
    here.broadcaster.disconnectUser('hal', 'deleted');
    expect(await hal.next('signed-out')).toEqual({ reason: 'deleted' });
    expect(await hal.closed()).toBe('io server disconnect');
  });

  it('send new points to players at either process', async () => {
    const { here, hal } = await twoProcesses();
    here.answerUpdates.stored(HALS, APPLE);
    await here.answerUpdates.moved({ gameSessionId: 's1', version: 1, answerTexts: [worth(2)] });
    await expect
      .poll(() => hal.received.findLast(({ name }) => name === 'answer-updated')?.payload)
      .toMatchObject({ gameSessionId: 's1', awardedPoints: 2 });
  });

  it("send an answer to the same user's device at the other process", async () => {
    const { here, there, hal } = await twoProcesses();
    // The other process reads the answer if the message reaches it late.
    there.accounts.answers.set('hal', [{ ...APPLE, ...HALS }]);
    here.answerUpdates.stored(HALS, APPLE);
    expect(await hal.next('answer-updated')).toEqual({
      gameSessionId: 's1',
      userId: 'hal',
      awardedPoints: 1,
      answer: APPLE,
    });
  });

  it('end with the newest points, even if an older message arrives late', async () => {
    const { redis, here, there, hal, settled } = await twoProcesses();
    there.answerUpdates.joined(HALS);
    await redis.stop();
    await expect.poll(() => here.warnings).toContain('Redis cannot be reached');
    here.answerUpdates.stored(HALS, APPLE);
    await here.answerUpdates.moved({ gameSessionId: 's1', version: 1, answerTexts: [worth(2)] });
    // The store as the other process has already announced it.
    there.accounts.answers.set('hal', [{ ...APPLE, ...HALS, awardedPoints: 3 }]);
    await there.answerUpdates.movedHere({
      gameSessionId: 's1',
      version: 2,
      answerTexts: [worth(3)],
    });
    await redis.start();
    // Messages sent before this one have arrived by now, or never will.
    await expect
      .poll(
        async () => {
          here.broadcaster.toUser('hal', 'boards-updated', { boards: NO_TOPS });
          await settled();
          return hal.received.some(({ name }) => name === 'boards-updated');
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    const updates = hal.received.filter(({ name }) => name === 'answer-updated');
    expect(updates).not.toEqual([]);
    for (const { payload } of updates) expect(payload).toMatchObject({ awardedPoints: 3 });
  });

  it('share the count of connected players', async () => {
    const { here, there } = await twoProcesses();
    await expect
      .poll(() => [here, there].map(({ broadcaster }) => broadcaster.connected()))
      .toEqual([
        { studio: 0, home: 2 },
        { studio: 0, home: 2 },
      ]);
  });

  it('work on their own while Redis is down, and converge when it is back', async () => {
    const { redis, here, ann, hal } = await twoProcesses();
    await redis.stop();
    await expect.poll(() => here.warnings).toContain('Redis cannot be reached');
    const { id } = await here.plan();
    await here.change(id, 'home', UNTIMED);
    // Sockets of this process are notified at once.
    await ann.settled();
    expect(ann.takeNames()).toContain('question-released');
    // Sockets of the other process are notified from the store.
    await expect
      .poll(() => hal.received)
      .toContainEqual({
        name: 'question-released',
        payload: expect.objectContaining({ version: 1, questionId: id }),
      });

    await redis.start();
    await expect.poll(() => here.cluster?.isReady()).toBe(true);
    await here.change(id, 'home', TIMED);
    await hal.next('timer-started');
    await hal.settled();
    // Messages queued for Redis are not announced twice.
    const released = hal.takeNames().filter((name) => name === 'question-released');
    expect(released).toHaveLength(2);
  });

  it('log a warning and go on when a message to the other cannot be sent', async () => {
    const { here } = await twoProcesses();
    await here.cluster?.close();
    here.io.serverSideEmit('show-touched');
    await expect.poll(() => here.warnings).toContain('other processes could not be notified');
  });

  it('start and serve without Redis', async () => {
    const redis = await startRedis();
    await redis.stop();
    const fixture = await openFixture({ redisUrl: redis.url });
    fixture.enter('ann', 'home');
    const ann = await fixture.join('ann');
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    await ann.settled();
    expect(ann.takeNames()).toEqual(['question-released']);
    expect(fixture.cluster?.isReady()).toBe(false);
  });
});
