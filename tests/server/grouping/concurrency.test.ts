import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { AUDIENCES, ROLE, type RoleId } from '#machines/contract/entities.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { remove as removeQuestion } from '#server/show/questions/edit.ts';
import { deleteQuestion } from '#server/show/questions/store.ts';
import { remove, update } from '#server/admin/change-user.ts';
import { endAccess } from '#server/account/store.ts';
import { endTokensOf } from '#server/show/remote-control/tokens.ts';
import { forgetSession } from '#server/results/boards/store.ts';
import { actOnShow } from '#server/show/act.ts';
import { insertShow } from '#server/show/store.ts';
import { makeItems } from '#tests/support/make-items.ts';
import { openPostgresStore } from '#tests/support/databases.ts';
import { postgresIsMissing } from '#tests/support/postgres.ts';
import { until } from '#tests/support/process.ts';
import { showServices } from '#tests/support/show-acts.ts';
import { SILENT_BROADCASTER } from '#tests/support/silent-broadcaster.ts';
import { makeAppeal } from '#server/results/appeals.ts';
import {
  addQuestion,
  addUser,
  addUsers,
  processOn,
  REVOKED,
  setWindow,
  START,
} from '../answers/fixture.ts';

/** The number of connections that wait for these, directly or indirectly. */
async function waitingFor(db: Database, pids: readonly number[]): Promise<number> {
  const found = await sql<{ count: number }>`
    with recursive held (pid) as (
      select unnest(${pids}::integer[])
      union select a.pid from pg_stat_activity a join held on held.pid = any(pg_blocking_pids(a.pid))
    ) select count(*) - ${pids.length}::integer as count from held`.execute(db.read);
  return found.rows[0]?.count ?? 0;
}

/** Locks the all-time total of a person from another connection, as a recount of another question would. */
async function holdTotal(db: Database, url: string, userId: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(`select 1 from score where scope = 'all' and user_id = $1 for update`, [
    userId,
  ]);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  return {
    pid,
    /**
     * Resolves when this many connections wait for it, directly or indirectly, or when `others` have finished without
     * waiting.
     */
    awaitedBy: async (count: number, others?: Promise<unknown>): Promise<void> => {
      const state = { isDone: false };
      const end = () => (state.isDone = true);
      others?.then(end, end);
      await until(
        `${count} wait for the total`,
        async () => state.isDone || (await waitingFor(db, [pid])) >= count,
      );
    },
    release: () => client.query('commit'),
  };
}

const users = (db: Database) => ({
  db,
  brand: DEFAULT_BRAND,
  identity: { forget: () => {} },
  broadcaster: { disconnectUser: () => {} },
  boardsChanged: () => {},
  endAccess,
  endKeys: endTokensOf,
  isAnswering: () => Promise.resolve(false),
  notices: () => [],
});

const questions = (db: Database) => ({
  db,
  now: () => START,
  broadcaster: SILENT_BROADCASTER,
  publish: () => {},
  runningItem: () => Promise.resolve(null),
  removeAnswers: forgetSession,
  boardsChanged: () => {},
});

const shows = (db: Database) =>
  showServices({ db, now: () => START, broadcaster: SILENT_BROADCASTER, publish: () => {} });

/** The rows of `score` as computed from the answers, and as stored. */
async function totals(db: Database) {
  const kept = await db.read
    .selectFrom('score')
    .select(['scope', 'audience', 'user_id', 'points', 'answers'])
    .orderBy('scope')
    .orderBy('audience')
    .orderBy('user_id')
    .execute();
  const answered = db.read
    .selectFrom('answer as a')
    .innerJoin('user as u', 'u.id', 'a.user_id')
    .where('a.points', 'is not', null);
  const select = (scope: 'all' | 'day', audience: 'all' | 'own') =>
    answered
      .groupBy('u.id')
      .$if(scope === 'day', (query) => query.groupBy('a.day'))
      .$if(audience === 'own', (query) => query.groupBy('a.audience'))
      .select((eb) => [
        (scope === 'all' ? sql<string>`'all'` : sql<string>`a.day`).as('scope'),
        (audience === 'all' ? sql<string>`'all'` : sql<string>`a.audience`).as('audience'),
        'u.id as user_id',
        eb.fn.sum<number>('a.points').as('points'),
        eb.fn.countAll<number>().as('answers'),
      ]);
  const derived = await select('day', 'all')
    .unionAll(select('day', 'own'))
    .unionAll(select('all', 'all'))
    .unionAll(select('all', 'own'))
    .orderBy('scope')
    .orderBy('audience')
    .orderBy('user_id')
    .execute();
  return { kept, derived };
}

const counted = (db: Database, gameSessionId: string) =>
  db.read
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .orderBy('received_at')
    .orderBy('id')
    .select(['counted', 'points'])
    .execute();

/** A user with a total, a second user, and another question that both may answer. */
async function openFixture(roleId: RoleId = ROLE.home) {
  const { db, url } = await openPostgresStore();
  const [first = ''] = await addUsers(db, 1);
  const second = await addUser(db, roleId);
  const by = { id: await addUser(db, ROLE.admin), version: 0 };
  const earlier = await addQuestion(db);
  const process = processOn(db);
  await process.submit(first, earlier.gameSessionId, 'Rain');
  await process.recount(earlier.gameSessionId);
  const { gameSessionId } = await addQuestion(db);
  return { db, url, first, second, by, earlier, gameSessionId, process };
}

// Do not retry: a race that fails once is a fault.
const once = { retry: 0 };

