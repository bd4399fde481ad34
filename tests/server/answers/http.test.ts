import { m } from 'messages';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { OwnAnswer } from '#machines/contract/entities.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createQuestion } from '#tests/support/questions.ts';

const QUESTION = 'Name a yellow fruit.';
const ROUNDS = 6;

let now = Date.UTC(2026, 5, 1, 12);
let server: TestServer;
let admin: Person;
let viewer: Person;
let other: Person;
let contestant: Person;

beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  admin = await server.signInAs('admin');
  viewer = await server.signInAs('home', 'Vera Viewer');
  other = await server.signInAs('home', 'Otto Other');
  contestant = await server.signInAs('contestant', 'Conny Contestant');
});
afterAll(async () => {
  await server.close();
});

/** A new question, released as requested. */
async function ask(releases: { home?: number; studio?: number }) {
  const question = await createQuestion(server.ok, admin.token, QUESTION, now);
  for (const [name, timerSeconds] of [
    ['releaseHome', releases.home],
    ['release', releases.studio],
  ] as const)
    if (timerSeconds !== undefined)
      await server.ok(name, {
        token: admin.token,
        params: { id: question.id },
        body: timerSeconds === 0 ? {} : { timerSeconds },
      });
  return question;
}

const answer = (person: Person, gameSessionId: string, answerText: string) =>
  server.call('submitAnswer', { token: person.token, body: { gameSessionId, answerText } });

it('stores one answer of twenty sent at once, and gives every sender the correct reply [R5.answer-once R5.answer-different]', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // One minute for each, to stay within the account's rate limit.
    now += 60_000;
    const { gameSessionId } = await ask({ home: 0 });
    const texts = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? 'banana' : `lemon ${index}`,
    );
    const replies = await Promise.all(texts.map((text) => answer(viewer, gameSessionId, text)));
    const { answer: stored } = await server.ok('userAnswer', {
      token: viewer.token,
      params: { gameSessionId, userId: viewer.id },
    });
    expect(replies.map(({ status, body }) => ({ status, body }))).toEqual(
      texts.map((text) =>
        text === stored?.answer_text
          ? { status: 201, body: { awardedPoints: 1, answer: stored } }
          : { status: 409, body: { error: m.answerAlready(), code: 'already' } },
      ),
    );
  }
});

it('takes the time from the server and the author from the token only', async () => {
  const { gameSessionId } = await ask({ home: 30 });
  const body = { gameSessionId, answerText: '  banana ' };
  const forged = { ...body, userId: other.id, receivedAt: 0, awardedPoints: 99 };
  const refused = await server.call('submitAnswer', { token: viewer.token, body: forged });
  expect(refused.status).toBe(400);
  const reply = await server.call('submitAnswer', { token: viewer.token, body });
  expect(reply.body).toEqual({
    awardedPoints: 1,
    answer: { gameSessionId, answer_text: 'banana', awardedPoints: 1, answeredAt: now },
  });
  const of = (person: Person) =>
    server.ok('userAnswer', {
      token: person.token,
      params: { gameSessionId, userId: person.id },
    });
  expect((await of(other)).hasAnswered).toBe(false);
  now += 30_250;
  expect((await answer(other, gameSessionId, 'banana')).status).toBe(201);
  now += 1;
  expect((await answer(viewer, gameSessionId, 'banana')).status).toBe(201);
  expect(await answer(await server.signInAs('home'), gameSessionId, 'banana')).toMatchObject({
    status: 410,
    body: { error: m.answerExpired(), code: 'expired' },
  });
});

