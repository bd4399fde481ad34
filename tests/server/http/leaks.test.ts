import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { SPECIFIED_CALLS } from '#tests/support/specified-calls.ts';
import { openShow, send, type Sent, type Show, SHOW_TIME } from '#tests/support/specified-show.ts';

const UNRELEASED = 'What does the zebra keep to itself?';
const ANSWER = 'a most secret answer';

let server: TestServer;
let show: Show;
let other: Person;
let secret: { readonly id: string; readonly gameSessionId: string };
/** What neither players nor unauthenticated clients may read anywhere. */
let secrets: readonly string[];

beforeAll(async () => {
  server = await startTestServer({ now: () => SHOW_TIME });
  show = await openShow(server);
  const { admin, question, ask } = show;
  other = await server.signInAs('home');
  const { gameSessionId } = question;
  await server.ok('submitAnswer', {
    token: other.token,
    body: { gameSessionId, answerText: ANSWER },
  });
  secret = await ask();
  await server.ok('updateQuestion', {
    token: admin.token,
    params: { id: secret.id },
    body: { question_text: UNRELEASED, shown_on_air: false, shown_to_home: false },
  });
  secrets = [UNRELEASED, ANSWER, other.email, admin.email];
});
afterAll(() => server.close());

const leaked = (told: unknown): string[] => {
  const text = JSON.stringify(told);
  return secrets.filter((each) => text.includes(each));
};
const PEOPLE = ['nobody', 'viewer', 'contestant'] as const;
const tokenOf = (who: (typeof PEOPLE)[number]) => (who === 'nobody' ? null : show[who].token);

it('an admin can read all of it', async () => {
  const { token } = show.admin;
  const told = await Promise.all([
    server.ok('adminQuestions', { token }),
    server.ok('answerDistribution', {
      token,
      params: { gameSessionId: show.question.gameSessionId },
    }),
    server.ok('adminUsers', { token, query: {} }),
  ]);
  expect(leaked(told)).toEqual(secrets);
});

describe.each(PEOPLE)('to %s', (who) => {
  it.each(Object.entries(SPECIFIED_CALLS))(
    '%s contains no secret',
    async (call, { send: example }) => {
      const { body } = await send(server, call, await example(show), tokenOf(who));
      expect(leaked(body)).toEqual([]);
    },
  );

  it('a question that is not released does not exist', async () => {
    const { id, gameSessionId } = secret;
    const own = who === 'nobody' ? other.id : show[who].id;
    const asked: [string, Sent][] = [
      ['GET /api/game-sessions/timer-info/{id}', { params: { id } }],
      ['POST /api/game-sessions/my-last-answer', { body: { questionId: id } }],
      ['GET /api/game-sessions/leaderboard/{gameSessionId}', { params: { gameSessionId } }],
      ['POST /api/game-sessions/answers', { body: { gameSessionId, answerText: 'stripes' } }],
    ];
    const told: unknown[] = [];
    for (const [call, sent] of asked) {
      const { status, body } = await send(server, call, sent, tokenOf(who));
      told.push(status, body);
    }
    const params = { gameSessionId, userId: own };
    const status = await send(
      server,
      'GET /api/game-sessions/user-answer/{gameSessionId}/{userId}',
      { params },
      tokenOf(who),
    );
    expect(leaked([told, status])).toEqual([]);
    const closed = who === 'nobody' ? 401 : 404;
    expect(told.filter((each) => typeof each === 'number')).toEqual([
      closed,
      closed,
      404,
      who === 'nobody' ? 401 : 409,
    ]);
  });
});

it.each(['viewer', 'contestant'] as const)('no event sends the %s a secret', async (who) => {
  const probe = await connectProbe(server.url, show[who]);
  await probe.next('snapshot');
  await server.ok('updateQuestion', {
    token: show.admin.token,
    params: { id: secret.id },
    body: { question_text: UNRELEASED, shown_on_air: false, shown_to_home: false },
  });
  await probe.settled();
  probe.close();
  expect([probe.received.length > 0, leaked(probe.received)]).toEqual([true, []]);
});

it.each([
  ['never released', []],
  ['revoked', ['releaseHome', 'revokeHome']],
  ['deleted', ['releaseHome', 'revokeHome', 'deleteQuestion']],
] as const)('no answer is stored for a question that was %s', async (_, acts) => {
  const { id, gameSessionId } = await show.ask();
  const asked = { token: show.admin.token, params: { id } };
  for (const act of acts)
    await (act === 'releaseHome' ? server.ok(act, { ...asked, body: {} }) : server.ok(act, asked));
  const body = { gameSessionId, answerText: 'stripes' };
  // A user without answers or rate limits.
  const { token } = await server.signInAs('home');
  const { status } = await server.call('submitAnswer', { token, body });
  const answers = server.db.read.selectFrom('answer').select('id');
  const stored = await answers.where('game_session_id', '=', gameSessionId).execute();
  expect([status, stored]).toEqual([acts.at(-1) === 'deleteQuestion' ? 404 : 409, []]);
});
