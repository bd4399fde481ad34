import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { HOUSE_SHOW, ROLE } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { claimDisclosures, readNextDisclosure } from '#server/answering/feed-store.ts';
import { readAdjustments } from '#server/results/adjustments.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { rewriteScores } from '#server/results/boards/store.ts';
import { verifyScores } from '#server/results/boards/verify.ts';
import { actOnShow } from '#server/show/act.ts';
import { writeZone } from '#server/show/days.ts';
import { readTeams, writeTeams } from '#server/show/joining/teams.ts';
import { addMember } from '#server/show/members.ts';
import { writeRemoval } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { showServices } from '#tests/support/show-acts.ts';
import { addUser, START } from '../answers/fixture.ts';
import { refusal } from '../refusals.ts';
import { recorder } from '../releases/fixture.ts';
import { publish, score, showOn } from './show-fixture.ts';

/** A live show of one question, published: Ann at home has 3 points, Ben 2; Cid, a contestant, has no answer. */
async function played(db: Database) {
  const clock = { now: START + 1_000 };
  const { broadcaster, publish: announce } = recorder();
  const services = showServices({ db, now: () => clock.now, publish: announce, broadcaster });
  await inTransaction(db, (tx) => writeZone(tx, 'UTC', START));
  const show = await showOn(db, 'own', 1);
  const [session = ''] = show.sessions;
  const [ann, ben, cid, producer] = [
    await addUser(db, ROLE.home, 'Ann'),
    await addUser(db, ROLE.home, 'Ben'),
    await addUser(db, ROLE.contestant, 'Cid'),
    await addUser(db, ROLE.admin, 'Pat'),
  ];
  await score(db, session, ann, 3);
  await score(db, session, ben, 2);
  await inTransaction(db, (tx) => rewriteScores(tx, [ann, ben]));
  await publish(db, session);
  const act = (wanted: ShowAct, showId = show.id) =>
    actOnShow(services, showId, { requestId: randomUUID(), act: wanted }, producer);
  return {
    ...show,
    clock,
    ann,
    ben,
    cid,
    act,
    give: (userId: string, points: number, reason = 'Best costume') =>
      act({ type: 'givePoints', to: { userId }, points, reason }),
    undoNewest: async () => {
      const [newest] = await readAdjustments(db.read, show.id);
      return act({ type: 'undoPoints', adjustmentId: newest?.id ?? '' });
    },
    /** All boards as a room sees them. */
    seen: async (room: 'home' | 'studio' = 'studio') => {
      const boards = createBoards({ db, now: () => clock.now, dayOf: utcDay });
      const reader = { id: null, room };
      const board = await boards.showBoard(reader);
      const rowsOf = ({ entries }: typeof board.home) =>
        entries.map(({ rank, username, total_points }) => `${rank} ${username} ${total_points}`);
      return {
        home: rowsOf(board.home),
        studio: rowsOf(board.studio),
        daily: rowsOf(await boards.board('daily', 'all', reader)),
        allTime: rowsOf(await boards.board('all', 'home', reader)),
        own: (await boards.standings([ann])).get(ann),
        teams: board.teams?.entries.map(({ rank, name, points, members }) => [
          rank,
          name,
          points,
          members,
        ]),
      };
    },
    isRight: async () => (await verifyScores(db, new AbortController().signal)) === 0,
  };
}

