import { expect, it } from 'vitest';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { readTeams, writeTeam, writeTeams } from '#server/show/joining/teams.ts';
import { addMember } from '#server/show/members.ts';
import { beginRehearsal, endRehearsal } from '#server/show/rehearsal/store.ts';
import { writeScene } from '#server/show/stage/store.ts';
import { writeRemoval } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addUser, START } from '../answers/fixture.ts';
import { publish, score, showOn } from './show-fixture.ts';

/** A live show of two questions with these teams and their members. */
async function showWithTeams(db: Database, members: Readonly<Record<string, readonly string[]>>) {
  const show = await showOn(db, 'own', 2);
  const { id: showId } = show;
  await inTransaction(db, (tx) =>
    writeTeams(tx, showId, { mode: 'chosen', names: Object.keys(members) }, START),
  );
  const list = await readTeams(db.read, showId);
  const teamOf = (name: string): string => list.find((team) => team.name === name)?.id ?? '';
  const people: Record<string, string> = {};
  const services = {
    db,
    now: () => START,
    identity: { forget: () => {} },
    broadcaster: { dropUser: () => {} },
  };
  for (const [team, names] of Object.entries(members))
    for (const name of names) {
      const userId = await addUser(db, ROLE.home, name);
      people[name] = userId;
      await addMember(services, { showId, userId, team: teamOf(team) });
    }
  return {
    ...show,
    teamOf,
    idOf: (name: string): string => people[name] ?? '',
    give: (question: number, name: string, points: number) =>
      score(db, show.sessions[question] ?? '', people[name] ?? '', points),
    publish: (question: number) => publish(db, show.sessions[question] ?? ''),
  };
}

