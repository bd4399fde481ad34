import { m } from 'messages';
import { afterEach, expect, it, vi } from 'vitest';
import { audienceOf } from '#machines/contract/audience.ts';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import { createSqliteReads } from '#server/db/consistent-reads.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { Ranks } from '#server/results/boards/ranks.ts';
import { PLAYERS, readTop } from '#server/results/boards/store.ts';
import { describeStores, openSqliteStore } from '#tests/support/databases.ts';
import { totalsIn } from '#tests/support/scores.ts';
import { addCrowd } from './crowd.ts';
import {
  addQuestion,
  addUser,
  addUsers,
  OPEN,
  processOn,
  REVOKED,
  START,
  storeAnswer,
} from '../answers/fixture.ts';

const DAY = '2023-11-14';
const boardsOn = (db: Database, now: () => number = () => START) =>
  createBoards({ db, now, dayOf: utcDay });
const callerOf = (id: string, roleId: RoleId = ROLE.home) => ({
  id,
  name: 'Some Body',
  email: 'somebody@show.example',
  roleId,
});
const readerOf = (id: string | null) => ({ id, room: 'home' as const });

/** Stores a user with a total in this scope. */
async function addScore(
  db: Database,
  person: { name: string; points: number; at?: number; roleId?: RoleId; scope?: string },
): Promise<string> {
  const { name, points, at = 0, roleId = ROLE.home, scope = 'all' } = person;
  const id = await addUser(db, roleId, name);
  const total = { scope, user_id: id, points, answers: 1, first_answered_at: START + at };
  await db.write
    .insertInto('score')
    .values(totalsIn(audienceOf(roleId) ?? 'home', total))
    .execute();
  return id;
}

