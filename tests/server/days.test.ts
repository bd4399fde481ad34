import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { dayAt } from '#machines/results/rules/day.ts';
import { openDays } from '#server/show/days.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { dayZonesMigration } from '#server/db/migrations/0025-day-zones.ts';
import { describeStores } from '#tests/support/databases.ts';
import { ADMIN, until } from '#tests/support/process.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { addUser, START, storeAnswer } from './answers/fixture.ts';

const HOUR = 3_600_000;

async function zonesOnceSet(db: Database, zone: string, at: number) {
  const days = await openDays({ db, now: () => at, zone, log: { warn: () => {} } });
  return days.current().zones;
}

describeStores('days', (open, place) => {
  it('use the time zone that was set first, and a new one from the next day on [R9.show-time-zone]', async () => {
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

  it('of a store with earlier answers used UTC [R9.show-time-zone]', async () => {
    const options = await place();
    const earlier = migrations.slice(0, migrations.indexOf(dayZonesMigration));
    const old = await openDatabase({ ...options, migrations: earlier });
    const times = { start_at: 1, end_at: 2, created_at: 1, created_by: null };
    await old.write
      .insertInto('question')
      .values({ id: 'question', text: 'A fruit?', ...times })
      .execute();
    const gameSessionId = 'session';
    await old.write
      .insertInto('game_session')
      .values({ id: gameSessionId, question_id: 'question', created_at: 1, rehearsal: 0 })
      .execute();
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

it('use the zone chosen by an admin, also after restarts, until the environment sets one [R9.show-time-zone R7.time-zone-calls]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'days-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const opened = async (env: Record<string, string> = {}) => {
    const started = await startTestServer({ dataDir, env });
    const { token } = await started.signIn(ADMIN.email, ADMIN.password);
    const set = (zone: string) => started.call('setTimeZone', { token, body: { zone } });
    return { started, token, set };
  };
  const first = await opened();
  const { ok, db } = first.started;
  const { token } = first;
  expect(await ok('timeZone', { token })).toEqual({ zone: 'UTC', isFixed: false, isDefault: true });
  expect((await first.set('Mars/Olympus')).status).toBe(422);
  const today = dayAt({ zones: (await ok('config')).days ?? [], livePeriods: [] }, Date.now());
  const chosen = { zone: 'Europe/Berlin', isFixed: false, isDefault: false };
  expect((await first.set('Europe/Berlin')).body).toEqual(chosen);
  const { days = [] } = await ok('config');
  expect(days.map(({ zone }) => zone)).toEqual(['UTC', 'Europe/Berlin']);
  expect(dayAt({ zones: days, livePeriods: [] }, Date.now())).toBe(today);
  const auditEntries = db.read
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'setTimeZone')
    .where('status', '=', 200);
  expect(await auditEntries.execute()).toEqual([
    { before: '{"time zone":"UTC"}', after: '{"time zone":"Europe/Berlin"}' },
  ]);
  await first.started.close();

  const second = await opened();
  expect(await second.started.ok('timeZone', { token: second.token })).toEqual(chosen);
  await second.started.close();
  const third = await opened({ SHOW_TIME_ZONE: 'Asia/Tokyo' });
  const fixed = { zone: 'Asia/Tokyo', isFixed: true, isDefault: false };
  expect(await third.started.ok('timeZone', { token: third.token })).toEqual(fixed);
  expect((await third.set('UTC')).status).toBe(409);
  await third.started.close();
});
