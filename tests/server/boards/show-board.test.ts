import { expect, it } from 'vitest';
import { utcDay } from '#machines/connection/rules/clock.ts';
import type { FinalScene } from '#machines/contract/stage.ts';
import { ROLE, type RoleId, type ShowBoard } from '#machines/contract/entities.ts';
import { airNamesAfterShow, lockNamesOnAir } from '#server/db/aired-names.ts';
import { inTransaction } from '#server/db/client.ts';
import { writeOwnName } from '#server/account/store.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { rewriteScores } from '#server/results/boards/store.ts';
import { writeScene } from '#server/show/stage/store.ts';
import { writeRemoval } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addUser, START } from '../answers/fixture.ts';
import { publish, score, showOn } from './show-fixture.ts';

const rows = ({ entries }: ShowBoard['home']) =>
  entries.map(({ rank, username, total_points: points }) => [rank, username, points]);

const textOf = (entries: readonly { rank: number; username: string }[]) =>
  entries.map(({ rank, username }) => `${rank} ${username}`).join();

describeStores('the board of a show', (open) => {
  it('has only the published points of its questions, ranked by audience, in every process [R2.show-board-own]', async () => {
    const db = await open();
    const people: Record<string, string> = {};
    for (const [name, role] of [
      ['Ann', ROLE.home],
      ['Bob', ROLE.home],
      ['Eve', ROLE.home],
      ['Cat', ROLE.contestant],
    ] satisfies [string, RoleId][])
      people[name] = await addUser(db, role, name);
    const other = await showOn(db, 'other', 1, START - 1);
    const { sessions, setState } = await showOn(db, 'own', 3);
    const [first = '', second = '', third = ''] = sessions;
    const give = (session: string, name: string, points: number, at = 0) =>
      score(db, session, people[name] ?? '', points, at);
    await give(other.sessions[0] ?? '', 'Ann', 100);
    await publish(db, other.sessions[0] ?? '');
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    expect((await boards.showBoard({ id: null, room: 'home' })).home).toEqual({
      entries: [],
      people: 0,
    });

    await give(first, 'Ann', 3);
    await give(first, 'Bob', 2, 1);
    await give(first, 'Cat', 5);
    await publish(db, first);
    await give(second, 'Bob', 4);
    await give(second, 'Eve', 6);
    // Another process publishes, and this process gets no announcement.
    await publish(db, second);
    await give(third, 'Ann', 50);

    for (const process of [boards, createBoards({ db, now: () => START, dayOf: utcDay })]) {
      const { show, home, studio } = await process.showBoard({
        id: people['Ann'] ?? '',
        room: 'home',
      });
      expect([show?.title, home.people, rows(home), rows(studio)]).toEqual([
        'Show own',
        3,
        [
          [1, 'Bob', 6],
          [1, 'Eve', 6],
          [3, 'Ann', 3],
        ],
        [[1, 'Cat', 5]],
      ]);
      expect(await process.bestOfShow('own')).toEqual({
        title: 'Show own',
        board: {
          studio: [
            { rank: 1, username: 'Cat', total_points: 5, before: { rank: 1, total_points: 5 } },
          ],
          home: [
            {
              rank: 1,
              username: 'Bob',
              total_points: 6,
              shared: true,
              before: { rank: 2, total_points: 2 },
            },
            { rank: 1, username: 'Eve', total_points: 6, shared: true },
            { rank: 3, username: 'Ann', total_points: 3, before: { rank: 1, total_points: 3 } },
          ],
        },
      });
    }
    await setState('ended', START + 5);
    expect((await boards.showBoard({ id: null, room: 'home' })).show?.id).toBe('other');
    await other.setState('ended', START);
    expect((await boards.showBoard({ id: null, room: 'home' })).show?.id).toBe('own');
    expect(await boards.bestOfShow('nobody')).toBeNull();
  });

  it('names for the stage those who were among the best before the last question and no longer are', async () => {
    const db = await open();
    const ids: string[] = [];
    for (const nth of Array.from({ length: 11 }, (_, at) => at))
      ids.push(await addUser(db, ROLE.home, `Player ${nth}`));
    const { sessions } = await showOn(db, 'full', 2);
    const [first = '', second = ''] = sessions;
    for (const [at, id] of ids.slice(0, 10).entries()) await score(db, first, id, 20 - at);
    await score(db, first, ids[10] ?? '', 1);
    await publish(db, first);
    await score(db, second, ids[10] ?? '', 50);
    await publish(db, second);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const best = await boards.bestOfShow('full');
    // The former rank, too low to be shown, says how far they moved up.
    expect(best?.board?.home[0]).toEqual({
      rank: 1,
      username: 'Player 10',
      total_points: 51,
      before: { rank: 11, total_points: 1 },
    });
    expect(best?.board?.gone).toEqual({
      studio: [],
      home: [{ rank: 10, username: 'Player 9', total_points: 11 }],
    });
  });

  it('has the names that players had on air, until the show is over', async () => {
    const db = await open();
    const ann = await addUser(db, ROLE.home, 'Before');
    const { sessions, setState } = await showOn(db, 'own', 1);
    const [only = ''] = sessions;
    await score(db, only, ann, 3);
    await publish(db, only);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const names = async () => {
      boards.moved();
      const { board } = (await boards.bestOfShow('own')) ?? {};
      return [
        (await boards.showBoard({ id: null, room: 'home' })).home.entries,
        (await boards.sessionBoard(only)).entries,
        board?.home ?? [],
      ].map(([entry]) => entry?.username);
    };
    await inTransaction(db, async (tx) => writeOwnName(tx, ann, 'After', await lockNamesOnAir(tx)));
    expect(await names()).toEqual(['Before', 'Before', 'Before']);
    await setState('ended', START + 5);
    await inTransaction(db, airNamesAfterShow);
    expect(await names()).toEqual(['After', 'After', 'After']);
  });

  it('leaves out players who are removed from the show, and ranks the others without them', async () => {
    const db = await open();
    const own = await showOn(db, 'own', 1);
    const other = await showOn(db, 'other', 1, START - 1);
    const sessions = [own.sessions[0] ?? '', other.sessions[0] ?? ''] as const;
    const people: string[] = [];
    for (const [name, points] of [
      ['Ann', 7],
      ['Bob', 5],
      ['Cat', 3],
    ] as const) {
      const id = await addUser(db, ROLE.home, name);
      people.push(id);
      for (const session of sessions) await score(db, session, id, points);
    }
    for (const session of sessions) await publish(db, session);
    await inTransaction(db, (tx) => rewriteScores(tx, people));
    const [ann = '', bob = ''] = people;
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const seen = async () => {
      boards.moved();
      const { best } = (await boards.topOfShow('own')) ?? { best: [] };
      const lists = [
        (await boards.showBoard({ id: ann, room: 'home' })).home.entries,
        (await boards.bestOfShow('own'))?.board?.home ?? [],
        (await boards.standingsOfShow('own')).home,
        (await boards.sessionBoard(sessions[0], { id: ann, room: 'home' })).entries,
        (await boards.board('all', 'home', { id: ann, room: 'home' })).entries,
        (await boards.board('all', 'all')).entries,
        await boards.shownBest('home', null),
        best.map(({ shownName }, index) => ({ rank: index + 1, username: shownName })),
      ];
      const standing = (await boards.standings([ann, bob])).values();
      return [
        new Set(lists.map(textOf)),
        textOf((await boards.sessionBoard(sessions[1])).entries),
        ...[...standing].map((each) => [each['all-time'].points, each['all-time'].rank]),
      ];
    };
    const all = '1 Ann,2 Bob,3 Cat';
    expect(await seen()).toEqual([new Set([all]), all, [14, 1], [10, 2]]);
    const who = { showId: 'own', userId: ann };
    await inTransaction(db, (tx) => writeRemoval(tx, who, START));
    expect(await seen()).toEqual([new Set(['1 Bob,2 Cat']), all, [14, null], [10, 1]]);
    await inTransaction(db, (tx) => writeRemoval(tx, who, null));
    expect(await seen()).toEqual([new Set([all]), all, [14, 1], [10, 2]]);
  });

  it('ranks the guests of a members-only show in their audience of it, by the points that Home may know [R2.rank-of-guests]', async () => {
    const db = await open();
    const {
      id,
      sessions: [first = '', second = ''],
    } = await showOn(db, 'friday', 2);
    await db.write.updateTable('show').set({ is_open: 0 }).where('id', '=', id).execute();
    const other = await showOn(db, 'other', 1);
    const [ann, bob, cat, seat] = [
      await addUser(db, ROLE.home, 'Ann'),
      await addUser(db, ROLE.home, 'Bob'),
      await addUser(db, ROLE.home, 'Cat'),
      await addUser(db, ROLE.contestant, 'Seat'),
    ];
    await db.write.updateTable('user').set({ guest_of: id }).execute();
    const member = await addUser(db, ROLE.home, 'Account');
    await score(db, first, ann, 4);
    await score(db, first, bob, 4);
    await score(db, second, bob, 0);
    await score(db, first, cat, 6);
    await score(db, first, seat, 5);
    await score(db, other.sessions[0] ?? '', member, 100);
    const guests = [ann, bob, cat, seat];
    await inTransaction(db, (tx) => rewriteScores(tx, [...guests, member]));
    let now = START;
    const boards = createBoards({ db, now: () => now, dayOf: utcDay });
    const ranks = async () => {
      boards.moved();
      return Array.from((await boards.standings(guests)).values(), (each) => [
        each.daily.points,
        each.daily.rank,
        each.daily.shared ?? false,
        each.daily.overall.rank,
        each['all-time'].rank,
      ]);
    };
    expect(await ranks()).toEqual([
      [4, 2, true, null, null],
      [4, 2, true, null, null],
      [6, 1, false, null, null],
      [5, 1, false, null, null],
    ]);
    const caller = { id: ann, name: 'Ann', email: '', roleId: ROLE.home, version: 0 };
    expect(await boards.standing('daily', caller, ann)).toEqual({
      total_points: 4,
      rank: 2,
      shared: true,
    });
    const until = START + 5_000;
    const former = {
      audience: 'home',
      text_key: 'x',
      points: 1,
      held: 0,
      version: 1,
      until,
    } as const;
    await db.write
      .insertInto('former_points')
      .values({ game_session_id: first, ...former })
      .execute();
    const tied = [1, 1, true, null, null];
    expect(await ranks()).toEqual([tied, tied, tied, [5, 1, false, null, null]]);
    now = until;
    expect((await ranks())[2]).toEqual([6, 1, false, null, null]);
  });

  it("counts an answer for the audience it was given in, even after its player's role changed [R2.show-board-own]", async () => {
    const db = await open();
    const { sessions } = await showOn(db, 'moved', 2);
    const [first = '', second = ''] = sessions;
    const [ann, cat, ada] = [
      await addUser(db, ROLE.home, 'Ann'),
      await addUser(db, ROLE.contestant, 'Cat'),
      await addUser(db, ROLE.home, 'Ada'),
    ];
    for (const [id, points] of [
      [ann, 7],
      [cat, 5],
      [ada, 9],
    ] as const)
      await score(db, first, id, points);
    const become = (id: string, role_id: RoleId) =>
      db.write.updateTable('user').set({ role_id }).where('id', '=', id).execute();
    await become(ann, ROLE.contestant);
    await become(ada, ROLE.admin);
    await score(db, second, ann, 3);
    for (const session of sessions) await publish(db, session);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const { home, studio } = await boards.showBoard({ id: null, room: 'home' });
    expect([rows(home), rows(studio)]).toEqual([
      [[1, 'Ann', 7]],
      [
        [1, 'Cat', 5],
        [2, 'Ann', 3],
      ],
    ]);
  });

  it('sends each player the final placing while the winner is on the screen, the Studio first [R2.show-final-standing]', async () => {
    const db = await open();
    const { sessions, setState } = await showOn(db, 'won', 1);
    const [session = ''] = sessions;
    const cat = await addUser(db, ROLE.contestant, 'Cat');
    const [ann, bob, eve] = [
      await addUser(db, ROLE.home, 'Ann'),
      await addUser(db, ROLE.home, 'Bob'),
      await addUser(db, ROLE.home, 'Eve'),
    ];
    const idle = await addUser(db, ROLE.home, 'Ida');
    for (const [id, points] of [
      [cat, 5],
      [ann, 2],
      [bob, 2],
      [eve, 1],
    ] satisfies [string, number][])
      await score(db, session, id, points, 0);
    await publish(db, session);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const finals = async () => {
      boards.moved();
      const standings = await boards.standings([cat, ann, bob, eve, idle]);
      return [...standings.values()].map(({ final }) => final);
    };
    const present = (scene: FinalScene) =>
      inTransaction(db, (tx) => writeScene(tx, 'won', scene, { at: START }));
    const none = Array.from({ length: 5 }, () => undefined);
    expect(await finals()).toEqual(none);
    await present('podium');
    expect(await finals()).toEqual(none);
    // The places stay unknown, and everybody is asked to watch.
    const [{ watch } = {}] = (await boards.standings([idle])).values();
    expect(watch).toBe('podium');

    await present('winner');
    const title = 'Show won';
    const home = { title, people: 3, winners: ['Ann', 'Bob'], winnerCount: 2, afterMs: 6_000 };
    expect(await finals()).toEqual([
      {
        ...home,
        people: 1,
        afterMs: 0,
        winners: ['Cat'],
        winnerCount: 1,
        points: 5,
        rank: 1,
        sharing: 1,
      },
      { ...home, points: 2, rank: 1, sharing: 2 },
      { ...home, points: 2, rank: 1, sharing: 2 },
      { ...home, points: 1, rank: 3, sharing: 1 },
      // Has only watched.
      { ...home, points: 0, rank: null, sharing: 0 },
    ]);
    await setState('ended', START + 5);
    expect((await finals())[0]).toMatchObject({ rank: 1 });
    await setState('draft');
    expect(await finals()).toEqual(none);
  });

  it('ends with the row of the caller, and has the number of players who share the first place [R2.show-board-own]', async () => {
    const db = await open();
    const { sessions } = await showOn(db, 'large', 1);
    const [session = ''] = sessions;
    let last = '';
    for (let person = 0; person < 103; person += 1) {
      last = await addUser(db, ROLE.home, `P${String(person).padStart(3, '0')}`);
      await score(db, session, last, person < 12 ? 9 : 8 - (person === 102 ? 1 : 0), person);
    }
    await publish(db, session);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const { home } = await boards.showBoard({ id: last, room: 'home' });
    expect([home.people, home.entries.length, rows(home).at(-1)]).toEqual([
      103,
      101,
      [103, 'P102', 7],
    ]);
    const shown = await boards.bestOfShow('large');
    expect(shown?.board?.home.map(({ sharing, shared }) => [sharing, shared])).toEqual(
      Array.from({ length: 10 }, () => [12, true]),
    );
  });

  it('says that a rank is shared, also with players below the top of the board', async () => {
    const db = await open();
    const { sessions } = await showOn(db, 'level', 1);
    const [session = ''] = sessions;
    let last = '';
    for (let person = 0; person < 102; person += 1) {
      last = await addUser(db, ROLE.home, `P${String(person).padStart(3, '0')}`);
      await score(db, session, last, person < 99 ? 200 - person : 1, person);
    }
    await publish(db, session);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const reader = { id: last, room: 'home' } as const;
    for (const entries of [
      (await boards.showBoard(reader)).home.entries,
      (await boards.sessionBoard(session, reader)).entries,
    ])
      expect(entries.slice(-3).map(({ rank, shared }) => [rank, shared])).toEqual([
        [99, undefined],
        [100, true],
        [100, true],
      ]);
  });
});
