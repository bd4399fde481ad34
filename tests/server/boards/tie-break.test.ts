import { expect, it } from 'vitest';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { inTransaction } from '#server/db/client.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { readStandings } from '#server/results/boards/show-store.ts';
import { writeScene } from '#server/show/stage/store.ts';
import { writeTieBreak } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addUser, START } from '../answers/fixture.ts';
import { publish, score, showOn } from './show-fixture.ts';

describeStores('a first place that several share', (open) => {
  /** A show of three questions: Ann, Bob and Eve share the first place, and Ann and Bob have answered the second. */
  async function openTied() {
    const db = await open();
    const people = {
      ann: await addUser(db, ROLE.home, 'Ann'),
      bob: await addUser(db, ROLE.home, 'Bob'),
      eve: await addUser(db, ROLE.home, 'Eve'),
      ida: await addUser(db, ROLE.home, 'Ida'),
    };
    const show = await showOn(db, 'tied', 3);
    const [first = '', second = '', third = ''] = show.sessions;
    await score(db, first, people.eve, 6, 1);
    await score(db, first, people.ann, 2, 2);
    await score(db, first, people.bob, 2, 3);
    await score(db, second, people.ann, 4, 8);
    await score(db, second, people.bob, 4, 7);
    await score(db, third, people.ida, 1, 1);
    for (const session of show.sessions) await publish(db, session);
    const boards = createBoards({ db, now: () => START, dayOf: utcDay });
    const breakTies = async (by: 'earlier' | 'shared') => {
      await inTransaction(db, (tx) => writeTieBreak(tx, show.id, by));
      boards.moved();
    };
    const ranks = async () => {
      boards.moved();
      const { home } = await boards.showBoard({ id: null, room: 'home' });
      return home.entries.map(({ rank, username }) => `${rank} ${username}`);
    };
    return { db, people, show, boards, breakTies, ranks };
  }

  it('is shared unless the producer lets the earlier answer to the last question win [R2.show-tie-break]', async () => {
    const { breakTies, ranks } = await openTied();
    const shared = ['1 Eve', '1 Ann', '1 Bob', '4 Ida'];
    expect(await ranks()).toEqual(shared);
    await breakTies('earlier');
    expect(await ranks()).toEqual(['1 Bob', '2 Eve', '2 Ann', '4 Ida']);
    await breakTies('shared');
    expect(await ranks()).toEqual(shared);
  });

  it('has one winner on the stage, for each player, and on a board that ends above them', async () => {
    const { db, people, show, boards, breakTies } = await openTied();
    await breakTies('earlier');
    await inTransaction(db, (tx) => writeScene(tx, show.id, 'winner', { at: START }));
    boards.moved();
    const stage = (await boards.bestOfShow(show.id))?.board?.home;
    expect(stage?.map(({ rank }) => rank)).toEqual([1, 2, 2, 4]);
    const finals = await boards.standings([people.bob, people.ann]);
    expect(finals.get(people.bob)?.final).toMatchObject({ rank: 1, sharing: 1 });
    expect(finals.get(people.ann)?.final).toMatchObject({ rank: 2, sharing: 2 });
    const { id, sessions: gameSessionIds } = show;
    const over = { gameSessionIds, showIds: [id], audience: 'home', homeAt: null } as const;
    const top = await readStandings(db.read, over, 2);
    expect(top.map(({ rank, username }) => `${rank} ${username}`)).toEqual(['1 Bob', '2 Eve']);
  });

  it('is shared if those who answered last did so at the same time, and over several shows', async () => {
    const { db, people, show, ranks, breakTies } = await openTied();
    const other = await showOn(db, 'other', 1, START - 1);
    const over = { showIds: [], audience: 'home', homeAt: null } as const;
    await breakTies('earlier');
    const gameSessionIds = [...other.sessions, ...show.sessions];
    const standings = await readStandings(db.read, { ...over, gameSessionIds });
    expect(standings.map(({ rank }) => rank)).toEqual([1, 1, 1, 4]);
    await db.write
      .updateTable('answer')
      .set({ received_at: START })
      .where('user_id', 'in', [people.ann, people.bob])
      .execute();
    expect((await ranks()).map((row) => row[0])).toEqual(['1', '1', '1', '4']);
  });
});
