import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HOUSE_SHOW, ROLE } from '#machines/contract/entities.ts';
import { type Database, inTransaction, openDatabase } from '#server/db/client.ts';
import { insertQuestion } from '#server/show/questions/store.ts';
import { changeWindow } from '#tests/support/windows.ts';
import { readVersions } from '#server/answering/feed-store.ts';
import { redisIsMissing, startRedis } from '#tests/realtime/redis.ts';
import { SQLITE_WORKER } from '#tests/support/databases.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { removeDataDir, startProcess, until } from '#tests/support/process.ts';
import { openConnection } from '#tests/support/proxy.ts';
import { openStore, SEED_SECRET, seedUsers } from '#tests/support/seed.ts';
import { connectProbe } from '#tests/support/sockets.ts';

/** A viewer, an admin, and a question that was never released. */
async function seed(db: Database) {
  const [viewer] = await seedUsers(db, 1, ROLE.home, 'viewer');
  const [admin] = await seedUsers(db, 1, ROLE.admin, 'producer');
  if (viewer === undefined || admin === undefined) throw new Error('nobody was seeded');
  const now = Date.now();
  const plan = { text: 'A fruit?', startAt: now, endAt: now + 3_600_000, createdBy: null };
  const question = await inTransaction(db, (tx) => insertQuestion(tx, { ...plan, createdAt: now }));
  return { viewer, admin, question };
}

it.skipIf(postgresIsMissing !== null || redisIsMissing !== null)(
  'a release is announced completely by another process if the one that stored it is killed',
  async () => {
    const redis = await startRedis();
    const { url, drop } = await freshSchema();
    const db = await openDatabase({ databaseUrl: url, dataDir: '', sqliteWorker: SQLITE_WORKER });
    const { viewer, admin, question } = await seed(db);
    const line = await openConnection(url);
    const throughLine = new URL(url);
    throughLine.host = new URL(line.url).host;
    const env = { REDIS_URL: redis.url, JWT_SECRET: SEED_SECRET };
    const [doomed, left] = await Promise.all([
      startProcess({ env: { ...env, DATABASE_URL: throughLine.href } }),
      startProcess({ env: { ...env, DATABASE_URL: url } }),
    ]);
    const probe = await connectProbe(left.url, { token: viewer.token });
    onTestFinished(async () => {
      probe.close();
      await doomed.kill();
      await left.stop();
      await line.close();
      await db.close();
      await drop();
      for (const { dataDir } of [doomed, left]) await removeDataDir(dataDir);
    });
    await probe.next('snapshot');

    const before = (await readVersions(db.read))['house'] ?? 0;
    const muted = line.muteAfter('"release"', 'commit');
    const releasing = fetch(
      `${doomed.url}/api/game-sessions/release-question-home/${question.id}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${admin.token}`,
        },
        body: JSON.stringify({ timerMinutes: 5, timerSeconds: 0 }),
      },
    ).then(
      ({ status }) => status,
      () => 'nobody answered',
    );
    await muted;
    await until(
      'the release is stored',
      async () => ((await readVersions(db.read))['house'] ?? 0) > before,
    );
    await doomed.kill();
    expect(await releasing).toBe('nobody answered');

    const version = before + 1;
    expect(await probe.next('question-released')).toMatchObject({
      version,
      type: 'home',
      question: { id: question.id, question_text: 'A fruit?' },
    });
    expect(await probe.next('timer-started')).toMatchObject({
      version,
      timer: { durationMinutes: 5 },
    });
    await probe.settled();
    expect(probe.takeNames()).toEqual(['snapshot', 'question-released', 'timer-started']);
  },
);

it('a release is announced after the restart if there is no other process', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'killed-'));
  const db = await openStore(dataDir);
  const { viewer, question } = await seed(db);
  // A process that is killed after storing the release, before announcing it. Its clock is a minute ahead, so that the
  // change is still recent after a slow start.
  const killed = { db, now: () => Date.now() + 60_000, publish: () => {} };
  await changeWindow(killed, question.id, 'home', { type: 'release', timer: null });
  await db.close();
  const server = await startProcess({ dataDir, env: { JWT_SECRET: SEED_SECRET } });
  const probe = await connectProbe(server.url, { token: viewer.token });
  onTestFinished(async () => {
    probe.close();
    await server.stop();
    await removeDataDir(dataDir);
  });
  expect(await probe.next('snapshot')).toMatchObject({
    versions: { [HOUSE_SHOW]: 1 },
    questions: [{}],
  });
  expect(await probe.next('question-released')).toMatchObject({ version: 1, type: 'home' });
});
