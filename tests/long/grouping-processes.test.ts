import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { readUncounted } from '#server/results/grouping/recount-backlog.ts';
import { redisIsMissing, startRedis } from '#tests/realtime/redis.ts';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { SQLITE_WORKER } from '#tests/support/databases.ts';
import { grouping } from '#tests/support/grouping-model.ts';
import { faults, type ModelBehaviour, startModelServer } from '#tests/support/model-server.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import {
  ADMIN,
  removeDataDir,
  type RunningServer,
  startProcess,
  until,
} from '#tests/support/process.ts';
import { openQuestion } from '#tests/support/questions.ts';

const missing = postgresIsMissing ?? redisIsMissing;
const TEXTS = ['kettle', 'radio', 'lamp', 'chair', 'clock', 'mirror'];
/** A model that merges two pairs, which is plausible. */
const wise = grouping((text) => ({ lamp: 'radio', clock: 'chair' })[text] ?? text);
/** Slow enough that two simultaneous requests overlap, ms. */
const REPLY_MS = 150;
/** The interval between reads, within the rate limit of an account, ms. */
const LOOK_MS = 50;

const clientAt = ({ url }: RunningServer) => clientOf(url, DEFAULT_BRAND);

const slowly: ModelBehaviour = (response, asked) => {
  setTimeout(() => wise(response, asked), REPLY_MS);
};

/** A model that records how many requests it handles at the same time. */
async function startModel() {
  const server = await startModelServer();
  onTestFinished(() => server.close());
  const seen = { now: 0, most: 0 };
  const noting =
    (how: ModelBehaviour): ModelBehaviour =>
    (response, asked) => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      response.on('close', () => (seen.now -= 1));
      how(response, asked);
    };
  server.behave(noting(faults.silent));
  return { server, seen, wakeUp: () => server.behave(noting(slowly)) };
}

/** Everything derived from answers and from a model's judgements. */
async function derived(db: Database) {
  const answers = await db.read
    .selectFrom('answer')
    .select(['user_id', 'points'])
    .orderBy('user_id')
    .execute();
  const forms = await db.read
    .selectFrom('grouped_text as f')
    .innerJoin('answer_group as g', 'g.id', 'f.group_id')
    .select(['f.text_key', 'f.match_reason', 'g.representative', 'g.home_count', 'g.home_points'])
    .orderBy('f.text_key')
    .execute();
  const scores = await db.read
    .selectFrom('score')
    .selectAll()
    .orderBy('scope')
    .orderBy('audience')
    .orderBy('user_id')
    .execute();
  return { answers, forms, scores };
}

/** Deletes all of it, so that the next process counts from nothing. */
async function forget(db: Database): Promise<void> {
  await db.write.deleteFrom('score').execute();
  await db.write.updateTable('answer').set({ points: null }).execute();
  await db.write.deleteFrom('grouped_text').execute();
  await db.write.deleteFrom('answer_group').execute();
  await db.write.updateTable('grouping').set({ answers_counted: 0, ai_enabled: 0 }).execute();
}

const judgements = async (url: string, outcome: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = new RegExp(`^grouping_judgements_total\\{outcome="${outcome}"\\} (\\d+)`, 'mu');
  return Number(found.exec(text)?.[1] ?? 0);
};

/**
 * Whether a board is consistent: home viewers get as many points as their group has members, so the number of users
 * with p points is a multiple of p.
 */
const boardSchema = z.array(z.object({ role_id: z.int(), total_points: z.int() }));
function isWhole(board: z.infer<typeof boardSchema>): boolean {
  const points = board
    .filter(({ role_id }) => role_id === ROLE.home)
    .map(({ total_points }) => total_points);
  return points.every((p) => p === 0 || points.filter((other) => other === p).length % p === 0);
}

