import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { serverEvents } from '#machines/contract/events.ts';
import { HOUSE_SHOW, ROLE } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { lockShows } from '#server/answering/feed-store.ts';
import { inTransaction } from '#server/db/client.ts';
import { readAccounts } from '#server/account/store.ts';
import { actOnShow } from '#server/show/act.ts';
import { createShow as createShowOn } from '#server/show/create.ts';
import { writeJoining } from '#server/show/joining/store.ts';
import { addMember, deleteMember } from '#server/show/members.ts';
import { writeScene } from '#server/show/stage/store.ts';
import { readShowView } from '#server/show/view.ts';
import { describeStores, openPostgresStore } from '#tests/support/databases.ts';
import { postgresIsMissing } from '#tests/support/postgres.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe, type SocketProbe } from '#tests/support/sockets.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { addUser, START } from '../answers/fixture.ts';
import { showOn } from '../boards/show-fixture.ts';
import { showOn as showOnStage } from '../stage/fixture.ts';
import { refusal } from '../refusals.ts';
import { stageOver } from '#tests/support/stage.ts';

const TIMERS = { studio: 3_000, home: 3_000 };
const SECRETS = ['Name a secret river', 'Name a secret lake'] as const;

async function connect(
  server: TestServer,
  options: Parameters<typeof connectProbe>[1],
  first: 'snapshot' | 'show-updated' = 'snapshot',
): Promise<SocketProbe> {
  const probe = await connectProbe(server.url, options);
  onTestFinished(() => probe.close());
  await probe.next(first);
  return probe;
}

/** A live show whose only member is this connected user, with one question and one stage screen. */
async function liveShow(server: TestServer, admin: Person, title: string, text: string) {
  const show = await createShow(server, admin.token, title, [text]);
  const member = await server.signInAs('home', `Fan of ${title}`);
  await inTransaction(server.db, async (tx) => {
    await writeJoining(tx, show.id, 'code');
    await tx
      .insertInto('show_member')
      .values({ show_id: show.id, user_id: member.id, joined_at: 0 })
      .execute();
  });
  await show.act({ type: 'goLive' });
  const { key } = await server.ok('createShowLink', {
    token: admin.token,
    query: { show: show.id },
  });
  return {
    show,
    member,
    phone: await connect(server, { token: member.token }),
    page: await connect(server, { show: { key } }, 'show-updated'),
  };
}

/** Everything that a user can read about a question. */
async function seenBy(server: TestServer, { token }: Person, questionId: string, session: string) {
  const listed = await server.ok('activeQuestions', { token });
  const questions = Array.isArray(listed) ? listed : listed.questions;
  const params = { gameSessionId: session };
  const body = { gameSessionId: session, answerText: 'Nile' };
  return {
    texts: questions.map(({ question_text: text }) => text),
    asked: (await server.call('myLastAnswer', { token, body: { questionId } })).status,
    timer: (await server.call('timerInfo', { token, params: { id: questionId } })).status,
    board: (await server.call('leaderboardSession', { token, params })).status,
    answered: (await server.call('submitAnswer', { token, body })).status,
  };
}

const textIn = (probe: SocketProbe): string => JSON.stringify(probe.received);

/** The versions that a socket received, by feed. */
function versionsIn(probe: SocketProbe): Record<string, number[]> {
  const heard: Record<string, number[]> = {};
  for (const { payload } of probe.received) {
    const { data } = stampSchema.safeParse(payload);
    if (data === undefined) continue;
    const { feed, version } = data;
    heard[feed] = [...new Set([...(heard[feed] ?? []), version])];
  }
  return heard;
}
const stampSchema = z.object({ feed: z.string(), version: z.number() });

/** The player counts in a screen's updates. */
const connected = (probe: SocketProbe) =>
  probe.received
    .filter(({ name }) => name === 'show-updated')
    .map(({ payload }) => serverEvents['show-updated'].parse(payload).show.connected);