describe.skipIf(postgresIsMissing !== null)('while a recount waits for a total', once, () => {
  it('an answer with a known text is counted completely by the next recount', async () => {
    const { db, url, first, second, gameSessionId, process } = await openFixture();
    const held = await holdTotal(db, url, first);
    await process.submit(first, gameSessionId, 'Apple');
    const counting = process.recount(gameSessionId);
    await held.awaitedBy(1);
    await process.submit(second, gameSessionId, 'apple');
    await held.release();
    await counting;
    // Until then, every answer that is in a group has points.
    expect(await counted(db, gameSessionId)).toEqual([
      { counted: 1, points: 1 },
      { counted: 0, points: null },
    ]);
    await process.recount(gameSessionId);
    const { kept, derived } = await totals(db);
    expect(kept).toEqual(derived);
    expect(
      kept.filter(({ scope, audience }) => scope === 'all' && audience === 'all'),
    ).toMatchObject(
      [
        { user_id: first, points: 3, answers: 2 },
        { user_id: second, points: 2, answers: 1 },
      ].toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1)),
    );
  });

  it('a change of role waits, and leaves points in the audience in which they were earned', async () => {
    const { db, url, first, second, by, gameSessionId, process } = await openFixture();
    const held = await holdTotal(db, url, first);
    await process.submit(first, gameSessionId, 'Apple');
    await process.submit(second, gameSessionId, 'Apple');
    const counting = process.recount(gameSessionId);
    await held.awaitedBy(1);
    const changed = {
      id: second,
      name: 'Some Body',
      email: `${second.toLowerCase()}@show.example`,
      role_id: ROLE.contestant,
    };
    const changing = update(users(db), changed, by);
    await held.awaitedBy(2, changing);
    await held.release();
    await Promise.all([counting, changing]);
    const { kept, derived } = await totals(db);
    expect(kept).toEqual(derived);
    expect(new Set(kept.map(({ audience }) => audience))).toEqual(new Set(['all', 'home']));
  });

  it('all points are held or none, also if that is switched before the first count', async () => {
    const { db, url, first, gameSessionId, process } = await openFixture();
    await inTransaction(db, async (tx) => {
      await insertShow(tx, { id: 'show', title: 'Friday' }, START);
      await makeItems(tx, 'show', [gameSessionId]);
    });
    const held = await holdTotal(db, url, first);
    let switcher = 0;
    let isToEnd = false;
    const record: Database['record'] = async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      switcher = rows[0]?.pid ?? 0;
      await until('the switch may end', () => isToEnd);
    };
    const act = { type: 'holdPoints', on: false } as const;
    const asked = { version: 0, requestId: 'request-1', act };
    const switching = actOnShow(shows({ ...db, record }), 'show', asked, 'producer');
    await until('it is switched', () => switcher > 0);
    await process.submit(first, gameSessionId, 'Apple');
    const counting = process.recount(gameSessionId);
    await until('the count waits', async () => (await waitingFor(db, [held.pid, switcher])) === 1);
    isToEnd = true;
    await switching;
    await held.release();
    await counting;
    const { kept, derived } = await totals(db);
    expect(kept).toEqual(derived);
  });

  it('an account can be deleted, and the other answers are counted', async () => {
    const { db, url, first, second, by, gameSessionId, process } = await openFixture();
    const held = await holdTotal(db, url, first);
    await process.submit(first, gameSessionId, 'Apple');
    await process.submit(second, gameSessionId, 'Apple');
    const counting = process.recount(gameSessionId);
    await held.awaitedBy(1);
    const deleting = remove(users(db), second, by);
    await held.awaitedBy(2, deleting);
    await held.release();
    expect(await counting).toMatchObject({ gameSessionId });
    await deleting;
    const { kept, derived } = await totals(db);
    expect(kept).toEqual(derived);
  });

  it('another question can be deleted with its points', async () => {
    const { db, url, first, second, earlier, gameSessionId, process } = await openFixture();
    await setWindow(db, earlier.gameSessionId, 'home', {
      released: true,
      timed: false,
      closesAt: null,
    });
    await process.submit(second, earlier.gameSessionId, 'Snow');
    await process.recount(earlier.gameSessionId);
    const held = await holdTotal(db, url, first);
    await process.submit(first, gameSessionId, 'Apple', START + 86_400_000);
    await process.submit(second, gameSessionId, 'Apple', START + 86_400_000);
    const counting = process.recount(gameSessionId);
    await held.awaitedBy(1);
    for (const audience of AUDIENCES) await setWindow(db, earlier.gameSessionId, audience, REVOKED);
    const deleting = removeQuestion(questions(db), earlier.id);
    await held.awaitedBy(2, deleting);
    await held.release();
    await Promise.all([counting, deleting]);
    const { kept, derived } = await totals(db);
    expect(kept).toEqual(derived);
  });
});

describe.skipIf(postgresIsMissing !== null)('while a question is being deleted', once, () => {
  it('an appeal waits, and is refused because the question is gone', async () => {
    const { db, first, earlier } = await openFixture();
    const { id, gameSessionId } = earlier;
    for (const audience of AUDIENCES) await setWindow(db, gameSessionId, audience, REVOKED);
    const services = { db, now: () => START, broadcaster: SILENT_BROADCASTER };
    const asked = { gameSessionId, userId: first, wanted: 'Storm', groupId: null };
    let appealing: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await deleteQuestion(tx, id);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      appealing = makeAppeal(services, asked).catch((error: unknown) => error);
      const pids = rows.map(({ pid }) => pid);
      await until('the appeal waits', async () => (await waitingFor(db, pids)) === 1);
    });
    expect(await appealing).toMatchObject({ status: 404 });
  });
});
