import { expect, it, onTestFinished } from 'vitest';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
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

it('a void question takes its points back from everybody, tells players why, and returns them when it counts again', async () => {
  const { server, ann, ben, show, total } = await liveShow();
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

  await show.act({ type: 'void', itemId, reason: 'Two answers were right' });
  await total(ann, 1);
  await total(ben, 1);
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
    PRODUCER_MESSAGES.result.void,
  ]);
  await show.act({ type: 'unvoid', itemId });
  await total(ann, 3);
  expect(show.item(0).result).toEqual({ ...before, version: before.version + 2 });
  expect(await why(show.tryAct({ type: 'unvoid', itemId }))).toEqual([
    409,
    PRODUCER_MESSAGES.result.notVoid,
  ]);
});

it('an open question that is made void closes, leaves the stage, and takes no more answers', async () => {
  const { server, admin, ann, ben, show, total } = await liveShow();
  const { id: itemId, gameSessionId } = show.item(0);
  expect(await why(show.tryAct({ type: 'void', itemId, reason: 'Early' }))).toEqual([
    409,
    PRODUCER_MESSAGES.result.neverReleased,
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
  ).toEqual([409, PRODUCER_MESSAGES.result.void]);
  const { token } = ben;
  const body = { gameSessionId, answerText: 'owl' };
  expect((await server.call('submitAnswer', { token, body })).status).toBe(410);
  expect((await stageOver(server.ok, admin.token).direction(show.id)).scene).toBe('idle');
  await total(ann, 0);
  const { next } = (await server.ok('showView', { token: admin.token, params: { id: show.id } }))
    .show;
  expect(next.act).toEqual({ type: 'next', itemId });
});
