import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, errorReplySchema } from '#machines/contract/call.ts';
import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import { startTestServer } from '#tests/support/server.ts';
import { SPECIFIED_CALLS, type SpecifiedCall } from '#tests/support/specified-calls.ts';
import { openShow, send, type Show, SHOW_TIME } from '#tests/support/specified-show.ts';

let show: Show;
beforeAll(async () => {
  show = await openShow(await startTestServer({ now: () => SHOW_TIME }));
});
afterAll(() => show.server.close());

/** Replaces values by their types. A list is reduced to the entry of the show's question, or to its first entry. */
function typesIn(value: unknown): unknown {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typesIn(each)]));
  const own = value.findIndex((each) => JSON.stringify(each).includes(show.question.id));
  return value.slice(Math.max(own, 0)).slice(0, 1).map(typesIn);
}

const keyOf = (name: CallName): string => {
  const { method, path }: Call = calls[name];
  return `${method} ${path}`;
};
const NAMES = new Map(CALL_NAMES.map((name) => [keyOf(name), name]));

/** Every call, with the requirements that its example shows. */
const CALLS = [
  'POST /api/auth/register [R7.register R3.user-password]',
  'POST /api/auth/login [R7.login R3.user]',
  'POST /api/auth/renew',
  'GET /api/auth/verify-email [R7.verify-email R7.no-bearer-verify]',
  'POST /api/auth/resend-verification [R7.resend-verification R7.no-bearer-resend]',
  'POST /api/auth/forgot-password [R7.forgot-password]',
  'POST /api/auth/reset-password [R7.reset-password]',
  'POST /api/auth/cancel-email-change [R7.cancel-email-change]',
  'POST /api/auth/admin/create-{product}-user [R7.create-user R7.brand-path R3.create-user-payload R3.user-password]',
  'PUT /api/auth/profile [R7.profile]',
  'GET /api/game-sessions/user-points/{userId}/daily [R7.points-daily R3.points]',
  'GET /api/game-sessions/user-points/{userId}/all-time [R7.points-all-time R3.points]',
  'GET /api/game-sessions/leaderboard-daily [R7.board-daily R3.entry-username R3.entry-user-id R3.entry-points R3.entry-role]',
  'GET /api/game-sessions/leaderboard-all [R7.board-all R3.entry-username R3.entry-user-id R3.entry-points R3.entry-role]',
  'GET /api/game-sessions/leaderboard-daily-home [R7.board-daily-home]',
  'GET /api/game-sessions/leaderboard-daily-studio [R7.board-daily-studio]',
  'GET /api/game-sessions/leaderboard-all-home [R7.board-all-home]',
  'GET /api/game-sessions/leaderboard-all-studio [R7.board-all-studio]',
  'GET /api/game-sessions/leaderboard-show [R7.show-board-call]',
  'GET /api/game-sessions/leaderboard-season [R7.season-board-call]',
  'GET /api/game-sessions/leaderboard/{gameSessionId} [R7.board-session R3.entry-points]',
  'GET /api/game-sessions/active-questions [R7.active-questions R3.active-question R3.question-id R3.active-question-timers R3.timer]',
  'GET /api/game-sessions/contestant-questions [R7.contestant-questions R3.active-question R3.active-question-timers]',
  'GET /api/game-sessions/answer-distribution/{gameSessionId} [R7.distribution R3.distribution]',
  'GET /api/game-sessions/ai-grouping/{gameSessionId} [R7.grouping R3.grouping R3.grouping-details]',
  'GET /api/game-sessions/grouping-desk/{gameSessionId} [R7.desk-calls]',
  'GET /api/game-sessions/grouping-desk/{gameSessionId}/suggestions [R7.desk-calls]',
  'GET /api/game-sessions/user-answer/{gameSessionId}/{userId} [R7.user-answer R3.answer-status]',
  'POST /api/game-sessions/answers [R7.answers R3.answer-payload R3.answer-awarded]',
  'POST /api/game-sessions/my-last-answer [R7.my-last-answer R3.answer-record]',
  'GET /api/game-sessions/timer-info/{id} [R7.timer-info]',
  'GET /api/game-sessions/admin/stats [R7.stats R3.stats R3.stats-users R3.stats-questions]',
  'GET /api/game-sessions/admin/users [R7.admin-users R3.user R3.user-totals]',
  'PUT /api/game-sessions/admin/users/{id} [R7.update-user R3.edit-user-payload]',
  'DELETE /api/game-sessions/admin/users/{id} [R7.delete-user]',
  'GET /api/game-sessions/admin/questions [R7.admin-questions R3.admin-question]',
  'PUT /api/game-sessions/admin/questions/{id} [R7.update-question]',
  'DELETE /api/game-sessions/admin/questions/{id} [R7.delete-question]',
  'POST /api/game-sessions/ai-generate [R7.ai-generate-off]',
  'POST /api/game-sessions/generate [R7.generate R7.generate-both R3.admin-question]',
  'POST /api/game-sessions/release-question/{id} [R7.release R3.timer]',
  'POST /api/game-sessions/release-question-home/{id} [R7.release-home R3.timer]',
  'POST /api/game-sessions/revoke-question/{id} [R7.revoke]',
  'POST /api/game-sessions/revoke-question-home/{id} [R7.revoke-home]',
  'GET /api/config [R7.config]',
  'POST /api/game-sessions/create-payment-intent [R7.payment-intent-open]',
  'POST /api/game-sessions/confirm-payment [R7.payment-confirm-open]',
  'GET /api/game-sessions/my-payments [R7.payment-calls]',
  'GET /api/game-sessions/admin/payments/{gameSessionId} [R7.payment-calls]',
  'GET /api/admin/time-zone [R7.time-zone-calls]',
  'PUT /api/admin/time-zone [R7.time-zone-calls]',
  'GET /api/admin/inspector [R7.inspector-calls]',
  'PUT /api/admin/inspector [R7.inspector-calls]',
  'GET /api/game-sessions/admin/audit',
  'GET /api/game-sessions/my-result/{gameSessionId} [R7.explain-call]',
  'POST /api/game-sessions/appeals/{gameSessionId} [R7.appeal-calls]',
  'GET /api/shows [R7.rundown-calls]',
  'POST /api/shows [R7.rundown-calls]',
  'GET /api/shows/{id} [R7.rundown-calls]',
  'POST /api/shows/{id}/acts [R7.rundown-calls]',
  'GET /api/shows/{id}/export/{format} [R7.export-call]',
  'GET /api/shows/{id}/run-sheet [R7.rundown-calls]',
  'POST /api/shows/{id}/run-sheet/link [R7.rundown-calls]',
  'DELETE /api/shows/{id}/run-sheet/link [R7.rundown-calls]',
  'POST /api/media [R7.media-call]',
  'POST /api/run-sheet [R7.rundown-calls]',
  'GET /api/control-tokens [R7.control-calls]',
  'POST /api/control-tokens [R7.control-calls]',
  'DELETE /api/control-tokens/{id} [R7.control-calls]',
  'GET /api/v1/state [R7.control-calls]',
  'POST /api/v1/control/{act} [R7.control-calls]',
  'POST /api/game-sessions/show-link [R7.show-calls]',
  'DELETE /api/game-sessions/show-link [R7.show-calls]',
  'GET /api/join/{code}',
  'POST /api/join',
  'GET /api/join',
  'POST /api/join/return',
  'GET /api/shows/{id}/people',
  'GET /api/shows/{id}/producers',
  'POST /api/shows/{id}/producers',
  'DELETE /api/shows/{id}/producers/{producerId}',
  'POST /api/shows/{id}/seats',
  'POST /api/shows/{id}/seats/{userId}/link',
  'DELETE /api/shows/{id}/seats/{userId}',
  // Last, because the stage screen announces the rehearsal that it makes.
  'POST /api/rehearsal/invitation [R7.rundown-calls]',
  'POST /api/rehearsal/members [R7.rundown-calls]',
];
const specified = (title: string): [string, SpecifiedCall] => {
  const key = title.split(' [')[0] ?? '';
  const call = SPECIFIED_CALLS[key];
  if (call === undefined) throw new Error(`${key} is not specified`);
  return [key, call];
};
const tokenOf = ({ by }: SpecifiedCall): string | null => (by === 'nobody' ? null : show[by].token);