/** Calls `onStatement` before each statement. */
function watched(db: Database, onStatement: () => void): Database {
  const read = db.read.withPlugin({
    transformQuery: ({ node }) => {
      onStatement();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { ...db, read, consistent: createSqliteReads(read, read) };
}

function counted(db: Database) {
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  return { db: watched(db, count), statements: () => statements };
}

/** A database whose statements fail until the test restores it. */
function failing(db: Database) {
  let isAway = true;
  const fail = () => {
    if (isAway) throw new Error('away');
  };
  return {
    db: watched(db, fail),
    isBack: () => {
      isAway = false;
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describeStores('boards', (open) => {
  it('rank by points, with equal ranks for equal points, listed by earlier answer, then name; the own rank is within the own audience [R9.rank-audience R9.rank-competition R9.rank-order R9.board-absent]', async () => {
    const db = await open();
    const people = [
      { name: 'Zoe', points: 9, at: 1 },
      { name: 'Ann', points: 9, at: 2 },
      { name: 'Bob', points: 9, at: 2 },
      { name: 'Carl', points: 4, roleId: ROLE.contestant },
      { name: 'Dora', points: 0 },
    ];
    const ids = new Map<string, string>();
    for (const person of people.toReversed()) ids.set(person.name, await addScore(db, person));
    await addScore(db, { name: 'Boss', points: 100, roleId: ROLE.admin });
    await addScore(db, { name: 'Yesterday', points: 7, scope: '2023-11-13' });
    const entry = (rank: number, username: string, total_points: number, role_id = ROLE.home) => ({
      rank,
      username,
      user_id: ids.get(username),
      role_id,
      total_points,
    });
    const { board } = boardsOn(db);
    expect(await board('all', 'all')).toEqual({
      entries: [
        { ...entry(1, 'Zoe', 9), shared: true },
        { ...entry(1, 'Ann', 9), shared: true },
        { ...entry(1, 'Bob', 9), shared: true },
        { ...entry(4, 'Carl', 4), role_id: ROLE.contestant },
        entry(5, 'Dora', 0),
      ],
      people: 5,
    });
    expect(
      (await board('all', 'home')).entries.map(({ rank, username }) => [rank, username]),
    ).toEqual([
      [1, 'Zoe'],
      [1, 'Ann'],
      [1, 'Bob'],
      [4, 'Dora'],
    ]);
    expect((await board('all', 'studio')).entries).toEqual([
      { ...entry(1, 'Carl', 4), role_id: ROLE.contestant },
    ]);
    expect(await board('daily', 'all')).toEqual({ entries: [], people: 0 });
    const standing = async (name: string) =>
      (await boardsOn(db).standing('all', callerOf(ids.get(name) ?? ''), ids.get(name) ?? '')).rank;
    expect(await Promise.all(people.map(({ name }) => standing(name)))).toEqual([1, 1, 1, 1, 4]);
  });

  it('have the best hundred, the row of the reader and the number of all players [R9.board-own-row R9.board-people]', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db, { home: OPEN, studio: OPEN });
    const crowd = await addCrowd(db, gameSessionId, 4_800);
    const rankAmong = (roles: readonly RoleId[], mine: number): number =>
      1 + crowd.filter(({ roleId, points }) => roles.includes(roleId) && points > mine).length;
    const sizeOf = (roles: readonly RoleId[]) =>
      crowd.filter(({ roleId }) => roles.includes(roleId)).length;
    const { board, sessionBoard, standing, moved } = boardsOn(db);
    const ofPlayers = [
      [(id: string) => board('all', 'all', readerOf(id)), PLAYERS],
      [(id: string) => board('all', 'home', readerOf(id)), [ROLE.home]],
      [(id: string) => board('all', 'studio', readerOf(id)), [ROLE.contestant]],
      [(id: string) => sessionBoard(gameSessionId, readerOf(id)), PLAYERS],
    ] as const;
    for (const [ask, roles] of ofPlayers)
      for (const index of [0, 1, 3, 1_204, 3_199, 3_200, 4_799]) {
        const { id, roleId, points } = crowd[index] ?? { id: '', roleId: ROLE.admin, points: 0 };
        const { entries, people } = await ask(id);
        const own = entries.find(({ user_id }) => user_id === id);
        const isOn = roles.some((role) => role === roleId);
        expect([people, own?.rank, own?.total_points]).toEqual([
          sizeOf(roles),
          ...(isOn ? [rankAmong(roles, points), points] : [undefined, undefined]),
        ]);
        expect(entries.slice(0, 100).map(({ total_points }) => total_points)).toEqual(
          crowd
            .filter((each) => roles.some((role) => role === each.roleId))
            .map((each) => each.points)
            .toSorted((a, b) => b - a)
            .slice(0, 100),
        );
        expect(entries.length).toBeLessThanOrEqual(101);
        expect((await standing('all', callerOf(id, roleId), id)).rank).toBe(
          rankAmong([roleId], points),
        );
      }
    const boss = await addUser(db, ROLE.admin);
    expect((await board('all', 'all', readerOf(boss))).entries.length).toBe(100);
    expect((await sessionBoard(gameSessionId)).entries.length).toBe(100);
    // Deleted users and new admins are on no board.
    await db.write.deleteFrom('user').where('id', '=', 'h0').execute();
    await db.write
      .updateTable('user')
      .set({ role_id: ROLE.admin })
      .where('id', '=', 'h1')
      .execute();
    moved();
    expect((await sessionBoard(gameSessionId)).people).toBe(4_798);
  });

  it('include the earlier answers if equal points do not all fit [R9.rank-order]', async () => {
    const db = await open();
    await addScore(db, { name: 'Ann', points: 3, at: 1 });
    await addScore(db, { name: 'Zoe', points: 3 });
    const best = await readTop(db.read, { scope: 'all', audience: 'home' }, { limit: 1 });
    expect(best.map(({ username }) => username)).toEqual(['Zoe']);
  });

  it('of a day are empty at midnight UTC, and have answers by their day [R9.daily-reset R9.board-absent]', async () => {
    const db = await open();
    const [early = '', late = ''] = await addUsers(db, 2);
    const { gameSessionId } = await addQuestion(db);
    const midnight = Date.UTC(2026, 2, 29);
    const { submit, recount } = processOn(db);
    await submit(early, gameSessionId, 'apple', midnight - 1);
    await submit(late, gameSessionId, 'apple', midnight);
    await recount(gameSessionId);
    let now = midnight - 1;
    const { board, standing } = boardsOn(db, () => now);
    const names = async () => (await board('daily', 'all')).entries.map(({ user_id }) => user_id);
    expect(await names()).toEqual([early]);
    expect(await standing('daily', callerOf(late), late)).toEqual({ total_points: 0, rank: null });
    now = midnight;
    expect(await names()).toEqual([late]);
    expect(await standing('daily', callerOf(late), late)).toEqual({ total_points: 2, rank: 1 });
    expect(await standing('daily', callerOf(early), early)).toEqual({
      total_points: 0,
      rank: null,
    });
    const shared = { total_points: 2, rank: 1, shared: true };
    expect(await standing('all', callerOf(early), early)).toEqual(shared);
  });

  it('of a question are public once it was released, and only then', async () => {
    const db = await open();
    const unreleased = await addQuestion(db, {});
    const revoked = await addQuestion(db, { home: REVOKED });
    const { sessionBoard } = boardsOn(db);
    const refused = { status: 404, message: m.notFound() };
    await expect(sessionBoard('nothing')).rejects.toMatchObject(refused);
    await expect(sessionBoard(unreleased.gameSessionId)).rejects.toMatchObject(refused);
    expect(await sessionBoard(revoked.gameSessionId)).toEqual({ entries: [], people: 0 });
  });

  it('of a question have the players who answered it, without deleted accounts and admins [R9.board-no-admins R9.board-deleted]', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db, { home: OPEN });
    const [a = '', b = '', gone = '', risen = ''] = await addUsers(db, 4);
    const { recount } = processOn(db);
    for (const [index, userId] of [gone, risen, b, a].entries())
      await storeAnswer(db, {
        gameSessionId,
        userId,
        text: userId === a ? 'pear' : 'apple',
        receivedAt: START + index,
      });
    await recount(gameSessionId);
    await db.write.deleteFrom('user').where('id', '=', gone).execute();
    await db.write
      .updateTable('user')
      .set({ role_id: ROLE.admin })
      .where('id', '=', risen)
      .execute();
    await storeAnswer(db, { gameSessionId, userId: await addUser(db), text: 'apple' });
    expect((await boardsOn(db).sessionBoard(gameSessionId)).entries).toEqual([
      { rank: 1, username: 'Some Body', user_id: b, role_id: ROLE.home, total_points: 3 },
      { rank: 2, username: 'Some Body', user_id: a, role_id: ROLE.home, total_points: 1 },
    ]);
  });

  it('contain only the points of others, and without a user only public rows', async () => {
    const db = await open();
    const ann = await addScore(db, { name: 'Ann', points: 9 });
    const bob = await addUser(db);
    const boss = await addScore(db, { name: 'Boss', points: 10, roleId: ROLE.admin });
    const { standing } = boardsOn(db);
    expect(await standing('all', callerOf(ann), ann)).toEqual({ total_points: 9, rank: 1 });
    expect(await standing('all', callerOf(bob), ann)).toEqual({ total_points: 9 });
    expect(await standing('all', callerOf(bob), bob)).toEqual({ total_points: 0, rank: null });
    expect(await standing('all', callerOf(ann), bob)).toEqual({ total_points: 0 });
    expect(await standing('all', callerOf(boss, ROLE.admin), boss)).toEqual({
      total_points: 10,
      rank: null,
    });
    await expect(standing('all', callerOf(ann), 'nobody')).rejects.toMatchObject({ status: 404 });
  });

  it('are read once for any number of requests, until they change or a second has passed', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { db, statements } = counted(await open());
    await addScore(db, { name: 'Ann', points: 9 });
    const { gameSessionId } = await addQuestion(db);
    const { board, sessionBoard, moved } = boardsOn(db);
    const many = async () => {
      const asked = Array.from({ length: 1_000 }, () => [
        board('all', 'home'),
        sessionBoard(gameSessionId),
      ]).flat();
      return new Set((await Promise.all(asked)).map(({ entries }) => entries)).size;
    };
    expect([await many(), statements()]).toEqual([2, 5]);
    expect([await many(), statements()]).toEqual([2, 5]);
    await addScore(db, { name: 'Bob', points: 10 });
    moved();
    expect((await board('all', 'home')).entries.map(({ username }) => username)).toEqual([
      'Bob',
      'Ann',
    ]);
    expect(statements()).toBe(7);
    vi.advanceTimersByTime(999);
    await board('all', 'home');
    expect(statements()).toBe(7);
    vi.advanceTimersByTime(1);
    await board('all', 'home');
    // The statements for Home's view and for the board.
    expect(statements()).toBe(9);
  });

  it('give equal ranks in any order of requests', async () => {
    const { db, statements } = counted(await open());
    const totals = Array.from({ length: 120 }, (_, index) => (index * 7919) % 90);
    for (const [index, points] of totals.entries())
      await addScore(db, {
        name: `P${index}`,
        points,
        scope: DAY,
        roleId: index % 3 === 0 ? ROLE.contestant : ROLE.home,
      });
    await addScore(db, { name: 'Boss', points: 1_000, scope: DAY, roleId: ROLE.admin });
    const home = totals.filter((_, index) => index % 3 !== 0);
    const expected = home.map((points) => home.filter((other) => other > points).length);
    const ranks = new Ranks({ scope: DAY, audience: 'home' });
    expect(await Promise.all(home.map((points) => ranks.above(points, db.read)))).toEqual(expected);
    expect(statements()).toBe(new Set(home).size);
    expect(await ranks.people(db.read)).toBe(home.length);
    const rising = new Ranks({ scope: DAY, audience: 'home' });
    const found: number[] = [];
    for (let points = 0; points < 90; points += 1) found.push(await rising.above(points, db.read));
    expect(home.map((points) => found[points])).toEqual(expected);
  });

  it('are read again at once after the store has failed', async () => {
    const db = await open();
    await addScore(db, { name: 'Ann', points: 9 });
    const away = failing(db);
    const { board } = boardsOn(away.db);
    const all = () => board('all', 'all');
    const asked = await Promise.allSettled([all(), all()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    away.isBack();
    expect((await all()).entries.map(({ username }) => username)).toEqual(['Ann']);
  });

  it('rank correctly after the store has failed', async () => {
    const db = await open();
    await addScore(db, { name: 'Ann', points: 9 });
    const away = failing(db);
    const { read } = away.db;
    const ranks = new Ranks({ scope: 'all', audience: 'home' });
    const [first, second] = await Promise.allSettled([ranks.above(9, read), ranks.above(8, read)]);
    expect([first?.status, second?.status]).toEqual(['rejected', 'rejected']);
    away.isBack();
    expect(await ranks.above(7, read)).toBe(1);
    expect(await ranks.above(8, read)).toBe(1);
  });
});

it('boards are the old ones while totals change in several transactions, then the new ones', async () => {
  const db = await openSqliteStore();
  await addScore(db, { name: 'Ann', points: 9 });
  const { board, whileConsistent } = boardsOn(db);
  const names = async (audience: 'home' | 'all') =>
    (await board('all', audience)).entries.map(({ username }) => username);
  expect(await names('home')).toEqual(['Ann']);
  await whileConsistent(async () => {
    await addScore(db, { name: 'Bob', points: 10 });
    expect(await names('home')).toEqual(['Ann']);
    expect(await names('all')).toEqual(['Ann']);
    await addScore(db, { name: 'Cid', points: 11 });
  });
  expect(await names('all')).toEqual(['Cid', 'Bob', 'Ann']);
  expect(await names('home')).toEqual(['Cid', 'Bob', 'Ann']);
});
