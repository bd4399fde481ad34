/**
 * `npm run bench`: measures the boards over a million answers of a hundred thousand people, while answers arrive. Each
 * figure is printed beside the floor of the same run: reading one indexed row of the same store.
 */
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { DEFAULT_PRESETS } from '#machines/show/rules/item.ts';
import { insertItem } from '#server/show/store.ts';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utcDay } from '#machines/connection/rules/clock.ts';
import type { Database } from '#server/db/client.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';
import { totalsIn } from '#tests/support/scores.ts';
import { openStore, SEED_SECRET, seedUsers } from '#tests/support/seed.ts';

const PEOPLE = Number(process.argv[2] ?? 100_000);
const ANSWERS_EACH = 10;
const REQUESTS = 400;
const CHUNK = 400;

async function inChunks<T>(
  rows: readonly T[],
  write: (chunk: T[]) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < rows.length; first += CHUNK)
    await write(rows.slice(first, first + CHUNK));
}

/** Inserts past game sessions with an answer of each person, and the totals that recounts would have stored. */
async function seedAnswers(db: Database, people: readonly { id: string }[]): Promise<void> {
  const at = Date.now() - 60_000;
  const day = utcDay(at);
  await db.write
    .insertInto('question')
    .values({
      id: 'past',
      text: 'Past',
      start_at: at,
      end_at: at,
      created_at: at,
      created_by: null,
    })
    .execute();
  for (let session = 0; session < ANSWERS_EACH; session += 1) {
    const id = `past${session}`;
    await db.write
      .insertInto('game_session')
      .values({ id, question_id: 'past', created_at: at })
      .execute();
    await db.write
      .transaction()
      .execute((tx) =>
        insertItem(tx, { id, showId: HOUSE_SHOW, gameSessionId: id, presets: DEFAULT_PRESETS }),
      );
    await inChunks(people, (chunk) =>
      db.write
        .insertInto('answer')
        .values(
          chunk.map((person, index) => ({
            id: `${id}-${person.id}`,
            game_session_id: id,
            user_id: person.id,
            audience: 'home' as const,
            text: `answer ${index % 50}`,
            text_key: `answer ${index % 50}`,
            received_at: at,
            day,
            points: index % 50,
          })),
        )
        .execute(),
    );
    await db.write
      .insertInto('grouping')
      .values({
        game_session_id: id,
        version: 1,
        ai_enabled: 0,
        explanation: '',
        updated_at: at,
        answers_counted: people.length,
        answers_grouped: people.length,
      })
      .execute();
  }
  await db.write
    .insertInto('release')
    .values({
      game_session_id: 'past0',
      audience: 'home',
      released: 0,
      timed: 0,
      duration_s: 0,
      closes_at: null,
      released_at: at,
      first_released_at: at,
      opened_at: at,
    })
    .execute();
  for (const scope of ['all', day]) {
    await inChunks(people, (chunk) =>
      db.write
        .insertInto('score')
        .values(
          chunk.flatMap((person, index) =>
            totalsIn('home', {
              scope,
              user_id: person.id,
              points: ((index * 7_919) % 5_000) + 1,
              answers: ANSWERS_EACH,
              first_answered_at: at + index,
            }),
          ),
        )
        .execute(),
    );
  }
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function timed(what: string, ask: (index: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    const startedAt = performance.now();
    await ask(index);
    took.push(performance.now() - startedAt);
  }
  took.sort((a, b) => a - b);
  console.log(
    `${what.padEnd(44)} p50 ${quantile(took, 0.5).toFixed(2).padStart(7)} ms   p99 ${quantile(took, 0.99).toFixed(2).padStart(7)} ms`,
  );
  return took;
}

const dataDir = await mkdtemp(join(tmpdir(), 'boards-'));
const db = await openStore(dataDir);
const people = await seedUsers(db, PEOPLE, 2, 'p');
await seedAnswers(db, people);
await db.close();
const server = await startProcess({ dataDir, env: { JWT_SECRET: SEED_SECRET } });
const get = (path: string, index: number): Promise<string> =>
  fetch(`${server.url}/api/game-sessions/${path}`, {
    headers: { authorization: `Bearer ${people[(index * 997) % people.length]?.token ?? ''}` },
  }).then((answer) => answer.text());

console.log(`${PEOPLE} people, ${PEOPLE * ANSWERS_EACH} answers`);
const floor = await timed('floor: whether I have answered (one row)', (index) =>
  get(`user-answer/past0/${people[(index * 997) % people.length]?.id ?? ''}`, index),
);
const boards = await timed('top 100 and own row of all time', (index) =>
  get('leaderboard-all', index),
);
const asked = await timed('top 100 and own row of one question', (index) =>
  get('leaderboard/past0', index),
);
const ranks = await timed('my points and rank of all time', (index) =>
  get(`user-points/${people[(index * 997) % people.length]?.id ?? ''}/all-time`, index),
);
for (const [what, took] of [
  ['top 100', boards],
  ['top 100 of one question', asked],
  ['own rank', ranks],
] as const)
  console.log(
    `${what.padEnd(44)} p50 ${(quantile(took, 0.5) / quantile(floor, 0.5)).toFixed(2)} x   p99 ${(quantile(took, 0.99) / quantile(floor, 0.99)).toFixed(2)} x the floor`,
  );
await server.stop();
await removeDataDir(dataDir);
