import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ShowAct } from '#machines/show/calls.ts';
import { ANSWER_GRACE_MS } from '#machines/contract/limits.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { inTransaction } from '#server/db/client.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import { recordFor, windowsOf } from '#server/answering/view.ts';
import { closeForAll, openForOne } from '#server/show/releases/own-windows.ts';
import { describeStores } from '#tests/support/databases.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { addQuestion, addUser, setWindow, START, storeAnswer } from '../answers/fixture.ts';
import { refusal } from '../refusals.ts';

describeStores('the window of one person', (open) => {
  it('is theirs alone, until they answer or it is taken away [R2.open-for-one]', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const ended = { released: true, timed: true, closesAt: START - 1 };
    await setWindow(db, gameSessionId, 'home', ended);
    const [ann, ben] = [await addUser(db, ROLE.home, 'Ann'), await addUser(db)];
    const read = async () => {
      const record = await readGameSession(db.read, gameSessionId);
      if (record === null) throw new Error('no game session');
      return record;
    };
    const before = await read();
    const openFor = (userId: string) =>
      inTransaction(db, async (tx) =>
        openForOne(tx, await read(), { userId, seconds: 30, at: START }),
      );
    const { record } = await openFor(ann);
    const homeOf = (userId: string, now: number) => windowsOf(recordFor(record, userId, now)).home;
    const opened = { released: true, timed: true, closesAt: START + 30_000 };
    expect(homeOf(ann, START)).toEqual(opened);
    expect(homeOf(ann, START + 30_000)).toMatchObject(ended);
    expect(homeOf(ben, START)).toMatchObject(ended);

    await storeAnswer(db, { gameSessionId, userId: ann, text: 'late' });
    expect(await read()).toEqual(before);
    expect(await refusal(openFor(ann))).toEqual([409, m.rundownHasAnswered({ name: 'Ann' })]);
    const bens = await openFor(ben);
    expect(bens.record.openFor?.map(({ userId }) => userId)).toEqual([ben]);
    await inTransaction(db, (tx) => closeForAll(tx, bens.record));
    expect(await read()).toEqual(before);
  });
});

let clock = Date.parse('2026-06-01T12:00:00.000Z');
let server: TestServer;
let admin: Person;
let show: StagedShow;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  admin = await server.signInAs('admin', 'Pat');
  show = await createShow(server, admin.token, 'Friday', ['Name a fruit', 'a tree', 'a seat']);
  await show.act({ type: 'goLive' });
});
afterAll(() => server.close());

/** A question of the live show that has just closed without an answer. */
async function closed(index: number) {
  const { token } = admin;
  await show.release(index, { studio: 20, home: 20 });
  clock += 21_000;
  const { id: itemId, gameSessionId } = show.item(index);
  const openFor = (userId: string, seconds: 15 | 30 = 30): ShowAct => ({
    type: 'openFor',
    itemId,
    userId,
    seconds,
  });
  return {
    ...show,
    itemId,
    gameSessionId,
    openFor,
    refusedWith: async (act: ShowAct) => (await show.tryAct(act)).body,
    next: async () => (await server.ok('showView', { token, params: { id: show.id } })).show.next,
    answerOf: (person: Person, answerText: string) =>
      server.call('submitAnswer', { token: person.token, body: { gameSessionId, answerText } }),
    closesFor: async ({ token: own, ...person }: Person) => {
      const { questions } = await server.ok('activeQuestions', { token: own });
      const found = questions.find(({ game_session_id: id }) => id === gameSessionId);
      return found?.windows[person.roleId === 3 ? 'studio' : 'home'].closesAt;
    },
  };
}

