import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import type { Database } from '#server/db/client.ts';
import { inTransaction } from '#server/db/client.ts';
import { deleteQuestion, updateText } from '#server/show/questions/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import {
  addQuestion,
  addUser,
  OPEN,
  REVOKED,
  setWindow,
  START,
  timedUntil,
} from '../answers/fixture.ts';
import { refusal } from '../refusals.ts';
import { answer, groupIds, showOn } from './fixture.ts';

const NOBODY = { studio: 0, home: 0 };
const CROWD = { connected: NOBODY, joinUrl: 'https://show.example' };
const IDLE = {
  serverTime: START,
  scene: 'idle',
  question: null,
  groups: [],
  board: null,
  ...CROWD,
};

/** A closed question on the stage: four answers zebra, two giraffe, one kangaroo. */
async function onAir(db: Database) {
  const fixture = showOn(db);
  const question = await addQuestion(db, { studio: REVOKED, home: REVOKED });
  await answer(db, question.gameSessionId, { zebra: 3, giraffe: 2, kangaroo: 1 });
  await answer(db, question.gameSessionId, { zebra: 1 }, ROLE.contestant);
  await fixture.direct('question', question.id);
  const ids = await groupIds(db, question.gameSessionId);
  const { zebra = '', giraffe = '', kangaroo = '' } = ids;
  const shown = async () => (await fixture.show.readSnapshot()).show;
  return {
    ...fixture,
    question,
    zebra,
    giraffe,
    kangaroo,
    shown,
    /** The stage screen's groups: their names, or null while hidden. */
    groups: async () => (await shown()).groups.map((place) => place?.representative ?? null),
  };
}

const toAll = (name: string, payload: object) =>
  ['studio', 'home', 'admin'].map((to) => ({ to, name, payload }));

