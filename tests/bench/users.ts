/**
 * `npm run bench`: measures a producer's lists with 10,000 accounts and 2,000 questions. Each figure is printed beside
 * the floor of the same run: a call that reads one row.
 */
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { DEFAULT_PRESETS } from '#machines/show/rules/item.ts';
import { insertItem } from '#server/show/store.ts';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '#machines/contract/entities.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';
import { openStore, SEED_SECRET, seedUsers } from '#tests/support/seed.ts';

const PEOPLE = Number(process.argv[2] ?? 10_000);
const QUESTIONS = 2_000;
const GROUPS_EACH = 10;
const REQUESTS = 100;
const CHUNK = 400;

const at = Date.now();
const questions = Array.from({ length: QUESTIONS }, (_, index) => `question${index}`);

const dataDir = await mkdtemp(join(tmpdir(), 'users-'));
const db = await openStore(dataDir);
await seedUsers(db, PEOPLE, ROLE.home, 'viewer');
const [admin] = await seedUsers(db, 1, ROLE.admin, 'producer');
for (let first = 0; first < QUESTIONS; first += CHUNK) {
  const ids = questions.slice(first, first + CHUNK);
  const times = { start_at: at, end_at: at, created_at: at };
  await db.write
    .insertInto('question')
    .values(ids.map((id) => ({ id, text: `Name something ${id}`, created_by: null, ...times })))
    .execute();
  await db.write
    .insertInto('game_session')
    .values(ids.map((id) => ({ id: `s-${id}`, question_id: id, created_at: at })))
    .execute();
  await db.write.transaction().execute(async (tx) => {
    for (const id of ids)
      await insertItem(tx, {
        id: `i-${id}`,
        showId: HOUSE_SHOW,
        gameSessionId: `s-${id}`,
        presets: DEFAULT_PRESETS,
      });
  });
  for (let group = 0; group < GROUPS_EACH; group += 1)
    await db.write
      .insertInto('answer_group')
      .values(
        ids.map((id) => ({
          id: `${id}-${group}`,
          game_session_id: `s-${id}`,
          representative: `answer ${group}`,
          home_count: group,
          studio_count: 1,
          home_points: group,
          contestant_points: 5,
        })),
      )
      .execute();
}
await db.close();

const server = await startProcess({ dataDir, env: { JWT_SECRET: SEED_SECRET } });
const get = (path: string): Promise<string> =>
  fetch(`${server.url}/api/game-sessions/${path}`, {
    headers: { authorization: `Bearer ${admin?.token ?? ''}` },
  }).then((answer) => answer.text());

/** The median duration of the request, ms. */
async function median(path: string, times: number): Promise<number> {
  await get(path);
  const took: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const startedAt = performance.now();
    await get(path);
    took.push(performance.now() - startedAt);
  }
  return took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

console.log(`${PEOPLE} accounts, ${QUESTIONS} questions`);
const floor = await median('timer-info/question0', REQUESTS);
console.log(`${'floor: the timers of one question'.padEnd(44)} p50 ${floor.toFixed(2)} ms`);
for (const [what, path, times] of [
  ['first page of the accounts', 'admin/users?page=1', REQUESTS],
  ['last page of the accounts', `admin/users?page=${Math.ceil(PEOPLE / 20)}`, REQUESTS],
  ['a search by name that many answer to', 'admin/users?page=1&by=name&search=viewer', REQUESTS],
  ['a search that nobody answers to', 'admin/users?page=1&search=nobody', REQUESTS],
  ['one role', 'admin/users?page=1&role=2', REQUESTS],
  ['the totals', 'admin/stats', REQUESTS],
  ['every question with its groups', 'admin/questions', 10],
] as const) {
  const took = await median(path, times);
  console.log(
    `${what.padEnd(44)} p50 ${took.toFixed(2).padStart(7)} ms   ${(took / floor).toFixed(1)} x the floor`,
  );
}
await server.stop();
await removeDataDir(dataDir);
