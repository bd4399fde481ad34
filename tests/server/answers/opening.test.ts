import { m } from 'messages';
import { expect, it } from 'vitest';
import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import { changeWindow } from '#tests/support/windows.ts';
import type { WindowAct } from '#server/show/releases/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addQuestion, addUser, fate, processOn, START } from './fixture.ts';

const timed = (seconds: number): WindowAct => ({ type: 'release', timer: { minutes: 0, seconds } });
const untimed: WindowAct = { type: 'release', timer: null };
const revoke: WindowAct = { type: 'revoke' };
const withheld = { status: 409, code: 'withheld', error: m.answerNotReleased() };

type Moment = readonly [ms: number, audience: Audience, act: WindowAct];

/**
 * The outcome of home viewers' answers received this many ms after START, judged after all acts.
 */
async function judged(db: Database, acts: readonly Moment[], receivedMs: readonly number[]) {
  const { id, gameSessionId } = await addQuestion(db, {});
  for (const [ms, audience, act] of acts)
    await changeWindow({ db, now: () => START + ms, publish: () => {} }, id, audience, act);
  const { submit } = processOn(db);
  return Promise.all(
    receivedMs.map(async (ms) => {
      const result = await fate(submit(await addUser(db), gameSessionId, 'apple', START + ms));
      return 'status' in result ? (result.code ?? result.status) : 'taken';
    }),
  );
}

describeStores('answers received before their window opened', (open) => {
  it('are refused, and may be sent again once the question is open [R4.answer-before-release]', async () => {
    const db = await open();
    const { id, gameSessionId } = await addQuestion(db, {});
    const services = { db, now: () => START, publish: () => {} };
    for (const audience of AUDIENCES) await changeWindow(services, id, audience, timed(10));
    const viewer = await addUser(db);
    const { submit } = processOn(db);
    expect(await fate(submit(viewer, gameSessionId, 'apple', START - 1))).toEqual(withheld);
    expect(await fate(submit(viewer, gameSessionId, 'apple', START))).toMatchObject({
      answeredAt: START,
    });
  });

  it('count again from the undo of a revoke on', async () => {
    const acts: Moment[] = [
      [0, 'home', timed(60)],
      [1_000, 'home', revoke],
      [2_000, 'home', timed(59)],
    ];
    expect(await judged(await open(), acts, [999, 1_500, 1_999, 2_000])).toEqual([
      'withheld',
      'withheld',
      'withheld',
      'taken',
    ]);
  });

  it('count if the release only replaced an open window', async () => {
    const acts: Moment[] = [
      [0, 'home', untimed],
      [1_000, 'home', timed(10)],
      [2_000, 'home', timed(30)],
    ];
    expect(await judged(await open(), acts, [-1, 0, 999, 1_999, 2_000])).toEqual([
      'withheld',
      'taken',
      'taken',
      'taken',
      'taken',
    ]);
  });

  it('are not accepted because a lock ended, however it ended', async () => {
    const db = await open();
    const before: Moment[] = [
      [0, 'home', untimed],
      [1_000, 'studio', timed(4)],
    ];
    const revoked: Moment[] = [...before, [2_000, 'studio', revoke]];
    expect(await judged(db, revoked, [1_500, 1_999, 2_000])).toEqual([
      'withheld',
      'withheld',
      'taken',
    ]);
    const lapsed: Moment[] = [...before, [9_000, 'home', timed(9)]];
    expect(await judged(db, lapsed, [1_500, 4_999, 5_000, 8_999])).toEqual([
      'locked',
      'locked',
      'taken',
      'taken',
    ]);
  });

  it('are not refused because of a timer that had not begun', async () => {
    const acts: Moment[] = [
      [0, 'home', untimed],
      [1_000, 'studio', timed(10)],
    ];
    expect(await judged(await open(), acts, [999, 1_000])).toEqual(['taken', 'locked']);
  });
});