describe('two live shows with members, beside an open one', () => {
  it('run side by side, each with its own players and stage, and others learn of no question', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const admin = await server.signInAs('admin');
    const open = await createShow(server, admin.token, 'Open', ['Name an open sea']);
    await open.act({ type: 'goLive' });
    const viewer = await server.signInAs('home', 'Vera');
    const everybody = await connect(server, { token: viewer.token });
    const studio = await connect(server, { token: admin.token, show: {} }, 'show-updated');
    const [river, lake] = [
      await liveShow(server, admin, 'River', SECRETS[0]),
      await liveShow(server, admin, 'Lake', SECRETS[1]),
    ];
    for (const probe of [river.phone, river.page, lake.phone, lake.page, everybody, studio])
      probe.takeNames();

    await river.show.release(0, TIMERS);
    expect(await river.phone.next('question-released')).toMatchObject({
      question: { question_text: SECRETS[0] },
    });
    await expect.poll(() => textIn(river.page)).toContain(SECRETS[0]);
    await open.release(0, TIMERS);
    expect(await lake.phone.next('question-released')).toMatchObject({
      question: { question_text: 'Name an open sea' },
    });
    await expect.poll(() => textIn(studio)).toContain('Name an open sea');

    const { questionId, gameSessionId } = river.show.item(0);
    const all = ['Name an open sea', SECRETS[0]];
    const nothing = { texts: [all[0]], asked: 404, timer: 404, board: 404, answered: 404 };
    for (const other of [viewer, lake.member])
      expect(await seenBy(server, other, questionId, gameSessionId)).toEqual(nothing);
    const { texts, ...seen } = await seenBy(server, river.member, questionId, gameSessionId);
    expect(new Set(texts)).toEqual(new Set(all));
    expect(seen).toEqual({
      asked: 200,
      timer: 200,
      board: 200,
      answered: 201,
    });
    const late = await connect(server, { token: viewer.token });
    for (const probe of [everybody, late, lake.phone, lake.page, studio])
      expect(textIn(probe)).not.toContain(SECRETS[0]);
    await river.show.act({ type: 'close', itemId: river.show.item(0).id });
    await river.show.settle(0, 'lock');
    await river.show.reveal(0);
    expect(await river.phone.next('show-answers')).toMatchObject({ gameSessionId });
    for (const probe of [everybody, late, lake.phone]) {
      await probe.settled();
      expect(textIn(probe)).not.toContain('show-answers');
      for (const id of [questionId, gameSessionId, river.show.id])
        expect(textIn(probe)).not.toContain(id);
    }
    // Each socket receives all versions of the feeds that it may see, and no others.
    expect(versionsIn(everybody)).toEqual({ [HOUSE_SHOW]: [1] });
    expect(versionsIn(lake.phone)).toEqual({ [HOUSE_SHOW]: [1] });
    const { [river.show.id]: own = [], ...others } = versionsIn(river.phone);
    expect(others).toEqual({ [HOUSE_SHOW]: [1] });
    expect(own).toEqual(own.map((_, index) => index + 1));
    expect(
      river.page.received.some(({ payload }) => JSON.stringify(payload).includes('open sea')),
    ).toBe(false);

    expect(connected(river.page)).toContainEqual({ studio: 0, home: 1 });
    expect(connected(studio)).not.toContainEqual({ studio: 0, home: 1 });

    // The screens of the house show keep showing the open show.
    const scene = async (show: string) =>
      (await stageOver(server.ok, admin.token).direction(show)).questionId;
    expect(await scene(HOUSE_SHOW)).toBe(open.item(0).questionId);
    expect(await scene(river.show.id)).toBe(questionId);
    expect(await scene(lake.show.id)).toBeNull();
  });

  it('have boards, final places and fees for their members only, and do not affect the board of the day', async () => {
    const server = await startTestServer({ env: { ENTRY_FEE_CENTS: '50' } });
    onTestFinished(() => server.close());
    const admin = await server.signInAs('admin');
    const viewer = await server.signInAs('home', 'Vera');
    const everybody = await connect(server, { token: viewer.token });
    const [river, lake] = [
      await liveShow(server, admin, 'River', SECRETS[0]),
      await liveShow(server, admin, 'Lake', SECRETS[1]),
    ];
    for (const probe of [everybody, lake.phone]) {
      await probe.settled();
      probe.received.length = 0;
    }
    const { gameSessionId } = river.show.item(0);
    await river.show.play(0, [[river.member, 'Nile']]);
    await expect
      .poll(() => textIn(river.phone))
      .toContain(`"sessions":{"${gameSessionId}":{"entries":[{`);
    await river.show.act({ type: 'scene', scene: 'winner' });
    await expect.poll(() => textIn(river.phone)).toContain('"final":{"title":"River"');
    for (const probe of [everybody, lake.phone]) {
      await probe.settled();
      for (const secret of [gameSessionId, '"final"', 'boards-updated', 'days-changed'])
        expect(textIn(probe)).not.toContain(secret);
    }
    const body = { amount: 50, currency: 'usd', gameSessionId };
    const pays = async (token?: string) =>
      (await server.call('createPaymentIntent', { ...(token !== undefined && { token }), body }))
        .status;
    expect([
      await pays(),
      await pays(viewer.token),
      await pays(lake.member.token),
      await pays(river.member.token),
    ]).toEqual([404, 404, 404, 200]);
  });

  it('have final places also if a recount that moves no points was under way at their winner', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const admin = await server.signInAs('admin');
    const river = await liveShow(server, admin, 'River', SECRETS[0]);
    await river.show.play(0, [[river.member, 'Nile']]);
    const counted = `"sessions":{"${river.show.item(0).gameSessionId}":{"entries":[{`;
    await expect.poll(() => textIn(river.phone)).toContain(counted);
    const recount = new EventEmitter();
    const recounted = server.db.consistent.changing(
      () => once(recount, 'end'),
      () => {},
    );
    await expect.poll(() => server.db.consistent.catchingUp() !== null).toBe(true);
    await river.show.act({ type: 'scene', scene: 'winner' });
    // A new device gets its standing by the publication that the winner is due for, or by a later one.
    const tablet = await connect(server, { token: river.member.token });
    await expect.poll(() => textIn(tablet)).toContain('standing-updated');
    recount.emit('end');
    await recounted;
    await expect.poll(() => textIn(river.phone)).toContain('"final":{"title":"River"');
  });

  it('can be live at the same time, unlike two open shows', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const admin = await server.signInAs('admin');
    const shows = await Promise.all(
      ['A', 'B', 'C'].map((title) => createShow(server, admin.token, title, ['Why?'])),
    );
    const [first, second, third] = shows;
    await inTransaction(server.db, (tx) => writeJoining(tx, first?.id ?? '', 'code'));
    await first?.act({ type: 'goLive' });
    await second?.act({ type: 'goLive' });
    expect((await third?.tryAct({ type: 'goLive' }))?.status).toBe(409);
    await inTransaction(server.db, (tx) => writeJoining(tx, third?.id ?? '', 'code'));
    expect((await third?.tryAct({ type: 'goLive' }))?.status).toBe(200);
  });
});