it('refuses an answer from every user for whom the question is not open [R7.answers-error R6.timed-audience R6.admin-never-answers R8.answer-contestant-only R4.locked-no-answer]', async () => {
  const { gameSessionId } = await ask({ studio: 30 });
  expect(await answer(viewer, gameSessionId, 'banana')).toMatchObject({
    status: 403,
    body: {
      error:
        'This question is currently in contestant-only mode. Only Gameshow contestants can answer right now.',
    },
  });
  expect(await answer(admin, gameSessionId, 'banana')).toMatchObject({
    status: 403,
    body: { error: m.answerAdminNever() },
  });
  expect((await answer(contestant, gameSessionId, 'banana')).status).toBe(201);
  expect((await answer(viewer, 'unknown', 'banana')).status).toBe(404);
  expect((await answer(viewer, (await ask({})).gameSessionId, 'banana')).status).toBe(409);
});

/** Answers of every kind; the last three are stored, repeated, and one too many. */
const bodiesFor = ({ gameSessionId }: { gameSessionId: string }) => [
  { gameSessionId, answerText: '' },
  { gameSessionId, answerText: 'bana\0na' },
  { gameSessionId, answerText: 'banana', userId: other.id },
  { gameSessionId: 'unknown', answerText: 'banana' },
  null,
  { gameSessionId, answerText: ' banana ' },
  { gameSessionId, answerText: 'banana' },
  { gameSessionId, answerText: 'lemon' },
];