it('opens on the phone of one home viewer only, whose answer alone counts, and the lock waits for it [R2.open-for-one]', async () => {
  const [ann, ben] = [await server.signInAs('home', 'Ann'), await server.signInAs('home', 'Ben')];
  const { act, openFor, answerOf, next, closesFor, settle, itemId, gameSessionId, tryAct } =
    await closed(0);
  const [anns, bens] = await Promise.all(
    [ann, ben].map(({ token }) => connectProbe(server.url, { token })),
  );
  if (anns === undefined || bens === undefined) throw new Error('no sockets');
  await Promise.all([anns.settled(), bens.settled()]);
  anns.takeNames();
  bens.takeNames();
  const ended = await closesFor(ben);

  await act(openFor(ann.id));
  const released = await anns.next('question-released');
  expect(released).toMatchObject({
    gameSessionId,
    type: 'home',
    question: { question_text: 'Name a fruit', windows: { home: { closesAt: clock + 30_000 } } },
  });
  await bens.settled();
  expect(bens.takeNames()).not.toContain('question-released');
  expect([await closesFor(ann), await closesFor(ben)]).toEqual([clock + 30_000, ended]);
  expect(await next()).toMatchObject({
    act: { type: 'lock' },
    waitsFor: ['Ann'],
  });
  expect((await tryAct({ type: 'lock', itemId })).status).toBe(409);

  // The question stays open on that phone when its text changes.
  await act({
    type: 'edit',
    itemId,
    presets: { studioSeconds: 20, homeSeconds: 20, order: 'both', note: '' },
    text: 'Name one fruit',
  });
  await anns.settled();
  const late = await connectProbe(server.url, { token: ann.token });
  const { questions } = await late.next('snapshot');
  expect(questions[0]).toMatchObject({
    question_text: 'Name one fruit',
    windows: { home: { closesAt: clock + 30_000 } },
  });
  const last = anns.received.findLast(({ name }) => name === 'questions-updated')?.payload;
  expect(last).toMatchObject({ question: { windows: { home: { closesAt: clock + 30_000 } } } });

  clock += 29_000;
  expect((await answerOf(ben, 'apple')).status).toBe(410);
  expect((await answerOf(ann, 'apple')).status).toBe(201);
  expect(await next()).toMatchObject({ act: { type: 'lock' }, waitsFor: null });
  for (const probe of [anns, bens, late]) probe.close();
  await settle(0, 'lock');
  await settle(0, 'publish');
});

it('ends by itself for a contestant too, with the grace of every window [R2.open-for-one]', async () => {
  const cid = await server.signInAs('contestant', 'Cid');
  const { act, openFor, answerOf, next, tryAct, settle, itemId } = await closed(1);
  await act(openFor(cid.id, 15));
  clock += 15_000 + ANSWER_GRACE_MS;
  expect((await tryAct({ type: 'lock', itemId })).status).toBe(409);
  clock += 1;
  expect((await answerOf(cid, 'apple')).status).toBe(410);
  expect((await next()).waitsFor).toBeNull();
  await act({ type: 'lock', itemId });
  await settle(1, 'publish');
});

it('is refused where it makes no sense, with what can be done instead [R2.open-for-one]', async () => {
  const ann = await server.signInAs('home', 'Eve');
  const { act, openFor, refusedWith, release, settle, rundown, item } = await closed(2);
  const ofItem = openFor(ann.id);
  expect(await refusedWith(openFor(randomUUID()))).toMatchObject({ error: m.rundownNoPlayer() });
  await act({ type: 'void', itemId: item(2).id, reason: 'Unfair' });
  expect(await refusedWith(ofItem)).toMatchObject({ error: m.resultVoid() });
  await act({ type: 'unvoid', itemId: item(2).id });
  await release(2, { home: 30, studio: 30 });
  expect(await refusedWith(ofItem)).toMatchObject({ error: m.rundownOpenToAll() });
  clock += 31_000;
  await settle(2, 'lock');
  expect(await refusedWith(ofItem)).toMatchObject({ error: m.rundownUnlockFirst() });
  await settle(2, 'publish');
  expect(await refusedWith(ofItem)).toMatchObject({ error: m.rundownTooLateForOne() });
  expect(rundown().items[2]?.openFor).toBeUndefined();
});
