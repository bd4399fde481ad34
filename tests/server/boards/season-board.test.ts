import { expect, it } from 'vitest';
import { utcDay } from '#machines/connection/rules/clock.ts';
import type { Joining } from '#machines/contract/rundown.ts';
import { AUDIENCES, ROLE, type SeasonBoard } from '#machines/contract/entities.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { type BoardReader, createBoards } from '#server/results/boards/boards.ts';
import { writeJoining } from '#server/show/joining/store.ts';
import { writeSeason } from '#server/show/season.ts';
import { readShows, writeRemoval } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addUser, START } from '../answers/fixture.ts';
import { publish, score, showOn } from './show-fixture.ts';

const rows = ({ entries }: SeasonBoard['home']) =>
  entries.map(({ rank, username, total_points: points }) => [rank, username, points]);

/** A live show of a season with one question. */
async function showIn(db: Database, name: string, id: string, joining: Joining = 'anybody') {
  const show = await showOn(db, id, 1);
  await inTransaction(db, async (tx) => {
    await writeJoining(tx, id, joining);
    await writeSeason(tx, id, { name }, START);
  });
  const { season } = (await readShows(db.read, 10)).find((each) => each.id === id) ?? {};
  return { ...show, session: show.sessions[0] ?? '', seasonId: season?.id };
}

const HOME: BoardReader = { id: null, room: 'home' };
const boardsOf = (db: Database, now = () => START) => createBoards({ db, now, dayOf: utcDay });

