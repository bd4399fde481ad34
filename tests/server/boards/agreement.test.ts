import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Audience,
  AUDIENCES,
  type FinalStanding,
  ROLE,
  type RoleId,
} from '#machines/contract/entities.ts';
import { SHOW_BOARD_SIZE } from '#machines/contract/limits.ts';
import { audienceOf, roleOf } from '#machines/contract/audience.ts';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { type Boards, createBoards } from '#server/results/boards/boards.ts';
import { rewriteScores } from '#server/results/boards/store.ts';
import { writeScene } from '#server/show/stage/store.ts';
import { exportShow } from '#server/show/export/export.ts';
import { describeStores } from '#tests/support/databases.ts';
import { unzip } from '#tests/support/unzip.ts';
import { addUser, START } from '../answers/fixture.ts';
import { publish, score, showOn } from './show-fixture.ts';

const PLAYERS = 14;
const ITEMS = 3;
const player = fc.nat(PLAYERS - 1);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      player,
      item: fc.nat(ITEMS - 1),
      points: fc.nat(2),
      at: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('role' as const),
      player,
      role: fc.constantFrom<RoleId>(ROLE.home, ROLE.contestant, ROLE.admin),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), player }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Given {
  readonly player: number;
  readonly item: number;
  readonly audience: Audience;
  readonly points: number;
  readonly at: number;
}

/** The expected board, computed another way: rank, name and points of players with an answer in the audience, best first. */
function expectedBoard(
  given: readonly Given[],
  roles: ReadonlyMap<number, RoleId>,
  names: readonly string[],
): (readonly [number, string, number])[] {
  const players = [...new Set(given.map((each) => each.player))]
    .filter((each) => roles.has(each) && roles.get(each) !== ROLE.admin)
    .map((each) => {
      const own = given.filter((answer) => answer.player === each);
      return {
        name: names[each] ?? '',
        points: own.reduce((sum, { points }) => sum + points, 0),
        at: Math.min(...own.map(({ at }) => at)),
      };
    })
    .toSorted((a, b) => b.points - a.points || a.at - b.at || (a.name < b.name ? -1 : 1));
  return players.map(({ name, points }) => [
    1 + players.filter((other) => other.points > points).length,
    name,
    points,
  ]);
}

/** The rank, name and points of each row in the sheet of scores, by audience. */
async function exportedBoards(db: Database, { standingsOfShow: standings }: Boards, id: string) {
  const { body } = await exportShow({ db, now: () => START, standings }, id, 'csv');
  const [, ...lines] = (unzip(await buffer(body))['Scores.csv'] ?? '').trim().split('\r\n');
  const cells = lines.map((line) => line.split(','));
  return (audience: Audience) =>
    cells
      .filter(([own]) => own === audience)
      .map(([, rank, , name, points]) => [Number(rank), name, Number(points)]);
}

const placeOf = ({ rank, points, sharing, people }: FinalStanding) => ({
  rank,
  points,
  sharing,
  people,
});

/** Plays a show with answers and role changes in the order of these steps; returns the answers. */
async function played(db: Database, steps: readonly Step[]) {
  const { id, sessions } = await showOn(db, 'random', ITEMS);
  const names = Array.from({ length: PLAYERS }, (_, at) => `P${at + 10}`);
  const ids: string[] = [];
  const roles = new Map<number, RoleId>();
  for (const [at, name] of names.entries()) {
    const role = at < 2 ? ROLE.contestant : ROLE.home;
    ids.push(await addUser(db, role, name));
    roles.set(at, role);
  }
  const given: Given[] = [];
  for (const each of steps) {
    const { player: at } = each;
    const [userId = '', role] = [ids[at], roles.get(at)];
    if (role === undefined) continue;
    if (each.type === 'role') {
      const become = db.write.updateTable('user').set({ role_id: each.role });
      await become.where('id', '=', userId).execute();
      roles.set(at, each.role);
    } else if (each.type === 'delete') {
      const own = db.write.updateTable('answer').where('user_id', '=', userId);
      await own.set({ user_id: null }).execute();
      await db.write.deleteFrom('user').where('id', '=', userId).execute();
      roles.delete(at);
    } else {
      const audience = audienceOf(role);
      const isGiven = given.some((other) => other.player === at && other.item === each.item);
      if (audience === null || isGiven) continue;
      await score(db, sessions[each.item] ?? '', userId, each.points, each.at);
      given.push({ ...each, audience });
    }
  }
  return { id, sessions, names, ids, roles, given };
}

// Use few different points, so that many players are tied.
const opening = fc.tuple(
  ...Array.from({ length: PLAYERS }, (_, at) => {
    const [type, who, item] = [fc.constant('answer' as const), fc.constant(at), fc.constant(0)];
    return fc.record({ type, player: who, item, points: fc.nat(1), at: fc.nat(3) });
  }),
);
const histories = fc
  .tuple(opening, fc.array(step, { maxLength: 30 }))
  .map(([first, then]): Step[] => [...first, ...then]);

