import { m } from 'messages';
import { expect, it } from 'vitest';
import { ANSWER_GRACE_MS, PUBLISHED_AFTER_MS } from '#machines/contract/limits.ts';
import { groupTexts } from 'answer-grouping';
import { type Database, inTransaction } from '#server/db/client.ts';
import { recount } from '#server/results/grouping/recount.ts';
import { readGroups } from '#server/results/grouping/store.ts';
import { changeWindow } from '#tests/support/windows.ts';
import { publishByItself } from '#server/results/act.ts';
import { readUnpublished } from '#server/results/store.ts';
import { insertShow } from '#server/show/store.ts';
import { makeItems } from '#tests/support/make-items.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { actOnQuestion, type QuestionAct, showServices } from '#tests/support/show-acts.ts';
import { recorder } from '../releases/fixture.ts';
import { refusal } from '../refusals.ts';
import {
  addQuestion,
  addUser,
  decideGroups,
  decideMerges,
  fate,
  OPEN,
  processOn,
  recountServices,
  REVOKED,
  setWindow,
  START,
  storeAnswer,
  timedUntil,
} from '../answers/fixture.ts';
import { answer, showOn } from '../stage/fixture.ts';

/** A closed question with four answers sofa, two couch and one desk. */
async function over(db: Database) {
  const { broadcaster, told, publish } = recorder();
  const clock = { now: START };
  const services = showServices({ db, now: () => clock.now, publish, broadcaster });
  const question = await addQuestion(db, { home: REVOKED });
  const { id, gameSessionId } = question;
  const by = await addUser(db, 1);
  await answer(db, gameSessionId, { sofa: 4, couch: 2, desk: 1 });
  return {
    services,
    question,
    gameSessionId,
    by,
    clock,
    told,
    act: (asked: QuestionAct) => actOnQuestion(services, id, asked, by),
    publishByItself: () => publishByItself(services, gameSessionId),
    release: (reason: string | null) =>
      changeWindow(services, id, 'home', {
        type: 'release',
        timer: null,
        reopening: { by, reason },
      }),
    result: async () => (await readGameSession(db.read, gameSessionId))?.result,
    /** The current groups and points. */
    groups: () => readGroups(db.read, gameSessionId),
    points: () =>
      db.read
        .selectFrom('answer')
        .where('game_session_id', '=', gameSessionId)
        .orderBy('id')
        .select(['id', 'points'])
        .execute(),
    acts: () =>
      db.read
        .selectFrom('result_act')
        .where('game_session_id', '=', gameSessionId)
        .orderBy('version')
        .select(['version', 'at', 'user_id', 'act', 'state_before', 'state_after', 'reason'])
        .execute(),
  };
}

/** Matching that treats all texts as one answer, as a later program might. */
const takesAllForOne = (db: Database) => ({
  ...recountServices(db),
  group: (texts: Parameters<typeof groupTexts>[0]) =>
    Promise.resolve([
      {
        representative: texts[0]?.key ?? '',
        members: texts.map(({ key }) => ({ key, reason: 'meaning' as const })),
      },
    ]),
});