it('is specified, and every specified call is served', () => {
  const known = Object.keys(SPECIFIED_CALLS).toSorted();
  expect([...NAMES.keys()].toSorted()).toEqual(known);
  expect(CALLS.map((title) => specified(title)[0]).toSorted()).toEqual(known);
});

it.each(CALLS)('%s', async (title) => {
  const [key, call] = specified(title);
  const { status = 200, reply } = call;
  const answer = await send(show.server, key, await call.send(show), tokenOf(call));
  expect([answer.status, typesIn(answer.body)]).toEqual([status, reply]);
  const name = NAMES.get(key) ?? 'config';
  const schema = status < 400 ? calls[name].reply : errorReplySchema;
  expect(schema.safeParse(answer.body).error).toBeUndefined();
});

/** The required fields of each call. */
const NEEDED: readonly (readonly [string, readonly string[]])[] = [
  ['POST /api/auth/register [R7.register R3.user-password]', ['name', 'email', 'password']],
  ['POST /api/auth/login [R7.login R3.user-password]', ['email', 'password']],
  ['POST /api/auth/renew', ['token']],
  ['GET /api/auth/verify-email [R7.verify-email]', ['email', 'hash']],
  ['POST /api/auth/resend-verification [R7.resend-verification]', ['email']],
  ['POST /api/auth/forgot-password [R7.forgot-password]', ['email']],
  ['POST /api/auth/reset-password [R7.reset-password]', ['token', 'newPassword']],
  ['POST /api/auth/cancel-email-change [R7.cancel-email-change]', ['token']],
  [
    'POST /api/auth/admin/create-{product}-user [R7.create-user R3.create-user-payload]',
    ['name', 'email', 'password', 'role_id'],
  ],
  ['PUT /api/auth/profile [R7.profile]', ['name', 'email']],
  [
    'POST /api/game-sessions/answers [R7.answers R3.answer-payload]',
    ['gameSessionId', 'answerText'],
  ],
  [
    'PUT /api/game-sessions/admin/users/{id} [R7.update-user R3.edit-user-payload]',
    ['name', 'email', 'role_id'],
  ],
  [
    'PUT /api/game-sessions/admin/questions/{id} [R7.update-question]',
    ['question_text', 'shown_on_air', 'shown_to_home'],
  ],
  ['POST /api/game-sessions/ai-generate [R7.ai-generate-off]', ['topic']],
  ['POST /api/game-sessions/generate [R7.generate]', ['question', 'startTime', 'endTime']],
  [
    'POST /api/game-sessions/create-payment-intent [R7.payment-intent-open]',
    ['amount', 'currency'],
  ],
  ['POST /api/game-sessions/confirm-payment [R7.payment-confirm-open]', ['paymentIntentId']],
];
it.each(NEEDED)('%s needs all of %j', async (title, needed) => {
  const [key, call] = specified(title);
  const { params = {}, query, body } = await call.send(show);
  const fields: object = query ?? (typeof body === 'object' ? body : {});
  const refused = [];
  for (const missing of Object.keys(fields)) {
    const rest = Object.fromEntries(Object.entries(fields).filter(([field]) => field !== missing));
    const sent = query === undefined ? { params, body: rest } : { params, query: rest };
    const { status, body: reply } = await send(show.server, key, sent, tokenOf(call));
    if (status === 400 || status === 422) refused.push(missing);
    expect(errorReplySchema.safeParse(reply).success).toBe(true);
  }
  expect(refused).toEqual(needed);
});