describeStores('points by hand', (open) => {
  it('count on the boards of the show, of the day and of all time, with their reason, until they are undone [R2.points-by-hand]', async () => {
    const db = await open();
    const { ann, ben, cid, give, seen, undoNewest, isRight } = await played(db);
    const before = await seen();
    expect(before).toMatchObject({ home: ['1 Ann 3', '2 Ben 2'], studio: [] });

    await give(ben, 5);
    await give(cid, 1, 'For the audience');
    await give(ann, -4, 'Phone a friend');
    const after = await seen();
    expect(after).toMatchObject({
      home: ['1 Ben 7', '2 Ann -1'],
      studio: ['1 Cid 1'],
      daily: ['1 Ben 7', '2 Cid 1', '3 Ann -1'],
      allTime: ['1 Ben 7', '2 Ann -1'],
      own: {
        daily: { points: -1, rank: 2, overall: { points: -1, rank: 3 } },
        adjustments: [{ points: -4, reason: 'Phone a friend' }],
      },
    });
    expect(await isRight()).toBe(true);
    expect(await readAdjustments(db.read, 'own')).toMatchObject([
      { name: 'Ann', points: -4, reason: 'Phone a friend', by: 'Pat', undoneAt: null },
      { name: 'Cid', points: 1 },
      { name: 'Ben', points: 5 },
    ]);

    for (let undone = 0; undone < 3; undone += 1) {
      await undoNewest();
      const [newest] = await readAdjustments(db.read, 'own');
      expect(newest).toMatchObject({ undoneAt: START + 1_000, undoneBy: 'Pat' });
      await db.write
        .updateTable('adjustment')
        .set({ at: 0 })
        .where('id', '=', newest?.id ?? '')
        .execute();
    }
    expect(await seen()).toEqual(before);
    expect(await isRight()).toBe(true);
  });

  it('of a person without answers stay when the person answers, and go from the boards with the person [R2.points-by-hand]', async () => {
    const db = await open();
    const { sessions, cid, give, seen, isRight } = await played(db);
    await give(cid, 2);
    await score(db, sessions[0] ?? '', cid, 5);
    await inTransaction(db, (tx) => rewriteScores(tx, [cid]));
    expect((await seen()).studio).toEqual(['1 Cid 7']);
    expect(await isRight()).toBe(true);
    await inTransaction(db, (tx) => writeRemoval(tx, { showId: 'own', userId: cid }, START));
    expect((await seen()).studio).toEqual([]);
  });

  it('are added to the mean of a team, also before the first question is published [R2.points-by-hand R2.teams-board]', async () => {
    const db = await open();
    const {
      id: showId,
      sessions,
      setState,
      act,
      ann,
      ben,
      give,
      seen,
      undoNewest,
    } = await played(db);
    await setState('draft');
    await inTransaction(db, (tx) =>
      writeTeams(tx, showId, { mode: 'chosen', names: ['Red', 'Blue'] }, START),
    );
    await setState('live');
    const [red, blue] = await readTeams(db.read, showId);
    const services = {
      db,
      now: () => START,
      identity: { forget: () => {} },
      broadcaster: { dropUser: () => {} },
    };
    for (const userId of [ann, ben]) await addMember(services, { showId, userId, team: red?.id });
    await addMember(services, {
      showId,
      userId: await addUser(db, ROLE.home, 'Dan'),
      team: blue?.id,
    });
    const teamId = blue?.id ?? '';
    await act({ type: 'givePoints', to: { teamId }, points: 2, reason: 'Best song' });
    await act({ type: 'givePoints', to: { teamId: red?.id ?? '' }, points: 1, reason: 'Loudest' });
    await give(ann, 1);
    // Red: a mean of (3 + 1 + 2) / 2, and 1 by hand.
    expect((await seen()).teams).toEqual([
      [1, 'Red', 8, 2],
      [2, 'Blue', 2, 1],
    ]);
    expect((await seen()).own?.adjustments).toMatchObject([
      { points: 1, team: 'Red', reason: 'Loudest' },
      { points: 1, reason: 'Best costume' },
    ]);
    await db.write
      .deleteFrom('result')
      .where('game_session_id', '=', sessions[0] ?? '')
      .execute();
    expect((await seen()).teams).toEqual([
      [1, 'Blue', 2, 1],
      [2, 'Red', 3, 2],
    ]);
    for (let undone = 0; undone < 3; undone += 1) {
      await undoNewest();
      await db.write.deleteFrom('adjustment').where('undone_at', 'is not', null).execute();
    }
    expect((await seen()).teams).toEqual([]);
  });

  it('are known at home one delay later, and are taken back there at once [R4.home-delay R2.points-by-hand]', async () => {
    const db = await open();
    const { id: showId, clock, ann, give, seen, undoNewest } = await played(db);
    await db.write.updateTable('show').set({ home_delay_s: 5 }).where('id', '=', showId).execute();
    clock.now += 60_000;
    await give(ann, 10);
    const all = { home: ['1 Ann 13', '2 Ben 2'], allTime: ['1 Ann 13', '2 Ben 2'] };
    expect(await seen()).toMatchObject(all);
    const former = { home: ['1 Ann 3', '2 Ben 2'], allTime: ['1 Ann 3', '2 Ben 2'] };
    const atHome = await seen('home');
    expect(atHome).toMatchObject({ ...former, own: { daily: { points: 3 } } });
    expect(atHome.own?.adjustments).toBeUndefined();
    const due = await readNextDisclosure(db.read);
    expect(due).toEqual({ at: clock.now + 5_000, showId });

    clock.now += 5_000;
    await inTransaction(db, (tx) => claimDisclosures(tx, showId, clock.now));
    expect(await seen('home')).toMatchObject({
      ...all,
      own: { daily: { points: 13 }, adjustments: [{ points: 10 }] },
    });
    await undoNewest();
    expect(await seen('home')).toMatchObject(former);
  });

  it('reveal no points that are held [R2.points-by-hand R2.hold-points-in-time]', async () => {
    const db = await open();
    const { sessions, ann, give, seen } = await played(db);
    await db.write
      .deleteFrom('result')
      .where('game_session_id', '=', sessions[0] ?? '')
      .execute();
    await db.write.updateTable('answer').set({ points: 0, held: 1 }).execute();
    await inTransaction(db, (tx) => rewriteScores(tx, [ann]));
    await give(ann, 1);
    expect(await seen()).toMatchObject({ home: ['1 Ann 1'], own: { daily: { points: 1 } } });
  });

  it('are refused where nothing counts, for people and teams who are not there, and are undone once [R2.points-by-hand]', async () => {
    const db = await open();
    const { act, ann, give, setState, undoNewest } = await played(db);
    expect(await refusal(give('no one', 1))).toEqual([404, m.pointsNoOne()]);
    const to = { teamId: 'no team' };
    expect(await refusal(act({ type: 'givePoints', to, points: 1, reason: 'x' }))).toEqual([
      404,
      m.pointsNoOne(),
    ]);
    expect(await refusal(undoNewest())).toEqual([404, m.pointsGone()]);
    await setState('ended', START);
    await give(ann, 1);
    await undoNewest();
    expect(await refusal(undoNewest())).toEqual([409, m.pointsUndone()]);
    await setState('draft');
    expect(await refusal(give(ann, 1))).toEqual([409, m.pointsNotPlayed()]);
    const inHouse = { type: 'givePoints', to: { userId: ann }, points: 1, reason: 'x' } as const;
    expect(await refusal(act(inHouse, HOUSE_SHOW))).toEqual([409, m.showNoShow()]);
  });
});