describeStores('the result of a question', (open) => {
  it('has no points while it is void, and the same as before when it counts again', async () => {
    const db = await open();
    const { act: doing, acts, points, gameSessionId } = await over(db);
    await doing({ type: 'lock' });
    await doing({ type: 'publish' });
    const before = await points();
    await doing({ type: 'void', reason: 'Unfair' });
    await processOn(db).recount(gameSessionId);
    expect(await points()).toEqual(before.map(({ id }) => ({ id, points: 0 })));
    await doing({ type: 'unvoid' });
    await processOn(db).recount(gameSessionId);
    expect(await points()).toEqual(before);
    const state = { state_before: 'published', state_after: 'published' };
    expect((await acts()).slice(2)).toMatchObject([
      { act: 'void', reason: 'Unfair', ...state },
      { act: 'unvoid', reason: null, ...state },
    ]);
  });

  it('is not published by itself while it is void', async () => {
    const db = await open();
    const { act: doing, clock, gameSessionId } = await over(db);
    await doing({ type: 'void', reason: 'Unfair' });
    clock.now += PUBLISHED_AFTER_MS;
    expect(await readUnpublished(db.read, clock.now, 1, gameSessionId)).toEqual([]);
    await doing({ type: 'unvoid' });
    expect(await readUnpublished(db.read, clock.now, 1, gameSessionId)).toEqual([gameSessionId]);
  });

  it('is locked, unlocked for a reason, locked and published [R2.result-acts R2.result-publish]', async () => {
    const db = await open();
    const { act: doing, acts, by, result, told, gameSessionId } = await over(db);
    await doing({ type: 'lock' });
    await doing({ type: 'unlock', reason: 'Not yet' });
    expect(await result()).toMatchObject({ state: 'counting', lockedAt: null, reason: 'Not yet' });
    await processOn(db).recount(gameSessionId);
    await doing({ type: 'lock' });
    await doing({ type: 'publish' });
    expect(await result()).toEqual({
      state: 'published',
      version: 4,
      lockedAt: START,
      publishedAt: START,
      correctedAt: null,
      reason: null,
    });
    const own = { at: START, user_id: by };
    expect(await acts()).toEqual([
      {
        ...own,
        version: 1,
        act: 'lock',
        state_before: 'counting',
        state_after: 'locked',
        reason: null,
      },
      {
        ...own,
        version: 2,
        act: 'unlock',
        state_before: 'locked',
        state_after: 'counting',
        reason: 'Not yet',
      },
      {
        ...own,
        version: 3,
        act: 'lock',
        state_before: 'counting',
        state_after: 'locked',
        reason: null,
      },
      {
        ...own,
        version: 4,
        act: 'publish',
        state_before: 'locked',
        state_after: 'published',
        reason: null,
      },
    ]);
    // The question was never released, so only admins are concerned.
    expect(new Set(told.map(({ to, name }) => `${to} ${name}`))).toEqual(
      new Set(['admin question-list-updated', 'admin show-changed']),
    );
  });

  it('is locked when the question is closed and all answers are counted [R2.result-guards]', async () => {
    const db = await open();
    const { act: doing, clock, gameSessionId, points, result } = await over(db);
    await setWindow(db, gameSessionId, 'home', timedUntil(START + 1_000));
    clock.now = START + 1_000 + ANSWER_GRACE_MS;
    expect(await refusal(doing({ type: 'lock' }))).toEqual([409, m.resultStillOpen()]);
    clock.now += 1;
    await storeAnswer(db, { gameSessionId, userId: await addUser(db), text: 'bench' });
    // The lock waits for a recount, which runs after this.
    const locking = doing({ type: 'lock' });
    await processOn(db).recount(gameSessionId);
    await locking;
    expect(await result()).toMatchObject({ state: 'locked' });
    expect((await points()).map((each) => each.points)).not.toContain(null);
  });

  it('accepts no answers once it is locked, and repeats the reply to players who have answered [R2.result-no-answers]', async () => {
    const db = await open();
    const { act: doing, gameSessionId, groups, clock } = await over(db);
    const one = processOn(db);
    const [late, early] = [await addUser(db), await addUser(db)];
    await setWindow(db, gameSessionId, 'home', timedUntil(START + 1_000));
    const first = await one.submit(early, gameSessionId, 'sofa', START + 999);
    await one.recount(gameSessionId);
    clock.now = START + 2_000;
    await doing({ type: 'lock' });
    const before = await groups();
    // An answer that was received in time, but stored late.
    expect(
      await fate(processOn(db).submit(late, gameSessionId, 'sofa', START + 999)),
    ).toMatchObject({ status: 410, code: 'expired' });
    expect(await one.submit(early, gameSessionId, 'sofa', START + 999)).toMatchObject({
      answeredAt: first.answeredAt,
    });
    await one.recount(gameSessionId);
    expect(await groups()).toEqual(before);
  });

  it('is frozen at the lock, however matching or a model would group later [R2.result-frozen]', async () => {
    const db = await open();
    const { act: doing, gameSessionId, groups, points } = await over(db);
    const before = { groups: await groups(), points: await points() };
    await doing({ type: 'lock' });
    await db.write
      .insertInto('model_merge')
      .values({ id: 'late', game_session_id: gameSessionId, status: 'applied', judged_at: START })
      .execute();
    const judged = { game_session_id: gameSessionId, judgement: 'j', merge_id: 'late' };
    await db.write
      .insertInto('judged_text')
      .values(['sofa', 'couch'].map((text_key) => ({ ...judged, text_key })))
      .execute();
    await db.write
      .updateTable('grouping')
      .set({ merges_version: 9, answers_grouped: -1 })
      .execute();
    expect(await recount(takesAllForOne(db), gameSessionId)).toMatchObject({ moved: [] });
    expect({ groups: await groups(), points: await points() }).toEqual(before);
    await doing({ type: 'unlock', reason: 'Look again' });
    await recount(takesAllForOne(db), gameSessionId);
    expect((await groups()).map(({ home }) => home)).toEqual([7]);
  });

  it('is not changed by a recount that began before the lock [R2.result-frozen]', async () => {
    const db = await open();
    const { act: doing, gameSessionId, groups } = await over(db);
    const before = await groups();
    const slow = takesAllForOne(db);
    const outcome = await recount(
      {
        ...slow,
        group: async (texts) => {
          await doing({ type: 'lock' });
          return slow.group(texts);
        },
      },
      gameSessionId,
    );
    expect(outcome).toBe('stale');
    expect(await groups()).toEqual(before);
  });

  it('follows a producer who accepts a late join, as a correction once it is published [R2.result-corrected]', async () => {
    const db = await open();
    const { act: doing, gameSessionId, groups, by, result } = await over(db);
    await doing({ type: 'lock' });
    await doing({ type: 'publish' });
    await db.write
      .insertInto('model_merge')
      .values({ id: 'late', game_session_id: gameSessionId, status: 'held', judged_at: START })
      .execute();
    const judged = { game_session_id: gameSessionId, judgement: 'j', merge_id: 'late' };
    await db.write
      .insertInto('judged_text')
      .values(['sofa', 'couch'].map((text_key) => ({ ...judged, text_key })))
      .execute();
    const decision = { gameSessionId, mergeIds: ['late'], accepted: true, by };
    expect(await refusal(decideMerges(db, decision))).toEqual([422, m.resultNoReason()]);
    const version = () => db.read.selectFrom('show').select('version').execute();
    const [before] = await version();
    await decideMerges(db, { ...decision, reason: 'The same thing' });
    expect(await version()).toEqual([{ version: (before?.version ?? 0) + 1 }]);
    await processOn(db).recount(gameSessionId);
    expect((await groups()).map(({ home, homePoints }) => [home, homePoints])).toEqual([
      [6, 6],
      [1, 1],
    ]);
    expect(await result()).toMatchObject({
      state: 'corrected',
      version: 3,
      correctedAt: START,
      reason: 'The same thing',
    });
    const published = await db.read
      .selectFrom('published_text')
      .orderBy('text_key')
      .select(['text_key', 'representative', 'home_points'])
      .execute();
    expect(published).toEqual([
      { text_key: 'couch', representative: 'couch', home_points: 2 },
      { text_key: 'desk', representative: 'desk', home_points: 1 },
      { text_key: 'sofa', representative: 'sofa', home_points: 4 },
    ]);
    await decideMerges(db, { ...decision, accepted: false, reason: 'Not the same' });
    await processOn(db).recount(gameSessionId);
    expect((await groups()).map(({ home }) => home)).toEqual([4, 2, 1]);
  });

  it('keeps groups joined that were joined when it was locked', async () => {
    const db = await open();
    const { act: doing, gameSessionId } = await over(db);
    await db.write
      .insertInto('model_merge')
      .values({ id: 'made', game_session_id: gameSessionId, status: 'applied', judged_at: START })
      .execute();
    await doing({ type: 'lock' });
    const decision = { gameSessionId, mergeIds: ['made'], accepted: false };
    expect(await refusal(decideMerges(db, decision))).toEqual([409, m.resultFrozenMerge()]);
  });

  it('can be revealed only once, and is hidden and unlocked by a release [R2.result-reveal-locks R2.result-reopened]', async () => {
    const db = await open();
    const { act: doing, question, release, result, acts } = await over(db);
    const { show, direct, reveal } = showOn(db);
    await direct('question', question.id);
    await reveal(question.id);
    await reveal(question.id);
    expect(await result()).toMatchObject({ state: 'revealed', version: 1, lockedAt: START });
    expect(await refusal(doing({ type: 'unlock', reason: 'No' }))).toEqual([
      409,
      m.resultAlreadyRevealed(),
    ]);
    const reopened = await release('A word was missing');
    expect(reopened.result).toMatchObject({ state: 'counting', version: 2 });
    expect(await db.read.selectFrom('show_reveal').selectAll().execute()).toEqual([]);
    expect((await show.readSnapshot()).show.groups).toEqual([]);
    expect((await acts()).map((each) => [each.act, each.reason])).toEqual([
      ['reveal', null],
      ['reopen', 'A word was missing'],
    ]);
    // A question that was never locked opens as usual.
    await release(null);
    expect(await acts()).toHaveLength(2);
  });

  it('sends the stage screen no reason that is for producers only [R2.show-unrevealed]', async () => {
    const db = await open();
    const { act: doing, question, result } = await over(db);
    const { show, direct } = showOn(db);
    await direct('question', question.id);
    await doing({ type: 'lock' });
    await doing({ type: 'unlock', reason: 'Tom cheated' });
    expect(await result()).toMatchObject({ reason: 'Tom cheated' });
    expect((await show.readSnapshot()).show.question?.result).toMatchObject({
      state: 'counting',
      reason: null,
    });
  });

  it('is hidden on the stage screen from the lock on [R2.show-unrevealed]', async () => {
    const db = await open();
    const { act: doing, question } = await over(db);
    const { show, direct } = showOn(db);
    await direct('question', question.id);
    expect((await show.readSnapshot()).show.groups).toEqual([]);
    await doing({ type: 'lock' });
    expect((await show.readSnapshot()).show).toMatchObject({
      groups: [null, null, null],
      question: { result: { state: 'locked' } },
    });
  });

  it('publishes itself once, ten minutes after the last window [R2.result-by-itself]', async () => {
    const db = await open();
    const { gameSessionId, clock, publishByItself: publish, acts, services } = await over(db);
    await setWindow(db, gameSessionId, 'home', timedUntil(START + 1_000));
    await setWindow(db, gameSessionId, 'studio', REVOKED, START + 2_000);
    const due = START + 2_000 + PUBLISHED_AFTER_MS;
    const dueAt = (at: number) => readUnpublished(db.read, at - PUBLISHED_AFTER_MS, 9);
    expect([await dueAt(due - 1), await dueAt(due)]).toEqual([[], [gameSessionId]]);
    await setWindow(db, gameSessionId, 'studio', OPEN);
    expect(await dueAt(due)).toEqual([]);
    await setWindow(db, gameSessionId, 'studio', REVOKED, START + 2_000);
    clock.now = due - 1;
    await publish();
    expect(await acts()).toEqual([]);
    clock.now = due;
    await Promise.all([1, 2].map(() => publish()));
    expect(await dueAt(due)).toEqual([]);
    expect((await acts()).map((each) => [each.act, each.user_id])).toEqual([
      ['lock', null],
      ['publish', null],
    ]);
    const groups = (await readGroups(db.read, gameSessionId)).map((group) => group.id);
    const decision = { kind: 'gather' as const, groups, texts: [] };
    await decideGroups(db, { gameSessionId, decision, reason: 'Typo' });
    await publishByItself(services, gameSessionId);
    expect(await acts()).toHaveLength(3);
  });

  it('does not publish itself while its question is in a rundown: a producer does [R2.result-in-rundown]', async () => {
    const db = await open();
    const { gameSessionId } = await over(db);
    const due = () => readUnpublished(db.read, START + PUBLISHED_AFTER_MS + 60_000, 9);
    expect(await due()).toEqual([gameSessionId]);
    await inTransaction(db, async (tx) => {
      await insertShow(tx, { id: 'a-show', title: 'Friday' }, START);
      await makeItems(tx, 'a-show', [gameSessionId]);
    });
    expect(await due()).toEqual([]);
  });
});
