import { m } from 'messages';
import { createSigner } from 'fast-jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_NAMES } from '#machines/contract/calls.ts';
import { mergeHandlers } from '#server/http/handlers.ts';
import type { Handlers } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { SPECIFIED_CALLS } from '#tests/support/specified-calls.ts';
import { openShow, send, type Sent, type Show, SHOW_TIME } from '#tests/support/specified-show.ts';
import { settledContentsOf } from '#tests/support/database-contents.ts';

/** Specification §6, by hand, for visitors, home viewers, contestants and admins. */
type Rights = readonly ['yes' | 401, 'yes' | 403, 'yes' | 403, 'yes' | 403];
const ADMINS: Rights = [401, 403, 403, 'yes'];
const RIGHTS: readonly (readonly [string, Rights, readonly string[]])[] = [
  [
    'everybody [R6.nobody-calls]',
    ['yes', 'yes', 'yes', 'yes'],
    [
      'GET /api/config',
      'POST /api/auth/register',
      'POST /api/auth/login',
      'POST /api/auth/renew',
      'GET /api/auth/verify-email',
      'POST /api/auth/resend-verification',
      'POST /api/auth/forgot-password',
      'POST /api/auth/reset-password',
      'POST /api/auth/cancel-email-change',
      'GET /api/join/{code}',
      'POST /api/join',
      'POST /api/run-sheet',
      'POST /api/join/return',
      'GET /api/game-sessions/leaderboard/{gameSessionId}',
      'POST /api/game-sessions/create-payment-intent',
      'POST /api/game-sessions/confirm-payment',
    ],
  ],
  [
    'everybody who is signed in [R6.nobody-calls R6.admin-boards]',
    [401, 'yes', 'yes', 'yes'],
    [
      'PUT /api/auth/profile',
      'GET /api/game-sessions/user-points/{userId}/daily',
      'GET /api/game-sessions/user-points/{userId}/all-time',
      'GET /api/game-sessions/leaderboard-daily',
      'GET /api/game-sessions/leaderboard-all',
      'GET /api/game-sessions/leaderboard-daily-home',
      'GET /api/game-sessions/leaderboard-daily-studio',
      'GET /api/game-sessions/leaderboard-all-home',
      'GET /api/game-sessions/leaderboard-all-studio',
      'GET /api/game-sessions/leaderboard-show',
      'GET /api/game-sessions/leaderboard-season',
      'GET /api/join',
      'GET /api/game-sessions/user-answer/{gameSessionId}/{userId}',
      'POST /api/game-sessions/my-last-answer',
      'GET /api/game-sessions/timer-info/{id}',
    ],
  ],
  [
    'home viewers, and admins [R6.home-call]',
    [401, 'yes', 403, 'yes'],
    ['GET /api/game-sessions/active-questions', 'GET /api/game-sessions/my-payments'],
  ],
  [
    'contestants have a list of their own, and admins [R6.contestant-call]',
    [401, 403, 'yes', 'yes'],
    ['GET /api/game-sessions/contestant-questions'],
  ],
  [
    'nobody by an account: devices with a control token do [R7.control-token]',
    [401, 403, 403, 403],
    ['GET /api/v1/state', 'POST /api/v1/control/{act}'],
  ],
  [
    'players answer [R6.admin-never-answers]',
    [401, 'yes', 'yes', 403],
    [
      'POST /api/game-sessions/answers',
      'GET /api/game-sessions/my-result/{gameSessionId}',
      'POST /api/game-sessions/appeals/{gameSessionId}',
    ],
  ],
  [
    'everybody who is signed in takes part in a rehearsal, if they are invited',
    [401, 'yes', 'yes', 'yes'],
    ['POST /api/rehearsal/members'],
  ],
  [
    'admins create questions [R6.admin-creates]',
    ADMINS,
    ['POST /api/game-sessions/ai-generate', 'POST /api/game-sessions/generate'],
  ],
  [
    'admins release and revoke [R6.admin-releases]',
    ADMINS,
    [
      'POST /api/game-sessions/release-question/{id}',
      'POST /api/game-sessions/release-question-home/{id}',
      'POST /api/game-sessions/revoke-question/{id}',
      'POST /api/game-sessions/revoke-question-home/{id}',
    ],
  ],
  [
    'admins list, create, edit and delete users [R6.admin-users]',
    ADMINS,
    [
      'GET /api/game-sessions/admin/users',
      'POST /api/auth/admin/create-{product}-user',
      'PUT /api/game-sessions/admin/users/{id}',
      'DELETE /api/game-sessions/admin/users/{id}',
    ],
  ],
  [
    'admins list, edit and delete questions [R6.admin-questions]',
    ADMINS,
    [
      'GET /api/game-sessions/admin/questions',
      'PUT /api/game-sessions/admin/questions/{id}',
      'DELETE /api/game-sessions/admin/questions/{id}',
    ],
  ],
  [
    'admins see the totals, the distribution and the grouping [R6.admin-insights]',
    ADMINS,
    [
      'GET /api/game-sessions/admin/stats',
      'GET /api/game-sessions/answer-distribution/{gameSessionId}',
      'GET /api/game-sessions/ai-grouping/{gameSessionId}',
      'GET /api/game-sessions/grouping-desk/{gameSessionId}',
      'GET /api/game-sessions/grouping-desk/{gameSessionId}/suggestions',
    ],
  ],
  ['admins read the audit', ADMINS, ['GET /api/game-sessions/admin/audit']],
  ['admins see the payments', ADMINS, ['GET /api/game-sessions/admin/payments/{gameSessionId}']],
  ['admins choose the time zone', ADMINS, ['GET /api/admin/time-zone', 'PUT /api/admin/time-zone']],
  ['admins say who may inspect', ADMINS, ['GET /api/admin/inspector', 'PUT /api/admin/inspector']],
  [
    'admins run shows',
    ADMINS,
    [
      'GET /api/shows',
      'POST /api/shows',
      'GET /api/shows/{id}',
      'POST /api/shows/{id}/acts',
      'GET /api/shows/{id}/export/{format}',
      'POST /api/media',
      'GET /api/shows/{id}/run-sheet',
      'POST /api/shows/{id}/run-sheet/link',
      'DELETE /api/shows/{id}/run-sheet/link',
      'GET /api/shows/{id}/people',
      'GET /api/shows/{id}/producers',
      'POST /api/shows/{id}/producers',
      'DELETE /api/shows/{id}/producers/{producerId}',
      'POST /api/shows/{id}/seats',
      'POST /api/shows/{id}/seats/{userId}/link',
      'DELETE /api/shows/{id}/seats/{userId}',
      'GET /api/control-tokens',
      'POST /api/control-tokens',
      'DELETE /api/control-tokens/{id}',
      'POST /api/rehearsal/invitation',
    ],
  ],
  [
    'admins direct the stage screen',
    ADMINS,
    ['POST /api/game-sessions/show-link', 'DELETE /api/game-sessions/show-link'],
  ],
];
const SIGN_IN = { error: 'Please log in.' };
/** Expected replies for expired tokens. */
const WHY_OVER: Readonly<Record<string, object>> = {
  'with the token of a deleted user': { error: m.accountDeleted(), code: 'deleted' },
  'with the token of somebody who was an admin': { error: m.roleChanged(), code: 'role' },
};
/** Expected replies for signed-in users without the right. */
const WHY: Readonly<Record<string, string>> = {
  'GET /api/v1/state': m.controlRefusedNoToken(),
  'POST /api/v1/control/{act}': m.controlRefusedNoToken(),
  'POST /api/game-sessions/answers': m.answerAdminNever(),
  'GET /api/game-sessions/active-questions': m.forbidden(),
  'GET /api/game-sessions/my-result/{gameSessionId}': m.answerAdminNever(),
  'POST /api/game-sessions/appeals/{gameSessionId}': m.answerAdminNever(),
  'GET /api/game-sessions/contestant-questions': m.forbidden(),
  'GET /api/game-sessions/my-payments': m.forbidden(),
};