describeStores('a membership', (open) => {
  it("is valid until revoked, and the player's devices reconnect with it", async () => {
    const db = await open();
    const { id: showId } = await showOn(db, 'closed', 1);
    await inTransaction(db, (tx) => writeJoining(tx, showId, 'code'));
    const [userId, adminId] = [await addUser(db, ROLE.home), await addUser(db, ROLE.admin)];
    const dropped: string[] = [];
    const services = {
      db,
      now: () => START,
      identity: { forget: () => {} },
      broadcaster: { dropUser: (id: string) => void dropped.push(id) },
    };
    const shows = async () => (await readAccounts(db.read, [userId]))[0]?.shows;
    expect(await shows()).toBeUndefined();
    await addMember(services, { showId, userId });
    await addMember(services, { showId, userId });
    expect([await shows(), dropped]).toEqual([[showId], [userId]]);
    await inTransaction(db, (tx) => writeJoining(tx, showId, 'anybody'));
    expect(await shows()).toBeUndefined();
    await inTransaction(db, (tx) => writeJoining(tx, showId, 'code'));
    await inTransaction(db, (tx) => deleteMember(tx, { showId, userId }));
    expect(await shows()).toBeUndefined();
    for (const nobody of [
      { showId, userId: adminId },
      { showId: 'nobody', userId },
    ])
      expect(await refusal(addMember(services, nobody))).toEqual([404, m.notFound()]);
  });
});

describe.skipIf(postgresIsMissing !== null)('two live shows with members, on PostgreSQL', () => {
  it('release and reveal without waiting for each other', async () => {
    const { db } = await openPostgresStore();
    const { services } = showOnStage(db);
    const by = await addUser(db, ROLE.admin);
    const act = (showId: string, asked: ShowAct) =>
      actOnShow(services, showId, { requestId: randomUUID(), act: asked }, by);
    const begin = async (title: string) => {
      const { id } = await createShowOn(services, { title }, by);
      await inTransaction(db, (tx) => writeJoining(tx, id, 'code'));
      await act(id, { type: 'add', questions: [{ text: title }] });
      await act(id, { type: 'goLive' });
      const { rundown } = await readShowView(services, id);
      return { id, itemId: rundown.items[0]?.id ?? '' };
    };
    const [river, lake] = [await begin('River'), await begin('Lake')];
    for (const { id, itemId } of [river, lake]) await act(id, { type: 'arm', itemId });
    const release = { type: 'release', timers: { home: null } } as const;
    const steps = new EventEmitter();
    const [written, ended] = [once(steps, 'written'), once(steps, 'ended')];
    const releasing = inTransaction(db, async (tx) => {
      await lockShows(tx, [river.id]);
      await writeScene(tx, river.id, 'board', { at: START });
      steps.emit('written');
      await ended;
    });
    await written;
    const { rundown } = await act(lake.id, { ...release, itemId: lake.itemId });
    expect(rundown.items[0]?.windows.home.released).toBe(true);
    steps.emit('ended');
    await releasing;
    await act(river.id, { ...release, itemId: river.itemId });
  });
});