it('gives an answer over a connection the reply that it has over HTTP', async () => {
  now += 60_000;
  for (const person of [await server.signInAs('home'), admin]) {
    const [one, another] = [await ask({ home: 0 }), await ask({ home: 0 })];
    const { socket } = await connectProbe(server.url, { token: person.token });
    onTestFinished(() => void socket.disconnect());
    const overSocket: unknown[] = [];
    for (const body of bodiesFor(one))
      overSocket.push(await socket.emitWithAck('submit-answer', body));
    const overHttp: unknown[] = [];
    for (const body of bodiesFor(another)) {
      const { status, body: reply } = await server.raw('/api/game-sessions/answers', {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      overHttp.push({ status, reply });
    }
    const told = JSON.stringify(overHttp).replaceAll(another.gameSessionId, one.gameSessionId);
    expect(JSON.stringify(overSocket)).toBe(told);
  }
});

it('shows an answer to its author and to admins only', async () => {
  const { gameSessionId } = await ask({ home: 0 });
  await answer(viewer, gameSessionId, 'banana');
  const seenBy = (person: Person, userId: string, id = gameSessionId) =>
    server.call('userAnswer', { token: person.token, params: { gameSessionId: id, userId } });
  const own = {
    hasAnswered: true,
    answer: { gameSessionId, answer_text: 'banana', awardedPoints: 1, answeredAt: now },
  };
  expect((await seenBy(viewer, viewer.id)).body).toEqual(own);
  expect((await seenBy(admin, viewer.id)).body).toEqual(own);
  expect((await seenBy(other, viewer.id)).status).toBe(403);
  expect((await seenBy(other, other.id)).body).toEqual({ hasAnswered: false });
  expect((await seenBy(other, other.id, 'unknown')).status).toBe(404);
});

it("shows the last question and the user's answer, with the text only for users it was released to", async () => {
  const fresh = await server.signInAs('contestant');
  const { id, gameSessionId } = await ask({ home: 30 });
  await answer(viewer, gameSessionId, 'banana');
  const last = async (person: Person, questionId?: string) => {
    const { status, body } = await server.call('myLastAnswer', {
      token: person.token,
      body: questionId === undefined ? {} : { questionId },
    });
    return { status, body };
  };
  const shown = (own: OwnAnswer | null, question_text: string | null) => ({
    status: 200,
    body: { answer: own, question: expect.objectContaining({ id, question_text }) },
  });
  const own = { gameSessionId, answer_text: 'banana', awardedPoints: 1, answeredAt: now };
  expect(await last(viewer)).toEqual(shown(own, QUESTION));
  expect(await last(viewer, id)).toEqual(shown(own, QUESTION));
  expect(await last(other, id)).toEqual(shown(null, QUESTION));
  // Locked for contestants: the question exists, but its text is hidden.
  expect(await last(fresh, id)).toEqual(shown(null, null));
  expect(await last(admin, id)).toEqual(shown(null, QUESTION));
  await server.ok('revokeHome', { token: admin.token, params: { id } });
  expect(await last(viewer, id)).toEqual({ status: 200, body: { answer: own, question: null } });
  expect((await last(fresh, id)).status).toBe(404);
  expect((await last(viewer, 'unknown')).status).toBe(404);
});

it('has no last question if none was released', async () => {
  const empty = await startTestServer();
  try {
    const newcomer = await empty.signInAs('contestant');
    expect(await empty.ok('myLastAnswer', { token: newcomer.token, body: {} })).toEqual({
      answer: null,
      question: null,
    });
  } finally {
    await empty.close();
  }
});

it('sends live updates when points change, and shows them everywhere [R9.points-move]', async () => {
  const { gameSessionId } = await ask({ home: 0, studio: 0 });
  await answer(viewer, gameSessionId, 'banana');
  const heard: unknown[] = [];
  const socket = await server.connect(viewer.token);
  let boards = 0;
  socket.on('answer-updated', (event) => heard.push(event));
  socket.on('boards-updated', () => (boards += 1));
  // A socket has joined its answer rooms by the time its snapshot arrives.
  await new Promise((resolve) => {
    socket.once('snapshot', resolve);
    socket.emit('sync');
  });
  await answer(other, gameSessionId, 'Bananas');
  await answer(contestant, gameSessionId, 'bananna');
  await until('the points have moved', () =>
    heard.some((event) => JSON.stringify(event).includes('"awardedPoints":2')),
  );
  await until('the boards have moved', () => boards > 0);
  expect(heard.at(-1)).toEqual({ serverTime: now, gameSessionId, awardedPoints: 2 });
  // Points of home viewers do not depend on the contestant, who may be counted later.
  await expect
    .poll(async () => {
      const { questions } = await server.ok('adminQuestions', { token: admin.token });
      return questions.find((question) => question.game_session_id === gameSessionId);
    })
    .toMatchObject({ answered: { home: 2, studio: 1 }, topGroups: [{ count: 3 }] });
  const board = await server.ok('leaderboardSession', { params: { gameSessionId } });
  expect(board.map(({ username, total_points, rank }) => [rank, username, total_points])).toEqual([
    [1, 'Conny Contestant', 5],
    [2, 'Otto Other', 2],
    [2, 'Vera Viewer', 2],
  ]);
});

it("shows an answer at once on its author's other device, even if no points change [R4.answer-other-device]", async () => {
  const { gameSessionId } = await ask({ studio: 0 });
  const devices = await Promise.all(
    [contestant, contestant].map(({ token }) => server.connect(token)),
  );
  const stranger = await server.connect(other.token);
  const heard: unknown[] = [];
  const overheard: unknown[] = [];
  devices[1]?.on('answer-updated', (event) => heard.push(event));
  stranger.on('answer-updated', (event) => overheard.push(event));
  await Promise.all(
    [...devices, stranger].map((socket) => socket.timeout(5_000).emitWithAck('sync')),
  );
  const { body } = await answer(contestant, gameSessionId, 'banana');
  await until('the other device knows', () => heard.length > 0);
  const { awardedPoints, answer: own } = Object(body);
  const payload = { gameSessionId, userId: contestant.id, awardedPoints, answer: own };
  expect([heard[0], overheard]).toEqual([payload, []]);
});

it('has neither answers nor addresses on boards, and no results for players', async () => {
  const { gameSessionId } = await ask({ home: 0 });
  const secret = 'a most secret answer';
  await answer(viewer, gameSessionId, secret);
  const { id } = viewer;
  await until('it is counted', async () => {
    const board = await server.ok('leaderboardSession', { params: { gameSessionId } });
    return board.length === 1;
  });
  const boards = [
    'leaderboardDaily',
    'leaderboardAll',
    'leaderboardDailyHome',
    'leaderboardDailyStudio',
    'leaderboardAllHome',
    'leaderboardAllStudio',
  ] as const;
  const seen = await Promise.all([
    ...boards.map((name) => server.call(name, { token: contestant.token })),
    server.call('leaderboardSession', { params: { gameSessionId } }),
    server.call('pointsDaily', { token: contestant.token, params: { userId: id } }),
    server.call('pointsAllTime', { token: contestant.token, params: { userId: id } }),
  ]);
  expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200));
  const text = JSON.stringify(seen.map(({ body }) => body));
  expect(text).toContain('Vera Viewer');
  for (const leak of [secret, QUESTION, '@', 'text', 'email']) expect(text).not.toContain(leak);
  expect(
    seen.slice(-2).map(({ body }) => (typeof body === 'object' ? Object.keys(body ?? {}) : [])),
  ).toEqual([['total_points'], ['total_points']]);
  for (const name of ['answerDistribution', 'aiGrouping'] as const) {
    const call = (token?: string) =>
      server.call(name, { ...(token !== undefined && { token }), params: { gameSessionId } });
    expect((await call()).status).toBe(401);
    expect((await call(viewer.token)).status).toBe(403);
    expect(JSON.stringify((await call(admin.token)).body)).toContain(secret);
  }
});