describeStores('the board of teams', (open) => {
  it('has the mean of the published points of all members, including those without an answer [R2.teams-board]', async () => {
    const db = await open();
    const show = await showWithTeams(db, {
      Red: ['Ann', 'Ben', 'Cat'],
      Blue: ['Dan'],
      Green: ['Eve', 'Fay'],
      White: [],
    });
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const reader = { id: show.idOf('Cat'), room: 'home' } as const;
    const seen = async () => {
      boards.moved();
      const { teams } = await boards.showBoard(reader);
      return teams?.entries.map(({ rank, name, points, members }) => [rank, name, points, members]);
    };
    await show.give(0, 'Ann', 3);
    await show.give(0, 'Dan', 1);
    await show.give(1, 'Ben', 9);
    // Like points of people, those of teams appear only after publishing.
    expect(await seen()).toEqual([]);
    await show.publish(0);
    expect(await seen()).toEqual([
      [1, 'Red', 3, 3],
      [1, 'Blue', 1, 1],
      [3, 'Green', 0, 2],
    ]);
    expect((await boards.showBoard(reader)).teams?.own).toBe(show.teamOf('Red'));
    expect((await boards.showBoard({ id: null, room: 'home' })).teams?.own).toBeNull();
    await show.publish(1);
    expect((await seen())?.[0]).toEqual([1, 'Red', 12, 3]);

    await inTransaction(db, (tx) =>
      writeRemoval(tx, { showId: show.id, userId: show.idOf('Ben') }, START),
    );
    await inTransaction(db, (tx) =>
      writeTeam(tx, { showId: show.id, userId: show.idOf('Ann') }, show.teamOf('Blue')),
    );
    expect(await seen()).toEqual([
      [1, 'Blue', 4, 2],
      [2, 'Red', 0, 1],
      [2, 'Green', 0, 2],
    ]);
  });

  it('is on the stage in place of the home viewers, with the ranks before the last question [R2.teams-stage R2.show-final-standing]', async () => {
    const db = await open();
    const show = await showWithTeams(db, { Red: ['Ann', 'Ben'], Blue: ['Cat'] });
    await show.give(0, 'Ann', 1);
    await show.give(0, 'Cat', 1);
    await show.publish(0);
    await show.give(1, 'Ben', 2);
    await show.publish(1);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    expect((await boards.bestOfShow(show.id))?.board).toEqual({
      studio: [],
      home: [
        {
          rank: 1,
          username: 'Red',
          total_points: 3,
          members: 2,
          before: { rank: 2, total_points: 1 },
        },
        {
          rank: 2,
          username: 'Blue',
          total_points: 1,
          members: 1,
          before: { rank: 1, total_points: 1 },
        },
      ],
    });
    const final = async (name: string) => {
      const standings = await boards.standings([show.idOf(name)]);
      return standings.get(show.idOf(name))?.final;
    };
    expect(await final('Ann')).toBeUndefined();
    await inTransaction(db, (tx) => writeScene(tx, show.id, 'winner', { at: START }));
    boards.moved();
    expect(await final('Ann')).toMatchObject({
      rank: 2,
      team: { name: 'Red', rank: 1, sharing: 1, teams: 2 },
    });
    expect((await final('Cat'))?.team).toEqual({ name: 'Blue', rank: 2, sharing: 1, teams: 2 });
  });

  it('has the number of teams that share the last place if it ends within a tie', async () => {
    const db = await open();
    const names = Array.from({ length: 12 }, (_, at) => `Team ${String(at).padStart(2, '0')}`);
    const show = await showWithTeams(
      db,
      Object.fromEntries(names.map((name) => [name, [`Player of ${name}`]])),
    );
    for (const name of names.slice(0, 9)) await show.give(0, `Player of ${name}`, 1);
    await show.publish(0);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const home = (await boards.bestOfShow(show.id))?.board?.home ?? [];
    expect(home.map(({ rank, sharing }) => [rank, sharing])).toEqual([
      ...Array.from({ length: 9 }, () => [1, undefined]),
      [10, 3],
    ]);
  });

  it('has simulated players during a rehearsal only', async () => {
    const db = await open();
    const show = await showWithTeams(db, { Red: ['Ann'], Blue: ['Ben'] });
    await inTransaction(db, (tx) => beginRehearsal(tx, show.id, 20, START));
    const [robot] = await db.read
      .selectFrom('rehearsal_member as m')
      .where('m.team_id', '=', show.teamOf('Blue'))
      .select('m.user_id as id')
      .execute();
    await score(db, show.sessions[0] ?? '', robot?.id ?? '', 9);
    await show.publish(0);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const seen = async () => {
      boards.moved();
      const home = (await boards.bestOfShow(show.id))?.board?.home;
      return home?.map(({ username, total_points, members }) => [username, total_points, members]);
    };
    // Two of the twenty are contestants.
    expect(await seen()).toEqual([
      ['Blue', 9, 9],
      ['Red', 0, 9],
    ]);
    await inTransaction(db, (tx) => endRehearsal(tx, show.id));
    expect(await seen()).toEqual([
      ['Red', 0, 1],
      ['Blue', 0, 1],
    ]);
  });

  it('is delayed for Home like its stream, and absent from a show without teams', async () => {
    const db = await open();
    const show = await showWithTeams(db, { Red: ['Ann'], Blue: ['Ben'] });
    await show.give(0, 'Ann', 3);
    await show.publish(0);
    await db.write.updateTable('show').set({ home_delay_s: 20 }).execute();
    let now = START;
    const boards = createBoards({ db, now: () => now, dayOf: utcDay });
    const seen = async (room: 'home' | 'studio') => {
      boards.moved();
      return (await boards.showBoard({ id: null, room })).teams?.entries.length;
    };
    expect([await seen('home'), await seen('studio')]).toEqual([0, 2]);
    now += 60_000;
    expect(await seen('home')).toBe(2);
    await inTransaction(db, (tx) => writeTeams(tx, show.id, null, START));
    boards.moved();
    expect(await boards.showBoard({ id: null, room: 'home' })).not.toHaveProperty('teams');
  });
});
