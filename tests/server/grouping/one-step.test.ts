import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { groupTexts } from 'answer-grouping';
import { type Database, inTransaction, openDatabase } from '#server/db/client.ts';
import { ownAnswers } from '#server/answering/own-answers.ts';
import { createPointsPreview } from '#server/answering/points-preview.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { grouping, summaries } from '#server/results/grouping/overview.ts';
import { recount, type RecountServices } from '#server/results/grouping/recount.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { list } from '#server/admin/list-users.ts';
import { readStats } from '#server/admin/user-store.ts';
import { describeStores, openSqliteStore, SQLITE_WORKER } from '#tests/support/databases.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { addQuestion, addUsers, recountServices, START, storeAnswer } from '../answers/fixture.ts';

const CROWD = 800;

/** Separately, 'pear' and 'plum' get fewer points than 'apple'; merged they get more. */
const TEXTS = [
  ...Array<string>(9).fill('apple'),
  ...Array<string>(6).fill('pear'),
  'plum',
  'plum',
  'plum',
  'plum',
  'plum',
];
const together: RecountServices['group'] = (texts) => {
  const [apple, ...others] = groupTexts(texts);
  const members = others.flatMap((group) => group.members);
  const merged = { representative: 'pear', members };
  return Promise.resolve(apple === undefined ? [] : [apple, merged]);
};

/** Stores users with answers, some of them contestants. */
async function addCrowd(db: Database, gameSessionId: string): Promise<string[]> {
  const people = Array.from({ length: CROWD }, (_, index) => ({
    id: `p${String(index).padStart(5, '0')}`,
    text: TEXTS[index % TEXTS.length] ?? '',
    roleId: index % 50 === 0 ? ROLE.contestant : ROLE.home,
  }));
  await inTransaction(db, async (tx) => {
    for (const { id, text, roleId } of people) {
      await tx
        .insertInto('user')
        .values({
          id,
          name: `Player ${id}`,
          email: `${id}@show.example`,
          password_hash: 'none',
          role_id: roleId,
          verified_at: START,
          created_at: START,
        })
        .execute();
      await storeAnswer({ ...db, write: tx }, { gameSessionId, userId: id, roleId, text });
    }
  });
  return people.map(({ id }) => id);
}

const person = (userId: string) => ({
  id: userId,
  name: 'Some Body',
  email: 'somebody@show.example',
  roleId: ROLE.home,
});

/** The requests by which a user can read points and groups. */
function readersOf(db: Database, gameSessionId: string) {
  const boards = createBoards({ db, now: () => START, dayOf: utcDay });
  const pointsPreview = createPointsPreview(db);
  const reads = (userId: string): Record<string, () => Promise<unknown>> => ({
    'points today': () => boards.standing('daily', person(userId), userId),
    'points of all time': () => boards.standing('all', person(userId), userId),
    awardedPoints: () =>
      ownAnswers({ db, now: () => START, pointsPreview }, userId, [gameSessionId]),
    'board of today': () => boards.board('daily', 'all'),
    'board of home viewers': () => boards.board('all', 'home'),
    'board of contestants': () => boards.board('all', 'studio'),
    'board of the question': () => boards.sessionBoard(gameSessionId),
    groups: () => grouping({ db }, gameSessionId),
    summary: () => summaries({ db }, [gameSessionId]),
    totals: () => readStats(db),
    accounts: () => list({ db, brand: DEFAULT_BRAND, isUnfit }, { by: 'all', page: 1 }),
  });
  return { boards, reads };
}

/** The result of one request: which one, by which user, and the reply. */
interface Seen {
  readonly key: string;
  readonly begun: number;
  readonly ended: number;
  readonly value: string;
}

