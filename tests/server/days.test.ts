import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { openDays } from '#server/days.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { dayZonesMigration } from '#server/db/migrations/0025-day-zones.ts';
import { describeStores } from '#tests/support/databases.ts';
import { until } from '#tests/support/process.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { addQuestion, addUser, START, storeAnswer } from './answers/fixture.ts';

const HOUR = 3_600_000;

async function zonesOnceSet(db: Database, zone: string, at: number) {
  const days = await openDays({ db, now: () => at, zone, log: { warn: () => {} } });
  return days.current().zones;
}

describeStores('days', (open, place) => {
  it('are of the zone that was set first, and of another from the next day on [R9.show-time-zone]', async () => {
    const db = await open();
    const tokyo = [{ from: 0, zone: 'Asia/Tokyo' }];
    expect(await zonesOnceSet(db, 'Asia/Tokyo', START)).toEqual(tokyo);
    const changed = await zonesOnceSet(db, 'Europe/Berlin', START);
    const from = Date.parse('2023-11-15T15:00:00Z');
    expect(changed).toEqual([...tokyo, { from, zone: 'Europe/Berlin' }]);
    expect(await zonesOnceSet(db, 'Asia/Tokyo', START + HOUR)).toEqual(tokyo);
    await zonesOnceSet(db, 'Europe/Berlin', START + HOUR);
    expect(await zonesOnceSet(db, 'Europe/Berlin', from + HOUR)).toEqual(changed);
    expect(await db.read.selectFrom('day_zone').selectAll().orderBy('from_at').execute()).toEqual([
      { from_at: 0, zone: 'Asia/Tokyo' },
      { from_at: from, zone: 'Europe/Berlin' },
    ]);
  });

  it('of a store with answers were days of UTC [R9.show-time-zone]', async () => {
    const options = await place();
    const earlier = migrations.slice(0, migrations.indexOf(dayZonesMigration));
    const old = await openDatabase({ ...options, migrations: earlier });
    const { gameSessionId } = await addQuestion(old);
    const userId = await addUser(old, ROLE.home);
    await storeAnswer(old, { gameSessionId, userId, text: 'apple', receivedAt: START });
    await old.close();
    const db = await openDatabase(options);
    onTestFinished(() => db.close());
    expect(await zonesOnceSet(db, 'America/New_York', START)).toEqual([
      { from: 0, zone: 'UTC' },
      { from: Date.parse('2023-11-15T00:00:00Z'), zone: 'America/New_York' },
    ]);
  });
});

let now = Date.parse('2026-07-04T03:30:00Z');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => now, env: { SHOW_TIME_ZONE: 'America/New_York' } });
});
afterAll(() => server.close());

it('of an evening show in New York last until its midnight, in rows, boards and lists [R9.show-time-zone]', async () => {
  const [admin, viewer] = [await server.signInAs('admin'), await server.signInAs('home')];
  const [startTime, endTime] = [now, now + HOUR].map((at) => new Date(at).toISOString());
  const { question } = await server.ok('generate', {
    token: admin.token,
    body: { question: 'A fruit?', startTime: startTime ?? '', endTime: endTime ?? '' },
  });
  expect(question.session_date).toBe('2026-07-03');
  await server.ok('releaseHome', { token: admin.token, params: { id: question.id }, body: {} });
  const body = { gameSessionId: question.game_session_id, answerText: 'apple' };
  await server.ok('submitAnswer', { token: viewer.token, body });
  const best = async () => (await server.ok('leaderboardDaily', { token: viewer.token })).length;
  now += HOUR / 2 - 1;
  await until('it is counted', async () => (await best()) === 1);
  expect(await server.db.read.selectFrom('answer').select('day').execute()).toEqual([
    { day: '2026-07-03' },
  ]);
  now += 1;
  expect(await best()).toBe(0);
  expect((await server.ok('config')).days).toEqual([{ from: 0, zone: 'America/New_York' }]);
});