describeStores('the board of a season', (open) => {
  it('adds up the points of each person on the boards of its shows, each audience among itself [R2.season-board]', async () => {
    const db = await open();
    const one = await showIn(db, 'Autumn', 'one');
    const two = await showIn(db, 'Autumn', 'two');
    const coming = await showIn(db, 'Autumn', 'coming');
    const other = await showIn(db, 'Winter', 'other');
    const [ann, bob, cat] = [
      await addUser(db, ROLE.home, 'Ann'),
      await addUser(db, ROLE.home, 'Bob'),
      await addUser(db, ROLE.contestant, 'Cat'),
    ];
    // Guests are in one show only, so the same name in another one is another person.
    const guests = [await addUser(db, ROLE.home, 'Guest'), await addUser(db, ROLE.home, 'Guest')];
    for (const [show, userId, points] of [
      [one, ann, 3],
      [one, bob, 5],
      [one, cat, 4],
      [one, guests[0], 1],
      [two, ann, 2],
      [two, cat, 5],
      [two, guests[1], 1],
      [coming, ann, 50],
      [other, bob, 100],
    ] as const)
      await score(db, show.session, userId ?? '', points);
    // As in a rehearsal, which a show is a draft during.
    await coming.setState('draft');
    await one.setState('ended', START + 5);
    for (const show of [one, coming, other]) await publish(db, show.session);
    const boards = boardsOf(db);
    const seen = async () => {
      const { home, studio } = await boards.seasonBoard(HOME, one.seasonId);
      return [rows(home), rows(studio)];
    };
    expect(await seen()).toEqual([
      [
        [1, 'Bob', 5],
        [2, 'Ann', 3],
        [3, 'Guest', 1],
      ],
      [[1, 'Cat', 4]],
    ]);
    await publish(db, two.session);
    const all = [
      [
        [1, 'Ann', 5],
        [1, 'Bob', 5],
        [3, 'Guest', 1],
        [3, 'Guest', 1],
      ],
      [[1, 'Cat', 9]],
    ];
    expect(await seen()).toEqual(all);
    const { season } = await boards.seasonBoard(HOME, one.seasonId);
    expect([season?.name, season?.shows.map(({ title }) => title)]).toEqual([
      'Autumn',
      ['Show two', 'Show one'],
    ]);

    // The sum over the shows' own boards, also for the export.
    const exported = await boards.standingsOfShow('one');
    const ofShows = [exported, await boards.standingsOfShow('two')];
    for (const audience of AUDIENCES)
      for (const { user_id: userId, total_points: points } of exported.season?.[audience] ?? [])
        expect(points).toBe(
          ofShows
            .flatMap((each) => each[audience])
            .reduce((sum, each) => sum + (each.user_id === userId ? each.total_points : 0), 0),
        );
    expect(exported.season?.home.map(({ rank }) => rank)).toEqual([1, 1, 3, 3]);

    await db.write
      .updateTable('result')
      .set({ voided_at: START })
      .where('game_session_id', '=', two.session)
      .execute();
    expect((await seen())[1]).toEqual([[1, 'Cat', 4]]);
    await db.write.updateTable('result').set({ voided_at: null }).execute();
    expect(await seen()).toEqual(all);
    const byHand = (id: string, showId: string, points: number) => ({
      id,
      show_id: showId,
      user_id: cat,
      team_id: null,
      audience: 'studio' as const,
      points,
      reason: 'Best song',
      day: '2023-11-14',
      at: START,
      made_by: null,
      home_at: START,
      undone_at: null,
      undone_by: null,
    });
    await db.write
      .insertInto('adjustment')
      .values([byHand('a', 'one', 10), byHand('b', 'two', -2), byHand('c', 'other', 100)])
      .execute();
    boards.moved();
    expect((await seen())[1]).toEqual([[1, 'Cat', 17]]);
    await inTransaction(db, (tx) => writeSeason(tx, 'two', null, START));
    expect((await seen())[1]).toEqual([[1, 'Cat', 14]]);
    expect((await boards.standingsOfShow('two')).season).toBeNull();
  });

  it('is on the stage with the season by name and the places before the show, without members-only shows that are live beside it [R2.season-stage]', async () => {
    const db = await open();
    const one = await showIn(db, 'Autumn', 'one');
    const two = await showIn(db, 'Autumn', 'two');
    const club = await showIn(db, 'Autumn', 'club', 'invited');
    const [ann, bob] = [await addUser(db, ROLE.home, 'Ann'), await addUser(db, ROLE.home, 'Bob')];
    for (const [show, userId, points] of [
      [one, ann, 3],
      [one, bob, 5],
      [two, ann, 4],
      [club, bob, 50],
    ] as const)
      await score(db, show.session, userId, points);
    for (const show of [one, two, club]) await publish(db, show.session);
    await one.setState('ended', START + 5);
    const boards = boardsOf(db);
    expect(await boards.bestOfSeason('two')).toEqual({
      title: 'Autumn',
      board: {
        studio: [],
        home: [
          { rank: 1, username: 'Ann', total_points: 7, before: { rank: 2, total_points: 3 } },
          { rank: 2, username: 'Bob', total_points: 5, before: { rank: 1, total_points: 5 } },
        ],
      },
    });
    await club.setState('ended', START + 6);
    boards.moved();
    expect((await boards.bestOfSeason('two'))?.board?.home[0]).toMatchObject({
      username: 'Bob',
      total_points: 55,
    });
    await inTransaction(db, (tx) => writeSeason(tx, 'two', null, START));
    expect(await boards.bestOfSeason('two')).toBeNull();
  });

  it('leaves out the points of shows from which a person was removed, and has the names of the shows [R2.season-board]', async () => {
    const db = await open();
    const one = await showIn(db, 'Autumn', 'one');
    const two = await showIn(db, 'Autumn', 'two');
    const ann = await addUser(db, ROLE.home, 'Ann');
    for (const { session } of [one, two]) {
      await score(db, session, ann, 3);
      await publish(db, session);
    }
    await db.write.updateTable('user').set({ shown_name: 'Player 1' }).execute();
    const boards = boardsOf(db);
    const seen = async () => {
      boards.moved();
      return rows((await boards.seasonBoard(HOME)).home);
    };
    expect(await seen()).toEqual([[1, 'Player 1', 6]]);
    await inTransaction(db, (tx) => writeRemoval(tx, { showId: 'one', userId: ann }, START));
    expect(await seen()).toEqual([[1, 'Player 1', 3]]);
    await inTransaction(db, (tx) => writeRemoval(tx, { showId: 'two', userId: ann }, START));
    expect(await seen()).toEqual([]);
  });

  it('is for members alone while a show of it is live that is only for members [R2.season-visible]', async () => {
    const db = await open();
    await showIn(db, 'Autumn', 'open');
    const closed = await showIn(db, 'Autumn', 'closed', 'code');
    const second = await showIn(db, 'Autumn', 'second', 'invited');
    await second.setState('draft');
    const winter = await showIn(db, 'Winter', 'winter', 'accounts');
    await winter.setState('ended', START - 5);
    const boards = boardsOf(db);
    const visible = async () => {
      const seen: string[] = [];
      for (const reader of [
        HOME,
        { id: null, room: 'studio', shows: ['second'] },
        { id: null, room: 'home', shows: ['closed'] },
        { id: null, room: 'studio', shows: ['closed', 'second'] },
        { id: null, room: 'admin' },
      ] as const) {
        const { season, seasons } = await boards.seasonBoard(reader, closed.seasonId);
        seen.push(`${season?.name}: ${seasons.map(({ name }) => name).join()}`);
      }
      return seen;
    };
    const [all, others] = ['Autumn: Autumn,Winter', 'Winter: Winter'];
    expect(await visible()).toEqual([others, others, all, all, all]);
    await second.setState('live');
    expect(await visible()).toEqual([others, others, others, all, all]);
    await second.setState('ended', START);
    expect(await visible()).toEqual([others, others, all, all, all]);
    await closed.setState('ended', START);
    expect(await visible()).toEqual([all, all, all, all, all]);
    await inTransaction(db, async (tx) => {
      for (const { id } of [closed, second, winter]) await writeSeason(tx, id, null, START);
      await writeSeason(tx, 'open', null, START);
    });
    expect(await boards.seasonBoard(HOME)).toMatchObject({ seasons: [], season: null });
  });

  it('has for Home the points that Home may know of each show', async () => {
    const db = await open();
    const late = await showIn(db, 'Autumn', 'late');
    const ended = await showIn(db, 'Autumn', 'ended');
    const ann = await addUser(db, ROLE.home, 'Ann');
    for (const { session } of [late, ended]) {
      await score(db, session, ann, 3);
      await publish(db, session);
    }
    await db.write.updateTable('show').set({ home_delay_s: 20 }).where('id', '=', 'late').execute();
    let now = START + 1_000;
    const boards = boardsOf(db, () => now);
    const seen = async (room: 'home' | 'studio') =>
      rows((await boards.seasonBoard({ id: null, room })).home);
    expect([await seen('home'), await seen('studio')]).toEqual([[[1, 'Ann', 3]], [[1, 'Ann', 6]]]);
    now += 60_000;
    expect(await seen('home')).toEqual([[1, 'Ann', 6]]);
  });
});
