import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { beginLivePeriod, endLivePeriod, openDays } from '#server/show/days.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { insertShow } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { until } from '#tests/support/process.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { addQuestion, addUser, HOUR, processOn } from './answers/fixture.ts';

const MIDNIGHT = Date.parse('2026-07-04T00:00:00Z');
const [EVE, DAY] = ['2026-07-03', '2026-07-04'];

/** A store with a show, and a clock that two processes share. */
async function showOn(db: Database) {
  const clock = { now: MIDNIGHT - HOUR };
  const now = () => clock.now;
  const log = { warn: () => {} };
  const start = () => openDays({ db, now, zone: 'UTC', log });
  await start();
  await inTransaction(db, (tx) => insertShow(tx, { id: 's1', title: 'Friday' }, clock.now));
  return {
    clock,
    now,
    start,
    goLive: () => inTransaction(db, (tx) => beginLivePeriod(tx, 's1', clock.now)),
    end: () => inTransaction(db, (tx) => endLivePeriod(tx, 's1', clock.now)),
  };
}

describeStores('an evening', (open) => {
  it('is one day for answers and boards until the show ends, in every process and after a restart [R9.evening]', async () => {
    const db = await open();
    const { clock, now, start, goLive, end } = await showOn(db);
    const processes = [await start(), await start()];
    await goLive();
    for (const days of processes) await days.check();
    processes.push(await start());
    const { gameSessionId } = await addQuestion(db);
    const rows: number[][] = [];
    const look = async () => {
      const counts = processes.map(async ({ dayOf }) => {
        const { people } = await createBoards({ db, now, dayOf }).board('daily', 'all');
        return people;
      });
      rows.push(await Promise.all(counts));
    };
    for (const [index, { dayOf }] of processes.entries()) {
      clock.now = MIDNIGHT + (index - 1) * HOUR;
      const { submit, recount } = processOn(db, undefined, now, dayOf);
      await submit(await addUser(db, ROLE.home), gameSessionId, 'apple', clock.now);
      await recount(gameSessionId);
      await look();
    }
    expect(rows).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ]);
    const stored = await db.read.selectFrom('answer').select('day').distinct().execute();
    expect(stored).toEqual([{ day: EVE }]);
    await end();
    for (const days of processes) await days.check();
    processes.push(await start());
    await look();
    expect(rows.at(-1)).toEqual([0, 0, 0, 0]);
    expect(processes.map(({ dayOf }) => dayOf(MIDNIGHT + HOUR / 2))).toEqual([EVE, EVE, EVE, EVE]);
  });

  it.each([
    ['is over at noon when the show was forgotten', 12, [EVE, DAY]],
    ['goes on when the show is reopened in the same night', 2, [EVE, EVE]],
  ] as const)('%s [R9.evening]', async (_title, hours, expected) => {
    const db = await open();
    const { clock, start, goLive, end } = await showOn(db);
    await goLive();
    clock.now = MIDNIGHT + HOUR;
    if (hours === 2) {
      await end();
      clock.now += HOUR / 2;
      await goLive();
    }
    const { dayOf } = await start();
    const at = MIDNIGHT + hours * HOUR;
    expect([dayOf(at - 1), dayOf(at)]).toEqual(expected);
  });

  it('of a show reopened after noon begins then [R9.evening]', async () => {
    const db = await open();
    const { clock, start, goLive, end } = await showOn(db);
    await goLive();
    clock.now = MIDNIGHT + HOUR;
    await end();
    clock.now = MIDNIGHT + 12 * HOUR;
    await goLive();
    const { dayOf } = await start();
    expect([MIDNIGHT, MIDNIGHT + HOUR, clock.now, MIDNIGHT + 25 * HOUR].map(dayOf)).toEqual([
      EVE,
      DAY,
      DAY,
      DAY,
    ]);
  });
});

describe('a live show that runs past midnight', () => {
  let aheadMs = MIDNIGHT - HOUR - Date.now();
  const now = () => Date.now() + aheadMs;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ now });
  });
  afterAll(() => server.close());

  it('keeps its board, ranks and dates until it ends, and notifies pages [R9.evening]', async () => {
    const admin = await server.signInAs('admin');
    const [first, second] = [await server.signInAs('home'), await server.signInAs('home')];
    const show = await createShow(server, admin.token, 'Friday', ['A fruit?', 'A tree?']);
    const socket = await connectProbe(server.url, { token: first.token });
    const snapshot = await socket.next('snapshot');
    expect(snapshot.days).toEqual({ zones: [{ from: 0, zone: 'UTC' }], livePeriods: [] });
    await show.act({ type: 'goLive' });
    const { days } = await socket.next('days-changed');
    expect(days.livePeriods.map(({ until: end }) => end)).toEqual([MIDNIGHT + 12 * HOUR]);
    socket.close();
    const people = async () => (await server.ok('leaderboardDaily', { token: first.token })).length;

    await show.play(0, [[first, 'apple']]);
    await until('the first answer is counted', async () => (await people()) === 1);
    aheadMs += 2 * HOUR;
    expect(await people()).toBe(1);
    await show.play(1, [[second, 'oak']]);
    const own = { token: second.token, params: { userId: second.id } };
    await until('the second answer has its point', async () => {
      const { total_points: points } = await server.ok('pointsDaily', own);
      return points === 1;
    });
    expect(await people()).toBe(2);
    await show.act({ type: 'end' });
    expect(await people()).toBe(0);
    expect(await server.ok('pointsDaily', own)).toEqual({ total_points: 0, rank: null });
  });
});