describeStores('the stage screen', (open) => {
  it('names the players who have just joined while it waits for players, but no masked name', async () => {
    const db = await open();
    const { show, clock } = showOn(db);
    const join = async (name: string, joinedAt: number) => {
      const userId = await addUser(db, ROLE.home, name);
      const member = { show_id: 'house', user_id: userId, joined_at: joinedAt };
      await inTransaction(db, (tx) => tx.insertInto('show_member').values(member).execute());
      return userId;
    };
    await join('Ann', START - 60_000);
    await join('Bob', START - 2_000);
    await join('Cat', START - 1_000);
    const masked = await join('Dan', START);
    await inTransaction(db, (tx) =>
      tx.updateTable('user').set({ masked: 1 }).where('id', '=', masked).execute(),
    );
    const names = async () =>
      (await show.readSnapshot()).show.joined?.map(({ name }) => name) ?? [];
    expect(await names()).toEqual(['Cat', 'Bob']);
    clock.now += 60_000;
    expect(await names()).toEqual([]);
  });

  it('shows only where to join at first, and how many have joined [R2.show-crowd]', async () => {
    const { show } = showOn(await open());
    expect(await show.readSnapshot()).toEqual({
      show: IDLE,
      direction: {
        showId: 'house',
        itemId: null,
        scene: 'idle',
        questionId: null,
        gameSessionId: null,
        questionText: null,
        groups: [],
        link: null,
        screens: 0,
      },
      linkId: null,
      revision: 0,
      changesInMs: Infinity,
    });
  });

  it('gets text, windows and counts of the question that is shown [R2.show-question R2.show-direct]', async () => {
    const db = await open();
    const { question, shown } = await onAir(db);
    const closed = { released: false, timed: false, closesAt: null };
    expect(await shown()).toEqual({
      ...IDLE,
      scene: 'question',
      question: {
        question_id: question.id,
        game_session_id: question.gameSessionId,
        question_text: 'A fruit?',
        windows: { studio: closed, home: closed },
        result: NEW_RESULT,
        answered: { studio: 1, home: 6 },
      },
    });
  });

  it('flags answers unfit for air, to the producer only', async () => {
    const db = await open();
    const { show, direct } = showOn(db);
    const { id, gameSessionId } = await addQuestion(db, { home: REVOKED });
    await answer(db, gameSessionId, { zebra: 2, sh1t: 1 });
    await direct('question', id);
    const seen = await show.readSnapshot();
    expect(
      seen.direction.groups.map(({ representative, isFlagged }) => [representative, isFlagged]),
    ).toEqual([
      ['zebra', undefined],
      ['sh1t', true],
    ]);
    expect(JSON.stringify(seen.show)).not.toContain('isFlagged');
  });

  it('offers the producer a label without an obvious slip until the group is revealed', async () => {
    const db = await open();
    const { show, direct, reveal } = showOn(db);
    const { id, gameSessionId } = await addQuestion(db, { home: REVOKED });
    await answer(db, gameSessionId, { 'th etrain': 3, zebra: 1 });
    await direct('question', id);
    const offered = async () =>
      (await show.readSnapshot()).direction.groups.map(({ cleaner }) => cleaner);
    // Answers are still counted.
    expect(await offered()).toEqual([undefined, undefined]);
    await reveal(id);
    expect(await offered()).toEqual(['The train', undefined]);
    expect(JSON.stringify((await show.readSnapshot()).show)).not.toContain('train');
    await reveal(id);
    expect(await offered()).toEqual([undefined, undefined]);
  });

  it('gets the text of a question only while it is shown [R2.show-unshown-text]', async () => {
    const db = await open();
    const { show, direct } = showOn(db);
    const { id } = await addQuestion(db, {});
    const texts = async () => JSON.stringify(await show.readSnapshot());
    expect(await texts()).not.toContain('fruit');
    await direct('question', id);
    expect((await show.readSnapshot()).show).toMatchObject({
      question: { question_text: 'A fruit?', answered: NOBODY },
    });
    await direct('board');
    expect(await texts()).not.toContain('fruit');
    await direct('idle');
    expect(await texts()).not.toContain('fruit');
    expect((await show.readSnapshot()).direction).toMatchObject({ scene: 'idle', questionId: id });
  });

  it('gets the edited text, and nothing once the question is deleted [R2.show-delete-idle]', async () => {
    const db = await open();
    const { question, show, shown } = await onAir(db);
    await inTransaction(db, (tx) => updateText(tx, question.id, 'A vegetable?'));
    expect(await shown()).toMatchObject({ question: { question_text: 'A vegetable?' } });
    await inTransaction(db, (tx) => deleteQuestion(tx, question.id));
    expect((await show.readSnapshot()).show).toEqual(IDLE);
    expect((await show.readSnapshot()).direction).toMatchObject({
      scene: 'idle',
      questionId: null,
      gameSessionId: null,
      groups: [],
    });
    expect(await db.read.selectFrom('show_reveal').selectAll().execute()).toEqual([]);
  });

  it('gets the top rows of each audience while it shows the boards [R2.show-board]', async () => {
    const db = await open();
    const { show, boards, direct } = showOn(db);
    const best = Array.from({ length: 10 }, (_, index) => ({
      rank: index + 1,
      username: `Home ${index}`,
      total_points: 20 - index,
    }));
    boards.home = best;
    boards.studio = [{ rank: 1, username: 'Cid', total_points: 5 }];
    expect((await show.readSnapshot()).show.board).toBeNull();
    await direct('board');
    const { show: shown, direction } = await show.readSnapshot();
    expect(direction.board).toEqual(shown.board);
    expect(shown).toEqual({
      ...IDLE,
      scene: 'board',
      board: { studio: boards.studio, home: best },
    });
  });
});