const release = async (key: string, body: object) => {
  const { id } = await show.ask();
  return (await send(show.server, key, { params: { id }, body }, show.admin.token)).body;
};
describe('a release', () => {
  const RELEASES = [
    ['POST /api/game-sessions/release-question/{id}', 'contestantTimer'],
    ['POST /api/game-sessions/release-question-home/{id}', 'homeViewerTimer'],
  ] as const;
  it.each(RELEASES)(
    'by %s sends the timer [R3.timer R7.release R7.release-home]',
    async (key, timer) => {
      expect(await release(key, { timerMinutes: 5, timerSeconds: 30 })).toMatchObject({
        [timer]: { durationMinutes: 5, durationSeconds: 30, endTime: SHOW_TIME + 330_000 },
      });
    },
  );
  it.each(RELEASES)('by %s with {} has none [R7.release-untimed]', async (key, timer) => {
    expect(await release(key, {})).not.toHaveProperty(timer);
  });
});

it('has the audiences of a question in its flags [R3.admin-question-flags]', async () => {
  const { token } = show.admin;
  const { id } = await show.ask();
  const flags = async () => {
    const { questions } = await show.server.ok('adminQuestions', { token });
    const found = questions.find((question) => question.id === id);
    return [found?.shown_on_air, found?.shown_to_home];
  };
  const seen = [await flags()];
  for (const act of [
    'release-question',
    'release-question-home',
    'revoke-question',
    'revoke-question-home',
  ]) {
    await send(show.server, `POST /api/game-sessions/${act}/{id}`, { params: { id } }, token);
    seen.push(await flags());
  }
  expect(seen).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [false, true],
    [false, false],
  ]);
});

it('accepts only the three filters [R7.questions-filter]', async () => {
  const { token } = show.viewer;
  const list = (filter: string) =>
    send(show.server, 'GET /api/game-sessions/active-questions', { query: { filter } }, token);
  const statuses = [];
  for (const filter of ['all', 'active', 'expired', 'open', ''])
    statuses.push((await list(filter)).status < 400);
  expect(statuses).toEqual([true, true, true, false, false]);
});