/** Recounts while others read from this process or another one; returns what they read. */
async function readThroughout(
  db: Database,
  { elsewhere, sliceSize }: { elsewhere: Database; sliceSize: number },
): Promise<{ wasReadBefore: boolean; mixed: unknown[]; backwards: string[] }> {
  const { gameSessionId } = await addQuestion(db);
  const people = await addCrowd(db, gameSessionId);
  const here = readersOf(db, gameSessionId);
  const { reads } = elsewhere === db ? here : readersOf(elsewhere, gameSessionId);
  const services = {
    ...recountServices(db),
    whileConsistent: here.boards.whileConsistent,
    sliceSize,
  };
  await recount(services, gameSessionId);

  const readers = people.filter((_, index) => index % 397 === 0);
  let clock = 0;
  const seen: Seen[] = [];
  const readAll = async (userId: string): Promise<Seen[]> => {
    const read: Seen[] = [];
    for (const [what, make] of Object.entries(reads(userId))) {
      const begun = (clock += 1);
      const value = JSON.stringify(await make(), (_key, each: unknown) =>
        each instanceof Map ? [...each] : each,
      );
      read.push({ key: `${userId} ${what}`, begun, ended: (clock += 1), value });
    }
    return read;
  };
  const everything = async (): Promise<Map<string, string>> => {
    const all: Seen[] = [];
    for (const userId of readers) all.push(...(await readAll(userId)));
    return new Map(all.map(({ key, value }) => [key, value]));
  };

  const before = await everything();
  const state = { isDone: false };
  const reading = readers.map(async (userId) => {
    while (!state.isDone) {
      seen.push(...(await readAll(userId)));
      await turn();
    }
  });
  await turn();
  await recount({ ...services, group: together }, gameSessionId);
  const after = await everything();
  state.isDone = true;
  await Promise.all(reading);

  // Only replies that the recount changes prove something.
  const telling = seen.filter(({ key }) => before.get(key) !== after.get(key));
  expect(new Set(telling.map(({ key }) => key.split(' ').slice(1).join(' ')))).toEqual(
    new Set(Object.keys(reads(''))),
  );
  const mixed = telling.filter(
    ({ key, value }) => value !== before.get(key) && value !== after.get(key),
  );
  const changed = telling.filter(({ key, value }) => value === after.get(key));
  const changedAt = Math.min(...changed.map(({ ended }) => ended));
  const old = telling.filter(({ key, value }) => value === before.get(key));
  return {
    wasReadBefore: old.length > 0,
    mixed: mixed.map(({ key, value }) => [key, before.get(key), value, after.get(key)]),
    backwards: old.filter(({ begun }) => begun > changedAt).map(({ key }) => key),
  };
}

/** Expected: only old and new states were read, and no old state after a new one. */
const ONE_STEP = { wasReadBefore: true, mixed: [], backwards: [] };

describeStores('a recount of a crowd', (open) => {
  it(
    'changes points, ranks and boards in one step for all readers [R9.points-move]',
    { timeout: 60_000 },
    async () => {
      const db = await open();
      const sliceSize = db.dialect === 'sqlite' ? 25 : 2 * CROWD;
      expect(await readThroughout(db, { elsewhere: db, sliceSize })).toEqual(ONE_STEP);
    },
  );
});

describe('a recount in slices', () => {
  it('shows new answers at once, and everything after a failure', async () => {
    const db = await openSqliteStore();
    const { gameSessionId } = await addQuestion(db);
    const [a = '', b = ''] = await addUsers(db, 2);
    await storeAnswer(db, { gameSessionId, userId: a, text: 'apple' });
    const { boards, reads } = readersOf(db, gameSessionId);
    const pointsOf = async (userId: string) => {
      const [answer] = await ownAnswers(
        { db, now: () => START, pointsPreview: createPointsPreview(db) },
        userId,
        [gameSessionId],
      );
      return answer?.awardedPoints;
    };
    const failing = boards.whileConsistent(async () => {
      await storeAnswer(db, { gameSessionId, userId: b, text: 'apple' });
      await recount({ ...recountServices(db), whileConsistent: (write) => write() }, gameSessionId);
      expect([await pointsOf(a), await pointsOf(b)]).toEqual([0, 0]);
      expect(await reads(b)['points today']?.()).toEqual({ total_points: 0, rank: null });
      throw new Error('the store is away');
    });
    await expect(failing).rejects.toThrow('away');
    expect([await pointsOf(a), await pointsOf(b)]).toEqual([2, 2]);
    expect(await reads(b)['points today']?.()).toEqual({ total_points: 2, rank: 1, shared: true });
  });
});

it.skipIf(postgresIsMissing !== null)(
  'a large recount is one step also for readers of another process, with PostgreSQL [R9.points-move]',
  { timeout: 60_000 },
  async () => {
    const { url: databaseUrl, drop } = await freshSchema();
    const options = { databaseUrl, dataDir: '', sqliteWorker: SQLITE_WORKER };
    const db = await openDatabase(options);
    const elsewhere = await openDatabase(options);
    onTestFinished(async () => {
      await db.close();
      await elsewhere.close();
      await drop();
    });
    expect(await readThroughout(db, { elsewhere, sliceSize: 2 * CROWD })).toEqual(ONE_STEP);
  },
);
