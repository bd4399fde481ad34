import { m } from 'messages';
import { expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { APPEAL_MS } from '#machines/contract/limits.ts';
import type { Database } from '#server/db/client.ts';
import { readDesk } from '#server/results/grouping/desk.ts';
import { summaries } from '#server/results/grouping/overview.ts';
import { listAppeals, makeAppeal } from '#server/results/appeals.ts';
import { createExplaining } from '#server/results/explain.ts';
import { NO_KNOWLEDGE } from 'answer-grouping';
import { describeStores } from '#tests/support/databases.ts';
import { actOnQuestion, showServices } from '#tests/support/show-acts.ts';
import { recorder } from '../releases/fixture.ts';
import { refusal } from '../refusals.ts';
import {
  addQuestion,
  addUser,
  decideGroups,
  decideMerges,
  OPEN,
  processOn,
  REVOKED,
  setWindow,
  START,
  storeAnswer,
} from '../answers/fixture.ts';
import { answer, groupIds } from '../stage/fixture.ts';

/** A closed question: Ann and three others answered sofa, a contestant answered desk, and two answered couch. */
async function over(db: Database) {
  const { broadcaster, told, publish } = recorder();
  const clock = { now: START };
  const services = showServices({ db, now: () => clock.now, publish, broadcaster });
  const { id, gameSessionId } = await addQuestion(db, { home: REVOKED });
  const [ann, cid, producer] = [
    await addUser(db),
    await addUser(db, ROLE.contestant),
    await addUser(db, ROLE.admin),
  ];
  await storeAnswer(db, { gameSessionId, userId: ann, text: 'Sofa' });
  await storeAnswer(db, { gameSessionId, userId: cid, roleId: ROLE.contestant, text: 'desk' });
  await answer(db, gameSessionId, { sofa: 3, couch: 2 });
  const explain = createExplaining(services);
  return {
    services,
    gameSessionId,
    ann,
    cid,
    clock,
    told,
    explain: (userId: string) => explain(userId, gameSessionId),
    appeal: (wanted: string, groupId: string | null = null, userId = ann) =>
      makeAppeal(services, { gameSessionId, userId, wanted, groupId }),
    decline: (appealIds: string[], texts = ['sofa']) => {
      const decision = { kind: 'decline' as const, texts, appealIds };
      return actOnQuestion(services, id, { type: 'decide', decision }, producer);
    },
    turn: (kind: 'undo' | 'redo') =>
      actOnQuestion(services, id, { type: 'decide', decision: { kind } }, producer),
    /** The first suggestion at the grouping desk. */
    firstQuestion: async () => {
      const readers = {
        db,
        isUnfit: () => false,
        knowledge: NO_KNOWLEDGE,
        appeals: (of: string) => listAppeals(services, of),
      };
      return (await readDesk(readers, gameSessionId)).suggestions[0];
    },
    waiting: async () => (await summaries({ db }, [gameSessionId])).get(gameSessionId)?.appeals,
    publish: async () => {
      for (const type of ['lock', 'publish'] as const)
        await actOnQuestion(services, id, { type }, producer);
    },
    /** A producer merges sofa and couch. */
    join: async (reason: string) => {
      await db.write
        .insertInto('model_merge')
        .values({ id: 'late', game_session_id: gameSessionId, status: 'held', judged_at: START })
        .execute();
      const judged = { game_session_id: gameSessionId, judgement: 'j', merge_id: 'late' };
      await db.write
        .insertInto('judged_text')
        .values(['sofa', 'couch'].map((text_key) => ({ ...judged, text_key })))
        .execute();
      await decideMerges(db, { gameSessionId, mergeIds: ['late'], accepted: true, reason });
      await processOn(db).recount(gameSessionId);
    },
  };
}

describeStores('the explanation of an answer contains', (open) => {
  it('the result of a recount, also when requested while it was being stored', async () => {
    const db = await open();
    const { ann, gameSessionId, explain } = await over(db);
    await db.consistent.changing(
      async () => {
        await db.write
          .updateTable('grouping')
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .where('game_session_id', '=', gameSessionId)
          .execute();
        await db.write
          .updateTable('answer_group')
          .set({ home_count: 9 })
          .where('game_session_id', '=', gameSessionId)
          .where('representative', '=', 'couch')
          .execute();
        await explain(ann);
      },
      () => {},
    );
    expect(await explain(ann)).toMatchObject({ people: 4, rank: 2 });
  });

  it('the group of an answer, its points, and what a correction changed [R2.explained R2.explained-correction]', async () => {
    const { ann, cid, explain, publish, join } = await over(await open());
    expect(await explain(ann)).toMatchObject({
      answer_text: 'Sofa',
      group: 'sofa',
      others: [],
      people: 4,
      rank: 1,
      points: 4,
      result: { state: 'counting' },
      before: null,
      choices: [],
    });
    expect(await explain(cid)).toMatchObject({ audience: 'studio', people: 1, rank: 3, points: 3 });
    await publish();
    await join('The same thing');
    expect(await explain(ann)).toMatchObject({
      group: 'sofa',
      others: ['couch'],
      people: 6,
      points: 6,
      result: { state: 'corrected', reason: 'The same thing' },
      before: { group: 'sofa', points: 4 },
    });
    expect(await explain(cid)).toMatchObject({
      rank: 2,
      points: 4,
      before: { group: 'desk', points: 3 },
    });
  });

  it('no text of a group that is held back, nor that group as a choice [R2.explained]', async () => {
    const db = await open();
    const { ann, cid, explain, publish, appeal, gameSessionId } = await over(db);
    await storeAnswer(db, { gameSessionId, userId: await addUser(db), text: 'sofas' });
    await processOn(db).recount(gameSessionId);
    const { sofa = '' } = await groupIds(db, gameSessionId);
    await decideGroups(db, { gameSessionId, decision: { kind: 'hold', groups: [sofa] } });
    await processOn(db).recount(gameSessionId);
    await publish();
    expect(await explain(ann)).toMatchObject({
      group: m.deskHeld(),
      others: [],
      points: 5,
    });
    expect((await explain(cid))?.choices.map(({ representative }) => representative)).toEqual([
      'couch',
    ]);
    expect(await refusal(appeal('sofa', sofa, cid))).toEqual([409, m.appealNoGroup()]);
  });

  it('nothing while the question is open, and nothing of a question without an answer [R2.explained-closed]', async () => {
    const db = await open();
    const { ann, explain, gameSessionId } = await over(db);
    expect(await explain(await addUser(db))).toBeNull();
    await setWindow(db, gameSessionId, 'studio', OPEN);
    expect(await explain(ann)).toBeNull();
  });
});

describeStores('an appeal', (open) => {
  it('is made once, and a repetition changes nothing [R2.appeal-once]', async () => {
    const { services, gameSessionId, appeal, explain, ann, told } = await over(await open());
    const all = await Promise.all([1, 2, 3].map(() => appeal('divan')));
    expect(all).toEqual(Array.from({ length: 3 }, () => ({ wanted: 'divan', state: 'open' })));
    expect(await refusal(appeal('bed'))).toEqual([409, m.appealAlready()]);
    expect(await listAppeals(services, gameSessionId)).toMatchObject([
      { answer_text: 'Sofa', wanted: 'divan', groupId: null, state: 'open', createdAt: START },
    ]);
    expect(await explain(ann)).toMatchObject({
      mayAppeal: false,
      appeal: { wanted: 'divan', state: 'open' },
    });
    expect(told.map(({ to, name }) => `${to} ${name}`)).toEqual(['admin answers-counted']);
    expect(told[0]?.payload).toMatchObject({ gameSessionId, appeals: 1 });
  });

  it('names a group only once the board is public [R2.appeal-when]', async () => {
    const db = await open();
    const { appeal, publish, gameSessionId, explain, ann } = await over(db);
    const { couch = '' } = await groupIds(db, gameSessionId);
    expect(await refusal(appeal('couch', couch))).toEqual([409, m.appealNoGroup()]);
    await publish();
    expect((await explain(ann))?.choices.map(({ representative }) => representative)).toEqual([
      'couch',
      'desk',
    ]);
    expect(await refusal(appeal('nothing', 'nowhere'))).toEqual([409, m.appealNoGroup()]);
    expect(await appeal('couch', couch)).toEqual({ wanted: 'couch', state: 'open' });
  });

  it('is open to players with an answer, from the end of the question until a day after publishing [R2.appeal-when]', async () => {
    const db = await open();
    const { appeal, publish, clock, gameSessionId } = await over(db);
    expect(await refusal(appeal('divan', null, await addUser(db)))).toEqual([
      409,
      m.appealNotAnswered(),
    ]);
    await setWindow(db, gameSessionId, 'studio', OPEN);
    expect(await refusal(appeal('divan'))).toEqual([409, m.appealStillOpen()]);
    await setWindow(db, gameSessionId, 'studio', REVOKED);
    await publish();
    clock.now += APPEAL_MS + 1;
    expect(await refusal(appeal('divan'))).toEqual([409, m.appealOver()]);
  });

  it('is settled by a decision, and its player is notified once [R2.appeal-outcome]', async () => {
    const { services, gameSessionId, appeal, ann, decline, told, explain } = await over(
      await open(),
    );
    await appeal('divan');
    const [made] = await listAppeals(services, gameSessionId);
    expect(await refusal(decline([made?.id ?? '', 'nowhere']))).toEqual([404, m.notFound()]);
    told.length = 0;
    await decline([made?.id ?? '']);
    await decline([made?.id ?? '']);
    expect(told[0]).toEqual({
      to: 'user',
      name: 'answer-updated',
      payload: {
        serverTime: START,
        gameSessionId,
        userId: ann,
        appeal: { wanted: 'divan', state: 'declined' },
      },
    });
    expect(told.map(({ to, name }) => `${to} ${name}`)).toEqual([
      'user answer-updated',
      'admin answers-counted',
      'admin show-changed',
      'admin show-changed',
    ]);
    expect(await explain(ann)).toMatchObject({ appeal: { wanted: 'divan', state: 'declined' } });
  });

  it('waits until it is settled, again after an Undo, and is never hidden by an earlier No [R2.appeal-waits]', async () => {
    const db = await open();
    const { services, gameSessionId, ann, explain, ...made } = await over(db);
    const { appeal, decline, turn, firstQuestion, waiting } = made;
    const ben = await addUser(db);
    await storeAnswer(db, { gameSessionId, userId: ben, text: 'sofa' });
    await processOn(db).recount(gameSessionId);
    const idsOf = async () => (await firstQuestion())?.appealIds ?? [];
    const stateOf = async () => (await explain(ann))?.appeal?.state;

    expect(await waiting()).toBe(0);
    await appeal('couch');
    const anns = await idsOf();
    expect([anns.length, await waiting()]).toEqual([1, 1]);
    await decline(anns, ['sofa', 'couch']);
    expect([await idsOf(), await stateOf(), await waiting()]).toEqual([[], 'declined', 0]);

    await appeal('couch', null, ben);
    const bens = await idsOf();
    expect([bens.length, await waiting()]).toEqual([1, 1]);
    expect(bens).not.toEqual(anns);

    await turn('undo');
    expect([await idsOf(), await stateOf(), await waiting()]).toEqual([
      [...anns, ...bens],
      'open',
      2,
    ]);
    await turn('redo');
    expect([await idsOf(), await stateOf(), await waiting()]).toEqual([bens, 'declined', 1]);
    expect((await listAppeals(services, gameSessionId)).map(({ state }) => state)).toEqual([
      'open',
      'declined',
    ]);
  });
});