describeStores('a reveal', (open) => {
  it('starts with the least popular group [R2.show-reveal-lowest R2.show-unrevealed]', async () => {
    const { question, groups, reveal } = await onAir(await open());
    const seen: unknown[] = [await groups()];
    for (let turn = 0; turn < 3; turn += 1) {
      await reveal(question.id);
      seen.push(await groups());
    }
    expect(seen).toEqual([
      [],
      [null, null, 'kangaroo'],
      [null, 'giraffe', 'kangaroo'],
      ['zebra', 'giraffe', 'kangaroo'],
    ]);
    expect(await refusal(reveal(question.id))).toEqual([409, m.showNothingLeft()]);
  });

  it('can name the group, and returns its label, count and points [R2.show-reveal-chosen R2.show-place-facts]', async () => {
    const { show, question, zebra, shown, reveal } = await onAir(await open());
    await reveal(question.id, zebra);
    expect((await shown()).groups).toEqual([
      {
        groupId: zebra,
        rank: 1,
        representative: 'zebra',
        count: 4,
        homePoints: 3,
        contestantPoints: 5,
        revealedAt: START,
      },
      null,
      null,
    ]);
    const { groups } = (await show.readSnapshot()).direction;
    expect(groups.map(({ representative, revealed }) => [representative, revealed])).toEqual([
      ['zebra', true],
      ['giraffe', false],
      ['kangaroo', false],
    ]);
  });

  it('is announced to both audiences and to admins, with its own version [R4.show-answers R4.show-answers-version]', async () => {
    const { question, told, clock, reveal } = await onAir(await open());
    /** The events except show views. */
    const toldOf = () => told.filter(({ name }) => name !== 'show-changed');
    clock.now += 5;
    await reveal(question.id);
    const about = {
      feed: 'house',
      serverTime: START + 5,
      questionId: question.id,
      gameSessionId: question.gameSessionId,
    };
    const locked = { ...about, version: 1, question: null };
    // Admins also get the fields of the producers' list.
    const atDesk = { payload: expect.objectContaining(locked) };
    const locking = toAll('questions-updated', locked).map((each) => ({
      ...each,
      ...(each.to === 'admin' && atDesk),
    }));
    const first = toAll('show-answers', { ...about, version: 2 });
    expect(toldOf()).toEqual([...locking, ...first]);
    await reveal(question.id);
    const second = toAll('show-answers', { ...about, version: 3 });
    expect(toldOf()).toEqual([...locking, ...first, ...second]);
  });

  it('happens once, however often it is clicked [R2.show-reveal-twice]', async () => {
    const db = await open();
    const { question, zebra, groups, told, reveal, hide } = await onAir(db);
    await Promise.all([1, 2, 3].map(() => reveal(question.id, zebra)));
    await reveal(question.id, zebra);
    expect(await groups()).toEqual(['zebra', null, null]);
    expect(told.filter(({ name }) => name === 'show-answers')).toHaveLength(3);
    await Promise.all([1, 2].map(() => hide(question.id, zebra)));
    expect(await groups()).toEqual([null, null, null]);
  });

  it('is undone in reverse order [R2.show-hide R2.show-reveal-none]', async () => {
    const { question, zebra, giraffe, kangaroo, groups, reveal, hide } = await onAir(await open());
    for (const id of [zebra, kangaroo, giraffe]) await reveal(question.id, id);
    await hide(question.id);
    expect(await groups()).toEqual(['zebra', null, 'kangaroo']);
    await hide(question.id, zebra);
    expect(await groups()).toEqual([null, null, 'kangaroo']);
    await hide(question.id);
    expect(await groups()).toEqual([null, null, null]);
    expect(await refusal(hide(question.id))).toEqual([409, m.showNothingRevealed()]);
  });

  it('waits until the question is closed, the grace period included [R2.show-reveal-open]', async () => {
    const db = await open();
    const { question, clock, groups, reveal } = await onAir(db);
    const stillOpen = [409, m.showStillOpen()];
    await setWindow(db, question.gameSessionId, 'home', OPEN);
    expect(await refusal(reveal(question.id))).toEqual(stillOpen);
    await setWindow(db, question.gameSessionId, 'home', REVOKED);
    await setWindow(db, question.gameSessionId, 'studio', timedUntil(START + 1_000));
    for (const late of [0, 999, 1_000, 1_250]) {
      clock.now = START + late;
      expect(await refusal(reveal(question.id))).toEqual(stillOpen);
    }
    clock.now = START + 1_251;
    await reveal(question.id);
    expect(await groups()).toEqual([null, null, 'kangaroo']);
  });

  it('is hidden while the question is open again, and returns by itself [R2.show-reopened]', async () => {
    const db = await open();
    const { show, question, clock, groups, reveal } = await onAir(db);
    await reveal(question.id);
    await setWindow(db, question.gameSessionId, 'home', timedUntil(START + 1_000));
    expect(await groups()).toEqual([]);
    expect((await show.readSnapshot()).changesInMs).toBe(1_251);
    expect((await show.readSnapshot()).direction.groups.map(({ revealed }) => revealed)).toEqual([
      false,
      false,
      true,
    ]);
    clock.now += 1_251;
    expect(await groups()).toEqual([null, null, 'kangaroo']);
  });

  it('is kept while another scene is shown', async () => {
    const { question, groups, direct, reveal } = await onAir(await open());
    await reveal(question.id);
    await direct('board');
    await direct('question', question.id);
    expect(await groups()).toEqual([null, null, 'kangaroo']);
  });

  it('is dropped with a group that no longer exists', async () => {
    const db = await open();
    const { question, kangaroo, groups, reveal } = await onAir(db);
    await reveal(question.id, kangaroo);
    await db.write.deleteFrom('answer_group').where('id', '=', kangaroo).execute();
    expect(await groups()).toEqual([null, null]);
    expect(await refusal(reveal(question.id, kangaroo))).toEqual([404, m.notFound()]);
  });

  it('says how many groups tie with the last place and have none, once that is revealed [R2.show-tied]', async () => {
    const db = await open();
    const { show, question, shown, reveal } = await onAir(db);
    await answer(db, question.gameSessionId, {
      lion: 2,
      owl: 1,
      ibex: 1,
      crab: 1,
      tapir: 1,
      moose: 1,
      newt: 1,
      panda: 1,
    });
    const { direction } = await show.readSnapshot();
    expect(direction.groups.map(({ rank }) => rank)).toEqual([1, 2, 2, 3, 3, 3, 3, 3]);
    const shared = direction.groups.map(({ sharedPlace }) => sharedPlace ?? null);
    expect(shared).toEqual([null, 2, 2, 4, 4, 4, 4, 4]);
    const [first, last] = [direction.groups[0], direction.groups.at(-1)];
    await reveal(question.id, first?.groupId);
    expect((await shown()).tied).toBeUndefined();
    await reveal(question.id, last?.groupId);
    expect((await shown()).tied).toBe(3);
  });

  it('of a group beyond the groups is refused like one that does not exist', async () => {
    const db = await open();
    const { question, groups, reveal } = await onAir(db);
    const more = { hippo: 2, lemur: 2, otter: 2, walrus: 2, ferret: 2, badger: 2 };
    await answer(db, question.gameSessionId, more);
    const { kangaroo = '' } = await groupIds(db, question.gameSessionId);
    expect(await refusal(reveal(question.id, kangaroo))).toEqual([404, m.notFound()]);
    await reveal(question.id);
    expect(await groups()).toHaveLength(8);
  });

  describe('is refused', () => {
    it.each([
      ['for a question that does not exist', 'nowhere', 404, m.notFound()],
      ['for another question [R2.show-reveal-other]', 'other', 409, m.showOtherQuestion()],
    ])('%s', async (_title, which, status, message) => {
      const db = await open();
      const { reveal, hide } = await onAir(db);
      const other = await addQuestion(db, {});
      const id = which === 'other' ? other.id : which;
      expect(await refusal(reveal(id))).toEqual([status, message]);
      expect(await refusal(hide(id))).toEqual([status, message]);
    });

    it('for the question of a scene that is over [R2.show-reveal-other]', async () => {
      const { question, direct, reveal } = await onAir(await open());
      await direct('board');
      expect(await refusal(reveal(question.id))).toEqual([409, m.showOtherQuestion()]);
    });

    it('for a group of another question, or none at all [R2.show-direct-unknown]', async () => {
      const db = await open();
      const { question, direct, reveal, hide } = await onAir(db);
      const other = await addQuestion(db, {});
      await answer(db, other.gameSessionId, { elephant: 1 });
      const { elephant = '' } = await groupIds(db, other.gameSessionId);
      for (const groupId of [elephant, 'nowhere'])
        for (const act of [reveal, hide])
          expect(await refusal(act(question.id, groupId))).toEqual([404, m.notFound()]);
      expect(await refusal(direct('question', 'nowhere'))).toEqual([404, m.notFound()]);
    });
  });
});
