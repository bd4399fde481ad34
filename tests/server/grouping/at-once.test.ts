import { Client } from 'pg';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { until } from '#tests/support/process.ts';
import { SEED_SECRET, seedUsers, type SeededUser } from '#tests/support/seed.ts';
import { startTestServer } from '#tests/support/server.ts';
import { isAllCounted } from '#tests/support/storm/stored.ts';

const SERVER = 'server of at-once';

/** Tables of a large show are read from their beginning to their end. */
const AS_IF_LARGE = ['nestloop', 'mergejoin', 'bitmapscan', 'indexscan', 'indexonlyscan']
  .map((how) => ` -c enable_${how}=off`)
  .join('');

interface Question {
  readonly id: string;
  readonly gameSessionId: string;
}

/** One process on PostgreSQL with these home viewers; and somebody beside it who can hold a row. */
async function openStage(viewers: number, planner = '') {
  const schema = await freshSchema();
  const url = new URL(schema.url);
  url.searchParams.set('options', `${url.searchParams.get('options')}${planner}`);
  url.searchParams.set('application_name', `${SERVER} ${schema.url.slice(-12)}`);
  const errors: string[] = [];
  const server = await startTestServer({
    env: { DATABASE_URL: url.href, JWT_SECRET: SEED_SECRET },
    log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }),
  });
  const clients: Client[] = [];
  const beside = async (): Promise<Client> => {
    const client = new Client({ connectionString: schema.url });
    clients.push(client);
    await client.connect();
    return client;
  };
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await server.close();
    await schema.drop();
  });
  const watcher = await beside();
  const { db } = server;
  const people = await seedUsers(db, viewers, ROLE.home, 'viewer');
  const [admin] = await seedUsers(db, 1, ROLE.admin, 'producer');
  const token = admin?.token ?? '';

  const backends = async (which: string): Promise<number> => {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity a where application_name = $1 and ${which}`,
      [url.searchParams.get('application_name')],
    );
    return rows[0]?.count ?? 0;
  };
  const waiting = async (count: number): Promise<boolean> =>
    (await backends(`wait_event_type = 'Lock'`)) >= count;

  return {
    server,
    errors,
    people,
    token,
    release: async (): Promise<Question> => {
      const { question } = await server.ok('generate', {
        token,
        body: {
          question: 'Name something in a room.',
          startTime: new Date().toISOString(),
          endTime: new Date(Date.now() + 3_600_000).toISOString(),
        },
      });
      await server.ok('releaseHome', { token, params: { id: question.id }, body: {} });
      return { id: question.id, gameSessionId: question.game_session_id };
    },
    answer: (person: SeededUser | undefined, { gameSessionId }: Question, answerText: string) =>
      server.ok('submitAnswer', {
        token: person?.token ?? '',
        body: { gameSessionId, answerText },
      }),
    counted: () => until('everything is counted', () => isAllCounted(db.read)),
    /** Nobody else can write the person's total of all time until it is let go. */
    hold: async (person: SeededUser | undefined) => {
      const holder = await beside();
      await holder.query('begin');
      await holder.query(`select from score where scope = 'all' and user_id = $1 for update`, [
        person?.id,
      ]);
      return async () => {
        await holder.query('commit');
      };
    },
    waiting: (count: number) => until(`${count} wait for a row`, () => waiting(count)),
    /** When it is done, or waits for a row as well. */
    doneOrWaiting: async (call: Promise<unknown>, count: number): Promise<void> => {
      let isDone = false;
      const noting = call.finally(() => (isDone = true));
      await until('it is done or waits', async () => isDone || (await waiting(count)));
      if (isDone) await noting;
    },
    /** Whether any two wait for each other. */
    isDeadlocked: async (): Promise<boolean> =>
      (await backends(
        `exists (select from unnest(pg_blocking_pids(a.pid)) b where a.pid = any (pg_blocking_pids(b)))`,
      )) > 0,
    /** Whether the person's answer has points, and how many answers have, and are in groups. */
    counting: async (person: SeededUser | undefined, { gameSessionId }: Question) => {
      const answers = await db.read
        .selectFrom('answer')
        .where('game_session_id', '=', gameSessionId)
        .select(['user_id', 'points'])
        .execute();
      const { grouped } = await db.read
        .selectFrom('answer_group')
        .where('game_session_id', '=', gameSessionId)
        .select((eb) => eb.fn.sum<number | null>('home_count').as('grouped'))
        .executeTakeFirstOrThrow();
      const withPoints = answers.filter(({ points }) => points !== null);
      const isCounted = withPoints.some(({ user_id }) => user_id === person?.id);
      return { isCounted, withPoints: withPoints.length, grouped };
    },
    totals: async () => {
      const rows = await db.read
        .selectFrom('score')
        .selectAll()
        .orderBy('user_id')
        .orderBy('scope', 'desc')
        .execute();
      return rows.map(
        ({ user_id, scope, role_id, points, answers }) =>
          `${user_id} ${scope === 'all' ? scope : 'today'}: role ${role_id}, ${points} points, ${answers} answers`,
      );
    },
  };
}

// What goes by chance must not be forgiven by a second try.
describe.skipIf(postgresIsMissing !== null)(
  'while a recount waits for a total',
  { retry: 0 },
  () => {
    it('an answer of the same text comes in: the next one counts it, for its group and every total', async () => {
      const { people, release, answer, counted, counting, hold, waiting, doneOrWaiting, totals } =
        await openStage(2);
      const [a, b] = people;
      const first = await release();
      await answer(a, first, 'kettle');
      await answer(b, first, 'chair');
      await counted();
      const second = await release();
      const letGo = await hold(a);
      const letNextGo = await hold(b);
      await answer(a, second, 'radio');
      await waiting(1);
      const answering = answer(b, second, 'radio');
      await doneOrWaiting(answering, 2);
      await letGo();
      await answering;
      await until('the first is counted', async () => (await counting(a, second)).isCounted);
      // The next one waits here: a group has nobody in it yet who has no points.
      expect(await counting(b, second)).toEqual({ isCounted: false, withPoints: 1, grouped: 1 });
      await letNextGo();
      await counted();
      expect(await totals()).toEqual(
        [
          'viewer0 today: role 2, 3 points, 2 answers',
          'viewer0 all: role 2, 3 points, 2 answers',
          'viewer1 today: role 2, 3 points, 2 answers',
          'viewer1 all: role 2, 3 points, 2 answers',
        ].sort(byUserThenAll),
      );
    });

    it('somebody gets another role, and is on the board of that one', async () => {
      const {
        server,
        token,
        people,
        release,
        answer,
        counted,
        hold,
        waiting,
        doneOrWaiting,
        totals,
      } = await openStage(2);
      const [a, b] = people;
      const first = await release();
      await answer(a, first, 'kettle');
      await answer(b, first, 'kettle');
      await counted();
      const second = await release();
      const letGo = await hold(a);
      await answer(a, second, 'radio');
      await answer(b, second, 'radio');
      await waiting(1);
      const moving = server.ok('updateUser', {
        token,
        params: { id: b?.id ?? '' },
        body: { name: b?.name ?? '', email: b?.email ?? '', role_id: ROLE.contestant },
      });
      await doneOrWaiting(moving, 2);
      await letGo();
      await moving;
      await counted();
      expect(await totals()).toEqual(
        [
          'viewer0 today: role 2, 4 points, 2 answers',
          'viewer0 all: role 2, 4 points, 2 answers',
          'viewer1 today: role 3, 4 points, 2 answers',
          'viewer1 all: role 3, 4 points, 2 answers',
        ].sort(byUserThenAll),
      );
      const board = await server.ok('leaderboardAllStudio', { token });
      expect(board.map(({ user_id }) => user_id)).toEqual(['viewer1']);
    });

    it('somebody is deleted, and the recount goes on', async () => {
      const {
        server,
        token,
        errors,
        people,
        release,
        answer,
        counted,
        hold,
        waiting,
        doneOrWaiting,
        totals,
      } = await openStage(2);
      const [a, b] = people;
      await answer(a, await release(), 'kettle');
      await counted();
      const question = await release();
      const letGo = await hold(a);
      await answer(a, question, 'radio');
      await answer(b, question, 'radio');
      await waiting(1);
      const deleting = server.ok('deleteUser', { token, params: { id: b?.id ?? '' } });
      await doneOrWaiting(deleting, 2);
      await letGo();
      await deleting;
      await counted();
      expect(errors).toEqual([]);
      expect(await totals()).toEqual(
        [
          'viewer0 today: role 2, 3 points, 2 answers',
          'viewer0 all: role 2, 3 points, 2 answers',
        ].sort(byUserThenAll),
      );
    });

    it('a question is deleted, and neither waits for the other', async () => {
      const {
        server,
        token,
        people,
        release,
        answer,
        counted,
        hold,
        waiting,
        doneOrWaiting,
        isDeadlocked,
        totals,
      } = await openStage(3, AS_IF_LARGE);
      const [a, b, c] = people;
      const first = await release();
      // Their totals lie in the store in this order, and a recount writes them in the other.
      for (const [person, text] of [
        [c, 'kettle'],
        [b, 'radio'],
        [a, 'lamp'],
      ] as const) {
        await answer(person, first, text);
        await counted();
      }
      const second = await release();
      const letGo = await hold(b);
      for (const person of [a, b, c]) await answer(person, second, 'chair');
      await waiting(1);
      let isDeleted = false;
      const deleting = server
        .ok('deleteQuestion', { token, params: { id: first.id } })
        .finally(() => (isDeleted = true));
      await doneOrWaiting(deleting, 2);
      await letGo();
      const deadlocks: boolean[] = [];
      await until('the question is deleted', async () => {
        deadlocks.push(await isDeadlocked());
        return isDeleted;
      });
      await counted();
      expect(deadlocks).not.toContain(true);
      expect(await totals()).toEqual(
        ['viewer0', 'viewer1', 'viewer2']
          .flatMap((id) =>
            ['today', 'all'].map((scope) => `${id} ${scope}: role 2, 3 points, 1 answers`),
          )
          .sort(byUserThenAll),
      );
    });
  },
);

const byUserThenAll = (a: string, b: string): number => (a < b ? -1 : 1);
