/**
 * `npm run bench`: exports a show with 100,000 answers, and measures the memory used above that of an idle server. To
 * run it alone: `node scripts/run.mjs tests/bench/export.ts 100000`
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { utcDay } from '#machines/connection/rules/clock.ts';
import type { Database } from '#server/db/client.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';
import { openStore, SEED_SECRET, seedUsers } from '#tests/support/seed.ts';

const ANSWERS = Number(process.argv[2] ?? 100_000);
const QUESTIONS = 10;
const GROUPS = 500;
const CHUNK = 400;
/** How long to wait for an idle server after the start, when memory is still higher, ms. */
const IDLE_MS = 3_000;

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function inChunks<T>(
  rows: readonly T[],
  write: (chunk: T[]) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < rows.length; first += CHUNK)
    await write(rows.slice(first, first + CHUNK));
}

async function seedShow(db: Database, people: readonly { readonly id: string }[]): Promise<void> {
  const at = Date.now() - 3_600_000;
  const insert = db.write;
  await insert
    .insertInto('show')
    .values({ id: 'show', title: 'Big', state: 'ended', version: 9, created_at: at, ended_at: at })
    .execute();
  for (const question of numbered(QUESTIONS)) {
    const [id, game_session_id] = [`q${question}`, `g${question}`];
    const text = `Name something of kind ${question}`;
    const planned = { start_at: at, end_at: at, created_at: at, created_by: null };
    await insert
      .insertInto('question')
      .values({ id, text, ...planned })
      .execute();
    await insert
      .insertInto('game_session')
      .values({ id: game_session_id, question_id: id, created_at: at })
      .execute();
    await insert
      .insertInto('rundown_item')
      .values({
        id: `i${question}`,
        show_id: 'show',
        game_session_id,
        position: question,
        state: 'done',
        studio_seconds: 30,
        home_seconds: 30,
        release_order: 'both',
        note: '',
      })
      .execute();
    await inChunks(numbered(GROUPS), (chunk) =>
      insert
        .insertInto('answer_group')
        .values(
          chunk.map((group) => ({
            id: `${game_session_id}-${group}`,
            game_session_id,
            name: null,
            held: 0 as const,
            representative: `a thing of number ${group}`,
            home_count: 20,
            studio_count: 0,
            home_points: 20,
            contestant_points: 1,
          })),
        )
        .execute(),
    );
    await inChunks(numbered(GROUPS), (chunk) =>
      insert
        .insertInto('grouped_text')
        .values(
          chunk.map((group) => ({
            game_session_id,
            text_key: `a thing of number ${group}`,
            match_reason: 'exact' as const,
            group_id: `${game_session_id}-${group}`,
            automatic: null,
            automatic_match_reason: null,
          })),
        )
        .execute(),
    );
    await inChunks(people, (chunk) =>
      insert
        .insertInto('answer')
        .values(
          chunk.map((person, index) => ({
            id: `${game_session_id}-${person.id}`,
            game_session_id,
            user_id: person.id,
            audience: 'home' as const,
            text: `A thing of number ${index}`,
            text_key: `a thing of number ${index}`,
            received_at: at + index,
            day: utcDay(at),
            points: 20,
            counted: 1 as const,
          })),
        )
        .execute(),
    );
  }
}

const memoryMb = async (pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024;
};

const dataDir = await mkdtemp(join(tmpdir(), 'export-'));
const db = await openStore(dataDir);
const people = await seedUsers(db, ANSWERS / QUESTIONS, 2, 'p');
const [admin] = await seedUsers(db, 1, 1, 'producer');
await seedShow(db, people);
await db.close();

console.log(`\n${ANSWERS} answers to ${QUESTIONS} questions`);
for (const format of ['xlsx', 'csv']) {
  const server = await startProcess({ dataDir, env: { JWT_SECRET: SEED_SECRET } });
  await delay(IDLE_MS);
  await writeFile(`/proc/${server.pid}/clear_refs`, '5');
  const idle = await memoryMb(server.pid, 'VmRSS');
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/api/shows/show/export/${format}`, {
    headers: { authorization: `Bearer ${admin?.token ?? ''}` },
  });
  const { byteLength } = await response.arrayBuffer();
  const took = performance.now() - startedAt;
  const most = await memoryMb(server.pid, 'VmHWM');
  console.log(
    `${format.padEnd(5)} status ${response.status}, ${(byteLength / 1e6).toFixed(1)} MB in ${(took / 1_000).toFixed(1)} s; ` +
      `idle ${idle.toFixed(0)} MB, at most ${(most - idle).toFixed(0)} MB more`,
  );
  await server.stop();
}
await removeDataDir(dataDir);
process.exit(0);