const SECRET = 'a secret of the tests with enough bytes in it';

let server: TestServer;
let show: Show;
/** Callers without a valid session: by a description, with their token. */
let strangers: [string, string | null][];
/** A valid token, from which the invalid ones are made. */
let good: string;

beforeAll(async () => {
  server = await startTestServer({ now: () => SHOW_TIME, env: { JWT_SECRET: SECRET } });
  show = await openShow(server);
  const { admin } = show;
  const deleted = await server.signInAs('home');
  await server.ok('deleteUser', { token: admin.token, params: { id: deleted.id } });
  const demoted = await server.signInAs('admin');
  const { id, name, email } = demoted;
  await server.ok('updateUser', {
    token: admin.token,
    params: { id },
    body: { name, email, role_id: 2 },
  });
  const claims = { id: admin.id, name: '', email: '', role_id: 1, ver: 0 };
  const signed = (key: string, exp: number) =>
    createSigner({ key, algorithm: 'HS256', noTimestamp: true })({ ...claims, exp });
  const soon = SHOW_TIME / 1_000 + 60;
  strangers = [
    ['nobody', null],
    ['with no token', ''],
    ['with nonsense', 'nonsense'],
    ['with an expired token', signed(SECRET, soon - 61)],
    ['with a forged token', signed(`${SECRET}!`, soon)],
    ['with the token of a deleted user', deleted.token],
    ['with the token of somebody who was an admin', demoted.token],
  ];
  good = signed(SECRET, soon);
});
afterAll(() => server.close());

