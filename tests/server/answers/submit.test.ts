import { m } from 'messages';
import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { type Audience, ROLE } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS } from '#machines/contract/limits.ts';
import { lockedMessage } from '#machines/contract/messages.ts';
import type { Database } from '#server/db/client.ts';
import { describeStores } from '#tests/support/databases.ts';
import {
  addQuestion,
  addUser,
  addUsers,
  fate,
  OPEN,
  processOn,
  REVOKED,
  setWindow,
  START,
  timedUntil,
} from './fixture.ts';

const already = { status: 409, code: 'already', error: m.answerAlready() };
const expired = { status: 410, code: 'expired', error: m.answerExpired() };
const withheld = { status: 409, code: 'withheld', error: m.answerNotReleased() };

const locked = (audience: Audience) => ({
  status: 403,
  code: 'locked',
  error: lockedMessage(audience, DEFAULT_BRAND),
});

const stored = (db: Database) =>
  db.read
    .selectFrom('answer')
    .select(['user_id', 'text', 'text_key', 'audience', 'received_at', 'day'])
    .orderBy('id')
    .execute();

describeStores('answers', (open) => {
  it('get points of everything counted or announced while they were valued', async () => {
    const db = await open();
    const contestant = await addUser(db, ROLE.contestant);
    const viewers = await addUsers(db, 3);
    const { gameSessionId } = await addQuestion(db);
    const other = processOn(db);
    const { submit, emittedPoints, told } = processOn(db, async () => {
      for (const userId of viewers) await other.submit(userId, gameSessionId, 'Pear');
      await other.recount(gameSessionId);
      emittedPoints.record(gameSessionId, 1);
    });
    const { awardedPoints } = await submit(contestant, gameSessionId, 'Apple');
    expect(awardedPoints).toBe(4);
    expect(told).toMatchObject([{ answer: { awardedPoints: 4 } }]);
  });

  it('are stored as sent, with their day and audience', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const viewer = await addUser(db);
    const { submit, joined, answered } = processOn(db);
    const midnight = Date.UTC(2026, 0, 2);
    expect(await submit(viewer, gameSessionId, 'The Apple!', midnight - 1)).toEqual({
      gameSessionId,
      answer_text: 'The Apple!',
      awardedPoints: 1,
      answeredAt: midnight - 1,
    });
    expect(await stored(db)).toEqual([
      {
        user_id: viewer,
        text: 'The Apple!',
        text_key: 'apple',
        audience: 'home',
        received_at: midnight - 1,
        day: '2026-01-01',
      },
    ]);
    expect(joined).toEqual([`${viewer} ${gameSessionId} home apple`]);
    expect(answered).toEqual([gameSessionId]);
  });

  it('are decided one by one, even when they share a transaction (decisions §4) [R5.answer-not-expired R8.answer-expired R4.expired-closed]', async () => {
    const db = await open();
    const [viewer = '', other = ''] = await addUsers(db, 2);
    const contestant = await addUser(db, ROLE.contestant);
    const admin = await addUser(db, ROLE.admin);
    const everybody = await addQuestion(db);
    const nobody = await addQuestion(db, {});
    const revoked = await addQuestion(db, { home: REVOKED });
    const studioOnly = await addQuestion(db, { studio: timedUntil(START + 1), home: OPEN });
    const homeOnly = await addQuestion(db, { studio: OPEN, home: timedUntil(START + 1) });
    const over = await addQuestion(db, { home: timedUntil(START - 1_000) });
    const { submit } = processOn(db);

    const cases: readonly (readonly [string, string, unknown])[] = [
      [viewer, everybody.gameSessionId, { awardedPoints: 1 }],
      [contestant, everybody.gameSessionId, { awardedPoints: 5 }],
      [
        admin,
        everybody.gameSessionId,
        { status: 403, code: undefined, error: m.answerAdminNever() },
      ],
      ['nobody', everybody.gameSessionId, { status: 401, error: m.signInFirst() }],
      [viewer, 'nothing', { status: 404, error: m.notFound() }],
      [viewer, nobody.gameSessionId, withheld],
      [viewer, revoked.gameSessionId, withheld],
      [contestant, revoked.gameSessionId, withheld],
      [viewer, studioOnly.gameSessionId, locked('studio')],
      [contestant, studioOnly.gameSessionId, { awardedPoints: 5 }],
      [contestant, homeOnly.gameSessionId, locked('home')],
      [viewer, homeOnly.gameSessionId, { awardedPoints: 1 }],
      [viewer, over.gameSessionId, expired],
      [other, everybody.gameSessionId, { awardedPoints: 1 }],
    ];
    const fates = await Promise.all(
      cases.map(([user, session], index) => fate(submit(user, session, `answer ${index}`))),
    );
    for (const [index, [, , expected]] of cases.entries())
      expect(fates[index]).toMatchObject(Object(expected));
    expect((await stored(db)).map(({ text }) => text).sort()).toEqual(
      ['answer 0', 'answer 1', 'answer 11', 'answer 13', 'answer 9'].sort(),
    );
  });

  it('are refused from a device whose token was revoked after its last check', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const viewer = await addUser(db);
    await db.write.updateTable('user').set({ token_version: 1 }).execute();
    const { submit } = processOn(db);
    expect(await fate(submit(viewer, gameSessionId, 'Apple'))).toMatchObject({ status: 401 });
    expect(await stored(db)).toEqual([]);
    expect(await fate(submit(viewer, gameSessionId, 'Apple', START, 1))).toMatchObject({
      awardedPoints: 1,
    });
  });

  it("are announced to their author's other devices, also on each retry", async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const viewer = await addUser(db);
    // The first process is killed before it announces the answer.
    await processOn(db).submit(viewer, gameSessionId, 'Apple');
    const { submit, told, joined } = processOn(db);
    await submit(viewer, gameSessionId, 'Apple');
    await fate(submit(viewer, gameSessionId, 'Pear'));
    const answer = { gameSessionId, answer_text: 'Apple', awardedPoints: 1, answeredAt: START };
    expect(told).toEqual([{ userId: viewer, answer }]);
    expect(joined).toEqual([`${viewer} ${gameSessionId} home apple`]);
  });

  it('count until 250 ms after the end, by their time of receipt [R4.grace]', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db, { home: timedUntil(START) });
    const viewers = await addUsers(db, 4);
    const { submit } = processOn(db);
    const lateMs = [-1, 0, ANSWER_GRACE_MS, ANSWER_GRACE_MS + 1];
    const fates = await Promise.all(
      viewers.map((viewer, index) =>
        fate(submit(viewer, gameSessionId, 'apple', START + (lateMs[index] ?? 0))),
      ),
    );
    expect(fates.map((each) => ('status' in each ? each : 'taken'))).toEqual([
      'taken',
      'taken',
      'taken',
      expired,
    ]);
  });

  it('of one user, twenty at once: one is stored, and each reply is correct [R5.answer-once R5.answer-different]', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const viewer = await addUser(db);
    // Two processes, as behind PostgreSQL.
    const [here, there] = [processOn(db), processOn(db)];
    const fates = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const text = index % 4 < 2 ? 'same' : `other ${index}`;
        const { submit } = index % 2 === 0 ? here : there;
        return { text, fate: await fate(submit(viewer, gameSessionId, text, START + index)) };
      }),
    );
    const rows = await stored(db);
    const [first] = rows;
    expect(rows).toHaveLength(1);
    for (const each of fates)
      expect(each.fate).toEqual(
        each.text === first?.text
          ? {
              gameSessionId,
              answer_text: first.text,
              awardedPoints: 1,
              answeredAt: first.received_at,
            }
          : already,
      );
    expect(new Set([...here.joined, ...there.joined]).size).toBe(1);
  });

  it('get the first result when sent again, also after the window (decisions §5) [R5.answer-repeated]', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const [viewer = '', neighbour = ''] = await addUsers(db, 2);
    const { submit, recount } = processOn(db);
    const first = await submit(viewer, gameSessionId, 'apple');
    await submit(neighbour, gameSessionId, 'Apple');
    await recount(gameSessionId);
    const now = { ...first, awardedPoints: 2 };
    expect(await submit(viewer, gameSessionId, 'apple', START + 5_000)).toEqual(now);
    for (const window of [timedUntil(START + 1), REVOKED]) {
      await setWindow(db, gameSessionId, 'home', window);
      expect(await submit(viewer, gameSessionId, 'apple', START + 10_000)).toEqual(now);
      expect(await fate(submit(viewer, gameSessionId, 'pear', START + 10_000))).toEqual(already);
    }
    expect(await stored(db)).toHaveLength(2);
    // After a restart too, with nothing in memory.
    expect(await processOn(db).submit(viewer, gameSessionId, 'apple')).toEqual(now);
  });

  it('are normalised for scoring, and neither refused nor sent again', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const { gameSessionId: nobodys } = await addQuestion(db, {});
    const [viewer = '', other = ''] = await addUsers(db, 2);
    const admin = await addUser(db, ROLE.admin);
    const { submit, normalised } = processOn(db);
    await Promise.all(
      ['Apple', 'Apple', 'Pear'].map((text) => fate(submit(viewer, gameSessionId, text))),
    );
    await submit(viewer, gameSessionId, 'Apple');
    await Promise.all([
      fate(submit(viewer, gameSessionId, 'Plum')),
      fate(submit(viewer, nobodys, 'Peach')),
      fate(submit(admin, gameSessionId, 'Cherry')),
      fate(submit('nobody', gameSessionId, 'Quince')),
      fate(submit(viewer, 'nothing', 'Grape')),
      submit(other, gameSessionId, 'Fig'),
    ]);
    expect(normalised).toEqual(['Apple', 'Fig']);
    expect((await stored(db)).map(({ text_key }) => text_key).sort()).toEqual(['apple', 'fig']);
  });

  it("are normalised in their show's language", async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const [viewer = ''] = await addUsers(db, 1);
    await db.write.updateTable('show').set({ language: 'de' }).execute();
    await processOn(db).submit(viewer, gameSessionId, 'die Katze');
    expect((await stored(db)).map(({ text_key }) => text_key)).toEqual(['katze']);
  });

  it('have correct points before any recount [R9.scoring-home]', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const viewers = await addUsers(db, 4);
    const contestants = await addUsers(db, 2, ROLE.contestant);
    const { submit, recount } = processOn(db);
    const points: number[] = [];
    for (const [index, text] of ['banana', 'Bananas', 'cherry', 'strawberry'].entries())
      points.push((await submit(viewers[index] ?? '', gameSessionId, text)).awardedPoints);
    expect(points).toEqual([1, 1, 1, 1]);
    await recount(gameSessionId);
    // The most popular group, through a new spelling.
    const late = await submit(contestants[0] ?? '', gameSessionId, 'bananna');
    const rare = await submit(contestants[1] ?? '', gameSessionId, 'plum');
    expect([late.awardedPoints, rare.awardedPoints]).toEqual([5, 4]);
    const again = await submit(viewers[0] ?? '', gameSessionId, 'banana');
    expect(again.awardedPoints).toBe(2);
  });
});
