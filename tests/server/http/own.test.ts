import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newEmail,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';
import { openShow, type Show, SHOW_TIME } from '#tests/support/specified-show.ts';

let server: TestServer;
let show: Show;
beforeAll(async () => {
  server = await startTestServer({ now: () => SHOW_TIME });
  show = await openShow(server);
});
afterAll(() => server.close());

describe('the owner of data', () => {
  it('decides who receives an answer event [R6.own-status]', async () => {
    const { viewer, contestant, admin, question } = show;
    const { gameSessionId } = question;
    const statusFor = async ({ token }: Person, { id: userId }: Person) =>
      (await server.call('userAnswer', { token, params: { gameSessionId, userId } })).status;
    expect([
      await statusFor(viewer, viewer),
      await statusFor(viewer, contestant),
      await statusFor(contestant, viewer),
      await statusFor(admin, viewer),
    ]).toEqual([200, 403, 403, 200]);
  });

  it('is the user of the token, whatever ids are sent [R6.own-last-answer]', async () => {
    const other = await server.signInAs('home');
    const { token, id: userId } = show.viewer;
    const questionId = show.question.id;
    const strange = { questionId, userId, user_id: userId, id: userId };
    const others = await server.ok('myLastAnswer', { token: other.token, body: strange });
    const own = await server.ok('myLastAnswer', { token, body: strange });
    expect([others.answer, own.answer?.answer_text]).toEqual([null, 'banana']);
  });

  it.each(['pointsDaily', 'pointsAllTime'] as const)(
    'is the only one to see it; others see the number: %s [R6.own-points]',
    async (name) => {
      const { contestant, admin } = show;
      const fresh = await server.signInAs('home');
      const seenBy = async ({ token }: Person) =>
        (await server.call(name, { token, params: { userId: fresh.id } })).body;
      expect([await seenBy(fresh), await seenBy(contestant), await seenBy(admin)]).toEqual([
        { total_points: 0, rank: null },
        { total_points: 0 },
        { total_points: 0 },
      ]);
    },
  );

  it('is the only one to change it [R6.own-profile R6.own-answer]', async () => {
    const [mine, other] = [await server.signInAs('home'), await server.signInAs('home')];
    const { token, email } = mine;
    const aim = { id: other.id, userId: other.id, user_id: other.id, role_id: 1, total_score: 99 };
    const profile = { name: 'Mine', email };
    const forged = await server.call('updateProfile', { token, body: { ...aim, ...profile } });
    expect(forged.status).toBe(400);
    const { user } = await server.ok('updateProfile', { token, body: profile });
    expect(user).toEqual({ id: mine.id, name: 'Mine', email, role_id: 2 });
    const { gameSessionId } = await show.ask(true);
    const sent = { gameSessionId, answerText: 'banana' };
    for (const more of [aim, { awardedPoints: 99, answeredAt: 1 }])
      expect(
        (await server.call('submitAnswer', { token, body: { ...sent, ...more } })).status,
      ).toBe(400);
    const { answer } = await server.ok('submitAnswer', { token, body: sent });
    expect(answer).toEqual({
      gameSessionId,
      answer_text: 'banana',
      awardedPoints: 1,
      answeredAt: SHOW_TIME,
    });
    const of = (person: Person) =>
      server.ok('userAnswer', {
        token: person.token,
        params: { gameSessionId, userId: person.id },
      });
    expect([(await of(mine)).hasAnswered, (await of(other)).hasAnswered]).toEqual([true, false]);
  });
});

describe('an answer', () => {
  it.each([
    ['home viewers', 'releaseHome', {}, [201, 409, 403]],
    ['contestants', 'release', {}, [409, 201, 403]],
    ['home viewers for a while', 'releaseHome', { timerMinutes: 1 }, [201, 403, 403]],
    ['contestants for a while', 'release', { timerMinutes: 1 }, [403, 201, 403]],
  ] as const)(
    'is accepted only of %s, if it was released to them [R6.home-answers R6.contestant-answers R6.timed-audience]',
    async (_, name, body, wanted) => {
      const { id, gameSessionId } = await show.ask();
      await server.ok(name, { token: show.admin.token, params: { id }, body });
      const statuses = [];
      for (const { token } of [show.viewer, show.contestant, show.admin]) {
        const answer = { gameSessionId, answerText: 'banana' };
        statuses.push((await server.call('submitAnswer', { token, body: answer })).status);
      }
      expect(statuses).toEqual(wanted);
    },
  );
});

it('only an admin can set a role [R6.assigned-by-admin]', async () => {
  const { token } = show.admin;
  const email = newEmail();
  const wanda = { name: 'Wanda', email, password: PASSWORD };
  const wish = { ...wanda, role_id: 1, verified: true, id: 'me' };
  expect((await server.call('register', { body: wish })).status).toBe(400);
  await server.ok('register', { body: wanda });
  const roleOf = async () => {
    const { users } = await server.ok('adminUsers', { token, query: { search: email } });
    return users.map(({ role_id }) => role_id);
  };
  const roles = [await roleOf()];
  const found = await server.ok('adminUsers', { token, query: { search: email } });
  const id = found.users[0]?.id ?? '';
  for (const role_id of [3, 1] as const) {
    await server.ok('updateUser', {
      token,
      params: { id },
      body: { name: 'Wanda', email, role_id },
    });
    roles.push(await roleOf());
  }
  expect(roles).toEqual([[2], [3], [1]]);
});
