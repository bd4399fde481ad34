import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { stageOver } from '#tests/support/stage.ts';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createQuestion } from '#tests/support/questions.ts';

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

type Token = { readonly token?: string };
/** Every call about the stage, as a producer sends it. */
const CALLS = [
  ['shows', (by: Token) => server.call('shows', by)],
  ['createShowLink', (by: Token) => server.call('createShowLink', by)],
  ['revokeShowLink', (by: Token) => server.call('revokeShowLink', by)],
  [
    'actOnShow',
    (by: Token) =>
      server.call('actOnShow', {
        ...by,
        params: { id: HOUSE_SHOW },
        body: { requestId: randomUUID(), act: { type: 'scene', scene: 'idle' } },
      }),
  ],
] as const;
const stage = () => stageOver(server.ok, admin.token);

const plan = (text = 'Name an animal.') => createQuestion(server.ok, admin.token, text);

/** A question that these players have answered, closed again and on the stage screen. */
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
  const { question: show, direction } = stage();
  await show(question.id);
  await until('the answer is counted', async () => (await direction()).groups.length === 1);
  return { ...question, direction };
}

it.each(CALLS)('%s is for admins only [R2.show-direct-admins]', async (_name, act) => {
  const nobody = await act({});
  expect([nobody.status, nobody.body]).toEqual([401, { error: m.signInFirst() }]);
  for (const { token } of [viewer, contestant]) {
    const { status, body } = await act({ token });
    expect([status, body]).toEqual([403, { error: m.adminOnly() }]);
  }
});

describe('an admin', () => {
  it('shows a question, reveals its groups, and hides them again [R2.show-direct]', async () => {
    const { id, gameSessionId, direction } = await onAir();
    const place = {
      rank: 1,
      representative: 'zebra',
      count: 1,
      homePoints: 1,
      contestantPoints: 5,
    };
    const hidden = {
      showId: HOUSE_SHOW,
      scene: 'question',
      questionId: id,
      itemId: expect.any(String),
      gameSessionId,
      groups: [{ ...place, groupId: expect.any(String), revealed: false }],
      link: null,
      questionText: 'Name an animal.',
      screens: 0,
    };
    expect(await direction()).toEqual(hidden);
    const revealed = { ...hidden, groups: [{ ...hidden.groups[0], revealed: true }] };
    const groupId = (await direction()).groups[0]?.groupId ?? '';
    // Send it twice, like a double click; both get the same reply.
    for (const again of [groupId, groupId])
      expect(await stage().reveal(id, again)).toEqual(revealed);
    await expect(stage().reveal(id)).rejects.toThrow(m.showNothingLeft());
    expect(await stage().hide(id)).toEqual(hidden);
    await expect(stage().hide(id)).rejects.toThrow(m.showNothingRevealed());
    expect(await stage().scene('idle')).toEqual({ ...hidden, scene: 'idle', questionText: null });
  });

  it('reveals nothing while the question is open, nor of another question [R2.show-reveal-open R2.show-reveal-other]', async () => {
    const { id } = await onAir();
    const { token } = admin;
    await server.ok('release', { token, params: { id }, body: { timerMinutes: 1 } });
    await expect(stage().reveal(id)).rejects.toThrow(m.showStillOpen());
    const other = await plan();
    for (const act of ['reveal', 'hide'] as const)
      await expect(stage()[act](other.id)).rejects.toThrow(m.showOtherQuestion());
  });

  it('gets a 404 for what does not exist [R2.show-direct-unknown]', async () => {
    const { id } = await onAir();
    await expect(stage().reveal(id, 'nowhere')).rejects.toThrow('404');
    // The house show has no board of its own.
    await expect(stage().scene('winner')).rejects.toThrow(m.showNoShow());
  });

  it('gets the key of a link once [R2.show-link-secret]', async () => {
    const { token } = admin;
    const made = await server.call('createShowLink', { token });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      key: expect.stringMatching(/^[\w-]{43}$/),
      show: { direction: { link: { createdAt: expect.any(Number) } } },
    });
    expect(JSON.stringify(await stage().direction())).not.toContain('key');
    expect((await server.ok('revokeShowLink', { token })).show.direction.link).toBeNull();
  });

  it('is in the audit log, whatever the outcome [R2.show-direct-audit]', async () => {
    const by = await server.signInAs('admin');
    for (const [, act] of CALLS) await act({ token: by.token });
    const auditEntries = () =>
      server.db.read
        .selectFrom('audit')
        .select(['action', 'target'])
        .where('user_id', '=', by.id)
        .orderBy('id')
        .execute();
    await until(
      'the auditEntries are written',
      async () => (await auditEntries()).length === CALLS.length,
    );
    expect(await auditEntries()).toEqual(
      CALLS.map(([action]) => ({ action, target: action === 'actOnShow' ? HOUSE_SHOW : null })),
    );
  });
});

it('the key of the link opens the stage screen and no call [R2.show-link-only-show]', async () => {
  const { key } = await server.ok('createShowLink', { token: admin.token });
  const statuses: number[] = [];
  for (const name of ['shows', 'activeQuestions', 'adminQuestions', 'createShowLink'] as const)
    statuses.push((await server.call(name, { token: key })).status);
  expect(statuses).toEqual([401, 401, 401, 401]);
});
