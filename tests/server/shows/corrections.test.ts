import { m } from 'messages';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { stageOver } from '#tests/support/stage.ts';

/** A live show of three questions on a server of its own, with two home viewers. */
async function liveShow() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const admin = await server.signInAs('admin', 'Producer');
  const ann = await server.signInAs('home', 'Ann');
  const ben = await server.signInAs('home', 'Ben');
  const show = await createShow(server, admin.token, 'Friday', ['A fruit?', 'A tree?', 'A bird?']);
  await show.act({ type: 'goLive' });
  const totalOf = async ({ id: userId, token }: Person) =>
    (await server.ok('pointsDaily', { token, params: { userId } })).total_points;
  return {
    server,
    admin,
    ann,
    ben,
    show,
    /** Waits until the player has these points today. */
    total: (person: Person, points: number) =>
      until(`${points} points`, async () => (await totalOf(person)) === points),
  };
}

const why = async (reply: ReturnType<StagedShow['tryAct']>) => {
  const { status, body } = await reply;
  return [status, Reflect.get(Object(body), 'error')];
};

it('a void question gives no points, shows players the reason, and gives them back when it counts again', async () => {
  const { server, admin, ann, ben, show, total } = await liveShow();
  await show.play(0, [
    [ann, 'apple'],
    [ben, 'apple'],
  ]);
  await show.play(1, [
    [ann, 'oak'],
    [ben, 'elm'],
  ]);
  await total(ann, 3);
  const probe = await connectProbe(server.url, ann);
  await probe.next('snapshot');
  const { id: itemId, gameSessionId } = show.item(0);
  const before = show.item(0).result;
  await show.act({ type: 'question', itemId });
  await show.reveal(0);
  /** The scene of the stage, the text of its question, and how many groups are revealed. */
  const onStage = async () => {
    const { scene, questionText, groups } = await stageOver(server.ok, admin.token).direction(
      show.id,
    );
    return [scene, questionText, groups.filter(({ revealed }) => revealed).length];
  };
  const board = ['question', 'A fruit?', 1];
  expect(await onStage()).toEqual(board);

  await show.act({ type: 'void', itemId, reason: 'Two answers were right' });
  await total(ann, 1);
  await total(ben, 1);
  expect(await onStage()).toEqual(board);
  expect(
    await server.ok('leaderboardSession', { token: ann.token, params: { gameSessionId } }),
  ).toEqual([]);
  const feed = await server.ok('activeQuestions', { token: ann.token, query: {} });
  const voided = { at: expect.any(Number), reason: 'Two answers were right' };
  expect(
    feed.questions.find((each) => each.game_session_id === gameSessionId)?.result,
  ).toMatchObject({
    state: 'published',
    voided,
  });
  await until('the player is told', async () =>
    probe.received.some(
      ({ name, payload }) =>
        name === 'questions-updated' && JSON.stringify(payload).includes('Two answers were right'),
    ),
  );
  probe.close();

  expect(await why(show.tryAct({ type: 'void', itemId, reason: 'Again' }))).toEqual([
    409,
    m.resultVoid(),
  ]);
  await show.act({ type: 'unvoid', itemId });
  await total(ann, 3);
  expect(await onStage()).toEqual(board);
  expect(show.item(0).result).toEqual({ ...before, version: before.version + 2 });
  expect(await why(show.tryAct({ type: 'unvoid', itemId }))).toEqual([409, m.resultNotVoid()]);
});

it('an open question that is made void closes, leaves the stage, and takes no more answers', async () => {
  const { server, admin, ann, ben, show, total } = await liveShow();
  const { id: itemId, gameSessionId } = show.item(0);
  expect(await why(show.tryAct({ type: 'void', itemId, reason: 'Early' }))).toEqual([
    409,
    m.resultNeverReleased(),
  ]);
  await show.release(0);
  await show.answer(0, [[ann, 'owl']]);
  await show.act({ type: 'void', itemId, reason: 'The wrong question' });
  const { windows, result } = show.item(0);
  expect([windows.home.closesAt, windows.studio.closesAt]).toEqual([
    expect.any(Number),
    expect.any(Number),
  ]);
  expect(result.voided?.reason).toBe('The wrong question');
  expect(
    await why(show.tryAct({ type: 'releaseTo', itemId, audience: 'home', seconds: null })),
  ).toEqual([409, m.resultVoid()]);
  const { token } = ben;
  const body = { gameSessionId, answerText: 'owl' };
  expect((await server.call('submitAnswer', { token, body })).status).toBe(410);
  expect((await stageOver(server.ok, admin.token).direction(show.id)).scene).toBe('idle');
  await total(ann, 0);
  const { next } = (await server.ok('showView', { token: admin.token, params: { id: show.id } }))
    .show;
  expect(next.act).toEqual({ type: 'next', itemId });
});

it('one act revokes a wrong question from both audiences and the stage, and the next act does not release it again', async () => {
  const { server, admin, ann, show } = await liveShow();
  await show.release(0);
  await show.answer(0, [[ann, 'apple']]);
  const [wrong, next] = [show.item(0), show.item(1)];
  const probe = await connectProbe(server.url, ann);
  await probe.next('snapshot');
  await show.act({ type: 'takeBack', itemId: wrong.id });
  expect(await probe.next('question-revoked')).toMatchObject({
    gameSessionId: wrong.gameSessionId,
  });
  probe.close();
  const { windows, state, takenBackAt } = show.item(0);
  expect(takenBackAt).toEqual(expect.any(Number));
  expect([windows.studio.released, windows.home.released, state]).toEqual([
    false,
    false,
    'skipped',
  ]);
  expect((await stageOver(server.ok, admin.token).direction(show.id)).scene).toBe('idle');
  const view = await server.ok('showView', { token: admin.token, params: { id: show.id } });
  expect(view.show.next.act).toEqual({ type: 'arm', itemId: next.id });
  expect(await why(show.tryAct({ type: 'takeBack', itemId: wrong.id }))).toEqual([
    409,
    m.rundownNotOut(),
  ]);
  // Planned and released after all, it still has the answer.
  await show.act({ type: 'skip', itemId: wrong.id, skipped: false });
  expect(show.item(0).takenBackAt).toBeUndefined();
  await show.release(0);
  const own = { token: ann.token, params: { gameSessionId: wrong.gameSessionId, userId: ann.id } };
  expect((await server.ok('userAnswer', own)).answer?.answer_text).toBe('apple');
});

it('a typo can be corrected while the question is open, on phones and stage, and answers stay', async () => {
  const { server, admin, ann, show } = await liveShow();
  await show.release(0);
  await show.answer(0, [[ann, 'apple']]);
  const { id: itemId, gameSessionId, studioSeconds, homeSeconds, order, note } = show.item(0);
  const probe = await connectProbe(server.url, ann);
  await probe.next('snapshot');
  const presets = { studioSeconds, homeSeconds, order, note };
  await show.act({ type: 'edit', itemId, presets, text: 'A red fruit?' });
  const changed = await probe.next('questions-updated');
  expect(changed).toMatchObject({ question: { question_text: 'A red fruit?' } });
  probe.close();
  expect(show.item(0)).toMatchObject({ text: 'A red fruit?', state: 'armed' });
  const stage = await server.ok('showView', { token: admin.token, params: { id: show.id } });
  expect(stage.show.direction).toMatchObject({ scene: 'question', gameSessionId });
  const own = { token: ann.token, params: { gameSessionId, userId: ann.id } };
  expect((await server.ok('userAnswer', own)).answer?.answer_text).toBe('apple');
});