it('removes a deleted question from every total', async () => {
  const person = await server.signInAs('home');
  const { id, gameSessionId } = await ask({ home: 0 });
  await answer(person, gameSessionId, 'banana');
  const points = async () =>
    (await server.ok('pointsAllTime', { token: person.token, params: { userId: person.id } }))
      .total_points;
  await until('it is counted', async () => (await points()) === 1);
  await server.ok('revokeHome', { token: admin.token, params: { id } });
  await server.ok('deleteQuestion', { token: admin.token, params: { id } });
  expect(
    await server.ok('pointsAllTime', { token: person.token, params: { userId: person.id } }),
  ).toEqual({ total_points: 0, rank: null });
  const board = await server.ok('leaderboardAll', { token: person.token });
  expect(board.map(({ user_id }) => user_id)).not.toContain(person.id);
});

it('stores the origin of an answer only as keyed hashes, and deletes them with the account', async () => {
  const [one, two] = [await server.signInAs('home'), await server.signInAs('home')];
  const [first, second] = [await ask({ home: 0 }), await ask({ home: 0 })];
  await answer(one, first.gameSessionId, 'banana');
  await answer(two, first.gameSessionId, 'lemon');
  await answer(one, second.gameSessionId, 'quince');
  const originOf = async (text: string) => {
    const answers = server.db.read.selectFrom('answer').select(['network', 'network_domain']);
    return answers
      .where('game_session_id', 'in', [first.gameSessionId, second.gameSessionId])
      .where('text', '=', text)
      .executeTakeFirstOrThrow();
  };
  const hash = expect.stringMatching(/^[\w-]{16}$/);
  const banana = await originOf('banana');
  expect(banana).toEqual({ network: hash, network_domain: hash });
  expect(await originOf('lemon')).toEqual(banana);
  const quince = await originOf('quince');
  expect(new Set([...Object.values(banana), ...Object.values(quince)]).size).toBe(4);
  await server.ok('deleteUser', { token: admin.token, params: { id: one.id } });
  const none = { network: null, network_domain: null };
  expect(await originOf('banana')).toEqual(none);
  expect(await originOf('lemon')).toEqual(banana);
  expect(await originOf('quince')).toEqual(none);
});

it('allows 60 attempts a minute per account, and says when to retry', async () => {
  const person = await server.signInAs('home');
  const statuses: number[] = [];
  for (let tries = 0; tries < 60; tries += 1)
    statuses.push((await answer(person, 'none', 'banana')).status);
  expect(new Set(statuses)).toEqual(new Set([404]));
  const refused = await answer(person, 'none', 'banana');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await answer(viewer, 'none', 'banana')).status).toBe(404);
  now += 60_000;
  expect((await answer(person, 'none', 'banana')).status).toBe(404);
});