const STATS = 'GET /api/game-sessions/admin/stats';

/** An invalid body, so that the reply depends only on the caller. */
const NONSENSE = '{"malformed';

/** Returns the replies to all callers, and the expected ones. */
async function everybodys(call: string, rights: Rights, sent: Sent) {
  const { viewer, contestant, admin } = show;
  const all = [
    ...strangers.map(([who, token]) => [who, token, rights[0]] as const),
    ['home viewer', viewer.token, rights[1]] as const,
    ['contestant', contestant.token, rights[2]] as const,
    ['admin', admin.token, rights[3]] as const,
  ];
  const got: unknown[] = [];
  const wanted: unknown[] = [];
  for (const [who, token, right] of all) {
    if (right === 'yes' && sent.body !== NONSENSE) continue;
    const { status, body } = await send(server, call, sent, token);
    got.push([who, ...(status === 401 || status === 403 ? [status, body] : ['yes'])]);
    const why = right === 401 ? (WHY_OVER[who] ?? SIGN_IN) : { error: WHY[call] ?? m.adminOnly() };
    wanted.push([who, ...(right === 'yes' ? ['yes'] : [right, why])]);
  }
  return { got, wanted };
}

it('accepts the token from which invalid ones are made', async () => {
  expect((await send(server, STATS, {}, good)).status).toBe(200);
});

it('knows every call', () => {
  const known = RIGHTS.flatMap(([, , keys]) => keys);
  expect(known.toSorted()).toEqual(Object.keys(SPECIFIED_CALLS).toSorted());
});

describe.each(RIGHTS)('%s', (_, rights, keys) => {
  it.each(keys)('by %s, before any other check [R6.server-decides R6.token-over]', async (call) => {
    const { got, wanted } = await everybodys(call, rights, { body: NONSENSE });
    expect(got).toEqual(wanted);
  });

  const closed = rights[0] === 'yes' ? [] : keys;
  it.each(closed)(
    'and no other caller: %s has no effect [R6.server-decides R6.token-over]',
    async (call) => {
      const sent = (await SPECIFIED_CALLS[call]?.send(show)) ?? {};
      const before = await settledContentsOf(server.db);
      const { got, wanted } = await everybodys(call, rights, sent);
      expect(got).toEqual(wanted);
      expect(await settledContentsOf(server.db)).toEqual(before);
    },
  );
});

it.each([
  'Basic YWRtaW46YWRtaW4=',
  'Bearer',
  'Bearer  ',
  'bearer: x',
  `Bearer ${'a'.repeat(5_000)}`,
])('treats %s as unauthenticated', async (authorization) => {
  const { status } = await server.raw('/api/game-sessions/admin/stats', {
    headers: { authorization },
  });
  expect(status).toBe(401);
});

it('accepts no token in the URL, a cookie or the body', async () => {
  const { token } = show.admin;
  const path = '/api/game-sessions/admin/stats';
  expect((await server.raw(`${path}?token=${token}&authToken=${token}`)).status).toBe(401);
  const cookie = { cookie: `authToken=${token}; userRole=1` };
  expect((await server.raw(path, { headers: cookie })).status).toBe(401);
});

const serveAll = (): Handlers =>
  Object.fromEntries(CALL_NAMES.map((name) => [name, () => Promise.reject(new Error(name))]));

describe('the table of handlers', () => {
  it('has every call once', () => {
    expect([...mergeHandlers([serveAll()]).keys()]).toEqual(CALL_NAMES);
  });

  it('refuses a call without a handler, or with two', () => {
    const { login, ...others } = serveAll();
    expect(() => mergeHandlers([others])).toThrow('The call login has 0 handlers.');
    expect(() => mergeHandlers([serveAll(), login === undefined ? {} : { login }])).toThrow(
      'The call login has 2 handlers.',
    );
  });
});
