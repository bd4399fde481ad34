import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let admin: Person;
let viewer: Person;
let contestant: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
  viewer = await server.signInAs('home');
  contestant = await server.signInAs('contestant');
});
afterAll(async () => {
  await server.close();
});

const guard = (error: string) => ({ error, code: 'guard' });

type Token = { readonly token?: string };
const ofQ = { params: { id: 'q' }, body: {} };
/** Every act of directing, as a producer sends it, with the audit's target. */
const ACTS = [
  ['show', null, (by: Token) => server.call('show', by)],
  [
    'directShow',
    'house',
    (by: Token) => server.call('directShow', { ...by, body: { scene: 'idle' } }),
  ],
  ['showAnswers', 'q', (by: Token) => server.call('showAnswers', { ...by, ...ofQ })],
  ['hideAnswers', 'q', (by: Token) => server.call('hideAnswers', { ...by, ...ofQ })],
  ['createShowLink', null, (by: Token) => server.call('createShowLink', by)],
  ['revokeShowLink', null, (by: Token) => server.call('revokeShowLink', by)],
] as const;

async function plan(text = 'Name an animal.'): Promise<{ id: string; gameSessionId: string }> {
  const { question } = await server.ok('generate', {
    token: admin.token,
    body: {
      question: text,
      startTime: new Date().toISOString(),
      endTime: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  return { id: question.id, gameSessionId: question.game_session_id };
}

/** A question that these people have answered, closed again and on the show page. */
async function onAir() {
  const question = await plan();
  const { token } = admin;
  const params = { id: question.id };
  await server.ok('releaseHome', { token, params, body: {} });
  await server.ok('submitAnswer', {
    token: viewer.token,
    body: { gameSessionId: question.gameSessionId, answerText: 'zebra' },
  });
  await server.ok('revokeHome', { token, params });
  await server.ok('directShow', { token, body: { scene: 'question', questionId: question.id } });
  const direction = async () => (await server.ok('show', { token })).direction;
  await until('the answer is counted', async () => (await direction()).places.length === 1);
  return { ...question, direction };
}

it.each(ACTS)('%s is for admins alone [R2.show-direct-admins]', async (_name, _target, act) => {
  const nobody = await act({});
  expect([nobody.status, nobody.body]).toEqual([401, { error: MESSAGES.signInFirst }]);
  for (const { token } of [viewer, contestant]) {
    const { status, body } = await act({ token });
    expect([status, body]).toEqual([403, { error: MESSAGES.adminOnly }]);
  }
});

describe('an admin', () => {
  it('shows a question, reveals what was answered, and takes it back [R2.show-direct]', async () => {
    const { id, gameSessionId, direction } = await onAir();
    const { token } = admin;
    const place = {
      rank: 1,
      representative: 'zebra',
      count: 1,
      homePoints: 1,
      contestantPoints: 5,
    };
    const hidden = {
      scene: 'question',
      questionId: id,
      gameSessionId,
      places: [{ ...place, groupId: expect.any(String), revealed: false }],
      link: null,
      questionText: 'Name an animal.',
      screens: 0,
    };
    expect(await direction()).toEqual(hidden);
    const revealed = { ...hidden, places: [{ ...hidden.places[0], revealed: true }] };
    const params = { id };
    const groupId = (await direction()).places[0]?.groupId ?? '';
    // A double click: both get the same.
    for (const body of [{ groupId }, { groupId }])
      expect(await server.ok('showAnswers', { token, params, body })).toEqual({
        direction: revealed,
      });
    const all = await server.call('showAnswers', { token, params, body: {} });
    expect([all.status, all.body]).toEqual([409, guard(MESSAGES.show.nothingLeft)]);
    expect(await server.ok('hideAnswers', { token, params, body: {} })).toEqual({
      direction: hidden,
    });
    const none = await server.call('hideAnswers', { token, params, body: {} });
    expect([none.status, none.body]).toEqual([409, guard(MESSAGES.show.nothingRevealed)]);
    expect(await server.ok('directShow', { token, body: { scene: 'idle' } })).toEqual({
      direction: { ...hidden, scene: 'idle', questionText: null },
    });
  });

  it('reveals nothing while it can be answered, nor of another question [R2.show-reveal-open R2.show-reveal-other]', async () => {
    const { id } = await onAir();
    const { token } = admin;
    await server.ok('release', { token, params: { id }, body: { timerMinutes: 1 } });
    const open = await server.call('showAnswers', { token, params: { id }, body: {} });
    expect([open.status, open.body]).toEqual([409, guard(MESSAGES.show.stillOpen)]);
    const other = await plan();
    for (const name of ['showAnswers', 'hideAnswers'] as const) {
      const { status, body } = await server.call(name, {
        token,
        params: { id: other.id },
        body: {},
      });
      expect([status, body]).toEqual([409, guard(MESSAGES.show.otherQuestion)]);
    }
  });

  it('is told what does not exist, or is missing [R2.show-direct-unknown]', async () => {
    const { token } = admin;
    const { id } = await onAir();
    const direct = (body: object) =>
      server.raw('/api/game-sessions/show', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    expect((await direct({ scene: 'question', questionId: 'nowhere' })).status).toBe(404);
    const without = await direct({ scene: 'question' });
    expect([without.status, without.body]).toMatchObject([
      422,
      { error: MESSAGES.show.noQuestion },
    ]);
    expect((await direct({ scene: 'curtain' })).status).toBeGreaterThanOrEqual(400);
    for (const [target, groupId] of [
      ['nowhere', undefined],
      [id, 'nowhere'],
    ] as const) {
      const body = groupId === undefined ? {} : { groupId };
      const { status } = await server.call('showAnswers', { token, params: { id: target }, body });
      expect(status).toBe(404);
    }
  });

  it('is told the key of a link once [R2.show-link-secret]', async () => {
    const { token } = admin;
    const made = await server.call('createShowLink', { token });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      key: expect.stringMatching(/^[\w-]{43}$/),
      direction: { link: { createdAt: expect.any(Number) } },
    });
    expect(JSON.stringify(await server.ok('show', { token }))).not.toContain('key');
    expect((await server.ok('revokeShowLink', { token })).direction.link).toBeNull();
  });

  it('is noted in the audit, whatever became of it [R2.show-direct-audit]', async () => {
    const by = await server.signInAs('admin');
    for (const [, , act] of ACTS) await act({ token: by.token });
    const auditEntries = () =>
      server.db.read
        .selectFrom('audit')
        .select(['action', 'target'])
        .where('user_id', '=', by.id)
        .orderBy('id')
        .execute();
    await until(
      'the auditEntries are written',
      async () => (await auditEntries()).length === ACTS.length,
    );
    expect(await auditEntries()).toEqual(ACTS.map(([action, target]) => ({ action, target })));
  });
});

it('is no call for the key of the link: it opens the show page alone [R2.show-link-only-show]', async () => {
  const { key } = await server.ok('createShowLink', { token: admin.token });
  const statuses: number[] = [];
  for (const name of ['show', 'activeQuestions', 'adminQuestions', 'createShowLink'] as const)
    statuses.push((await server.call(name, { token: key })).status);
  expect(statuses).toEqual([401, 401, 401, 401]);
});