it.skipIf(missing !== null)(
  `two processes with one model count as one, and go on when one is killed, ${missing ?? 'with PostgreSQL and Redis'} [R9.points-derived]`,
  async () => {
    const redis = await startRedis();
    const { url: databaseUrl, drop } = await freshSchema();
    const db = await openDatabase({ databaseUrl, dataDir: '', sqliteWorker: SQLITE_WORKER });
    const model = await startModel();
    const started: RunningServer[] = [];
    const start = async (key: string | null): Promise<RunningServer> => {
      const env = {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.url,
        JWT_SECRET: 'a secret that all processes know, long enough',
        ...(key !== null && {
          AI_BASE_URL: model.server.url,
          AI_MODEL: 'tiny',
          AI_API_KEY: key,
        }),
      };
      const process = await startProcess({ env });
      started.push(process);
      return process;
    };
    onTestFinished(async () => {
      for (const process of started) {
        await process.kill();
        await removeDataDir(process.dataDir);
      }
      await db.close();
      await drop();
    });
    const both = new Map([
      ['Bearer one', await start('one')],
      ['Bearer two', await start('two')],
    ]);
    const [here, there] = [...both.values()];
    if (here === undefined || there === undefined) throw new Error('no processes');

    const client = clientAt(here);
    const { token } = await client.signIn(ADMIN.email, ADMIN.password);
    const text = 'Name something in a room.';
    const { id, gameSessionId } = await openQuestion(client.ok, token, text);
    const people = await Promise.all(
      Array.from({ length: 18 }, async (_, index) => {
        const email = `viewer${index}@show.example`;
        const body = { name: `Viewer ${index}`, email, password: PASSWORD, role_id: ROLE.home };
        await client.ok('createUser', { token, body });
        return (await client.signIn(email)).token;
      }),
    );
    /** Submits these users' answers, alternating between the processes. */
    const answer = (from: number, to: number, at: readonly RunningServer[]) =>
      Promise.all(
        people.slice(from, to).map((person, index) =>
          clientAt(at[index % at.length] ?? here).ok('submitAnswer', {
            token: person,
            body: { gameSessionId, answerText: TEXTS[(from + index) % TEXTS.length] ?? '' },
          }),
        ),
      );
    const groupsAt = async (process: RunningServer) =>
      (await clientAt(process).ok('aiGrouping', { token, params: { gameSessionId } })).grouping;

    // Read all boards continuously.
    const torn: unknown[] = [];
    let looked = 0;
    const looking = new AbortController();
    const look = async ({ url }: RunningServer): Promise<void> => {
      const headers = { authorization: `Bearer ${people[0]}` };
      while (!looking.signal.aborted) {
        for (const path of [`leaderboard/${gameSessionId}`, 'leaderboard-all-home']) {
          const reply = await fetch(`${url}/api/game-sessions/${path}`, { headers }).catch(
            () => null,
          );
          // The process was killed.
          if (reply === null) return;
          const board = boardSchema.safeParse(await reply.json());
          looked += 1;
          if (!board.success || !isWhole(board.data)) torn.push(board);
        }
        await delay(LOOK_MS);
      }
    };
    const watching = [look(here), look(there)];

    await answer(0, 8, [here, there]);
    await model.server.heard(1);
    const holder = both.get(model.server.asked[0]?.authorization ?? '') ?? here;
    const other = holder === here ? there : here;
    // The process that accepts an answer counts it and then asks the model.
    await answer(8, 12, [other]);
    await until(
      'the other one waits for its turn',
      async () => (await judgements(other.url, 'leased')) > 0,
    );
    expect(model.server.asked).toHaveLength(1);
    for (const process of [here, there])
      await until('both count although the model is silent', async () => {
        const { totalAnswers, groupingDetails, aiEnabled } = await groupsAt(process);
        const grouped = groupingDetails.reduce((sum, { count }) => sum + count, 0);
        return totalAnswers === 12 && grouped === 12 && !aiEnabled;
      });

    await holder.kill();
    // Close the question: while it is open, merges of a model wait for a producer.
    await clientAt(other).ok('revokeHome', { token, params: { id } });
    model.wakeUp();
    // End the half minute in which no other process asks the model.
    await db.write.updateTable('grouping').set({ asking_until: 1 }).execute();
    await until('the other one goes on', async () => (await groupsAt(other)).aiEnabled, 30_000);
    await clientAt(other).ok('releaseHome', { token, params: { id }, body: {} });
    const third = await start('three');
    watching.push(look(third));
    await answer(12, 18, [other, third]);
    for (const process of [other, third])
      await until('all is counted and judged', async () => {
        const { groupingDetails } = await groupsAt(process);
        return groupingDetails.map(({ count }) => count).join() === '6,6,3,3';
      });
    looking.abort();
    await Promise.all(watching);
    expect([torn, model.seen.most]).toEqual([[], 1]);
    expect(looked).toBeGreaterThan(100);

    // The last answers may have been counted with groups made without them.
    await until('nothing is left to count', async () => {
      const left = await readUncounted(db.read, Date.now());
      return left.length === 0;
    });
    await Promise.all([other.stop(), third.stop()]);
    const shown = await derived(db);
    expect(new Set(shown.answers.map(({ points }) => points))).toEqual(new Set([6, 3]));
    await forget(db);
    // Start without a model: the judgements are in the store.
    await start(null);
    await until('it is counted from nothing', async () => {
      const { answers } = await derived(db);
      return answers.every(({ points }) => points !== null);
    });
    expect(await derived(db)).toEqual(shown);
  },
  120_000,
);