describeStores('boards of today and of all time', (open, _place, runs) => {
  it('count each answer for the audience it was given in, and rank readers in the audience of today [R9.rank-audience]', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const db = await open();
        const { names, ids, roles, given } = await played(db, steps);
        await inTransaction(db, (tx) => rewriteScores(tx, ids));

        const boards = createBoards({ db, now: () => START, dayOf: utcDay });
        const boardOf = (audience: Audience | 'all') =>
          expectedBoard(
            given.filter((each) => audience === 'all' || each.audience === audience),
            roles,
            names,
          );
        for (const period of ['daily', 'all'] as const)
          for (const audience of [...AUDIENCES, 'all'] as const) {
            const { entries, people } = await boards.board(period, audience);
            const board = boardOf(audience);
            expect(entries.map((row) => [row.rank, row.username, row.total_points])).toEqual(board);
            expect(people).toBe(board.length);
            for (const { user_id, role_id } of entries)
              expect(role_id).toBe(
                audience === 'all' ? roles.get(ids.indexOf(user_id)) : roleOf(audience),
              );
          }
        const standings = await boards.standings(ids);
        for (const [at, roleId] of roles) {
          const id = ids[at] ?? '';
          const audience = audienceOf(roleId);
          if (audience === null) continue;
          const rowIn = (of: Audience | 'all') => {
            const board = boardOf(of);
            const [rank, , points] = board.find(([, name]) => name === names[at]) ?? [];
            const isShared = board.filter(([other]) => other === rank).length > 1;
            return { rank: rank ?? null, points: points ?? 0, ...(isShared && { shared: true }) };
          };
          const own = { ...rowIn(audience), overall: rowIn('all') };
          expect(standings.get(id)).toEqual({ daily: own, 'all-time': own });
          const reader = { id, name: '', email: '', roleId };
          const { points, overall: _overall, ...place } = own;
          expect(await boards.standing('daily', reader, id)).toEqual({
            total_points: points,
            ...place,
          });
        }
      }),
      { numRuns: runs(4) },
    );
  });
});

describeStores('television, phone, API and export of a show', (open, _place, runs) => {
  it('have the same people at the same places after role changes and with many ties [R2.show-board-own R2.export-answers]', async () => {
    const someItems = fc.subarray([0, 1, 2], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(histories, someItems, async (steps, published) => {
        const db = await open();
        const { id, sessions, names, ids, roles, given } = await played(db, steps);
        for (const item of published) await publish(db, sessions[item] ?? '');
        await inTransaction(db, (tx) => writeScene(tx, id, 'winner', { at: START }));

        const boards = createBoards({ db, now: () => START, dayOf: utcDay });
        const api = await boards.showBoard({ id: null, room: 'home' });
        const television = (await boards.bestOfShow(id))?.board;
        const phones = await boards.standings(ids);
        const exported = await exportedBoards(db, boards, id);
        const placesOf = new Map<string, Partial<Record<Audience, object>>>();
        /** What players without a place see. */
        const othersOf: Partial<Record<Audience, object>> = {};
        for (const audience of AUDIENCES) {
          const counted = given.filter(
            (each) => each.audience === audience && published.includes(each.item),
          );
          const board = expectedBoard(counted, roles, names);
          expect(
            api[audience].entries.map((row) => [row.rank, row.username, row.total_points]),
          ).toEqual(board);
          expect(api[audience].people).toBe(board.length);
          expect(exported(audience)).toEqual(board);
          const best = board.slice(0, SHOW_BOARD_SIZE);
          const sharers = (rank: number) => board.filter(([other]) => other === rank).length;
          expect(
            television?.[audience].map((row) => [
              row.rank,
              row.username,
              row.total_points,
              row.sharing,
            ]),
          ).toEqual(
            best.map((row) => {
              const shown = best.filter(([rank]) => rank === row[0]).length;
              return [...row, sharers(row[0]) > shown ? sharers(row[0]) : undefined];
            }),
          );
          if (board.length > 0)
            othersOf[audience] = { rank: null, points: 0, sharing: 0, people: board.length };
          for (const [rank, name, points] of board)
            placesOf.set(name, {
              ...placesOf.get(name),
              [audience]: { rank, points, sharing: sharers(rank), people: board.length },
            });
        }
        for (const [at, userId] of ids.entries()) {
          const { studio, home } = placesOf.get(names[at] ?? '') ?? {};
          const role = roles.get(at);
          const audience = role === undefined ? null : audienceOf(role);
          const own = role === ROLE.contestant ? (studio ?? home) : (home ?? studio);
          const place = own ?? (audience === null ? undefined : othersOf[audience]);
          const { final } = phones.get(userId) ?? {};
          expect(final && placeOf(final)).toEqual(place);
        }
      }),
      { numRuns: runs(9) },
    );
  });
});
