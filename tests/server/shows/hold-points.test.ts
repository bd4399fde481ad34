import { afterAll, beforeAll, expect, it } from 'vitest';
import { shownAfterMs } from '#machines/show/rules/stage.ts';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe, type SocketProbe } from '#tests/support/sockets.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { stageOver } from '#tests/support/stage.ts';

let server: TestServer;
let clock = Date.parse('2026-06-01T12:00:00.000Z');
let admin: Person;
let viewers: Person[];
let contestant: Person;
let show: StagedShow;
const probes: SocketProbe[] = [];

beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  admin = await server.signInAs('admin', 'Producer');
  contestant = await server.signInAs('contestant', 'Connie');
  viewers = [];
  for (const name of ['Ann', 'Ben', 'Cem', 'Dee'])
    viewers.push(await server.signInAs('home', name));
  show = await createShow(server, admin.token, 'Friday', ['Fruit', 'Tree']);
  await show.act({ type: 'goLive' });
});
afterAll(async () => {
  for (const probe of probes) probe.close();
  await server.close();
});

const players = () => [contestant, ...viewers];

/** Everything that a player can request. */
async function askAll({ id: userId, token }: Person, gameSessionId: string): Promise<unknown[]> {
  const asked = { token, params: { gameSessionId } };
  const told: unknown[] = [
    await server.ok('userAnswer', { token, params: { gameSessionId, userId } }),
    await server.ok('myLastAnswer', { token, body: {} }),
    await server.ok('explainAnswer', asked),
    await server.ok('pointsDaily', { token, params: { userId } }),
    await server.ok('pointsAllTime', { token, params: { userId } }),
    await server.ok('leaderboardSession', asked),
    await server.ok('leaderboardDaily', { token }),
    await server.ok('leaderboardAll', { token }),
    await server.ok(userId === contestant.id ? 'contestantQuestions' : 'activeQuestions', {
      token,
      query: {},
    }),
  ];
  return told;
}

const TELLING = /points|total_score/i;
/** Numbers above 0 in fields of points, at any depth. */
function pointsIn(told: unknown): string[] {
  if (Array.isArray(told)) return told.flatMap(pointsIn);
  if (typeof told !== 'object' || told === null) return [];
  return Object.entries(told).flatMap(([name, value]) =>
    TELLING.test(name) && typeof value === 'number'
      ? value > 0
        ? [`${name} ${value}`]
        : []
      : pointsIn(value),
  );
}

const isCounted = (gameSessionId: string, answers: number) =>
  until('all is counted', async () => {
    const rows = await server.db.read
      .selectFrom('answer')
      .where('game_session_id', '=', gameSessionId)
      .where('points', 'is not', null)
      .select('id')
      .execute();
    return rows.length === answers;
  });
const shownAt = (probe: SocketProbe | undefined, name: string) =>
  probe?.received.flatMap((each) =>
    each.name === name ? [Reflect.get(Object(each.payload), 'shownAt')] : [],
  );
const isSaid = (probe: SocketProbe | undefined, name: string, text = '') =>
  probe?.received.some(
    (each) => each.name === name && JSON.stringify(each.payload).includes(text),
  ) === true;
const ownOf = async ({ id: userId, token }: Person, gameSessionId: string) =>
  (await server.ok('userAnswer', { token, params: { gameSessionId, userId } })).answer;

it('sends no player any points, rank or board of an item in play until its group is revealed or it is published [R2.hold-points-held R2.hold-points-reveal R2.hold-points-publish R2.hold-points-in-time]', async () => {
  for (const player of players()) probes.push(await connectProbe(server.url, player));
  await show.release(0);
  const { id: itemId, gameSessionId, questionId: id } = show.item(0);
  const given = ['apple', 'apple', 'apple', 'appel', 'pear'];
  const replies: unknown[] = [];
  for (const [index, { token }] of players().entries()) {
    const body = { gameSessionId, answerText: given[index] ?? '' };
    replies.push(await server.ok('submitAnswer', { token, body }));
    // Send it again, as after a lost reply.
    replies.push(await server.ok('submitAnswer', { token, body }));
  }
  await isCounted(gameSessionId, given.length);
  await show.act({ type: 'close', itemId });
  clock += 1_000;
  const { token } = admin;
  await show.settle(0, 'lock');
  for (const player of players()) replies.push(...(await askAll(player, gameSessionId)));
  for (const probe of probes) await probe.settled();
  replies.push(probes.map(({ received }) => received));
  expect(pointsIn(replies)).toEqual([]);
  expect(await ownOf(contestant, gameSessionId)).toMatchObject({ awardedPoints: 0, held: true });
  // The producer sees the points.
  const { grouping } = await server.ok('aiGrouping', { token, params: { gameSessionId } });
  expect(pointsIn(grouping)).not.toEqual([]);

  await show.act({ type: 'delay', seconds: 5 });
  const pears = viewers.at(-1) ?? Promise.reject(new Error('nobody'));
  await show.reveal(0);
  const last = probes.at(-1);
  const seenAt = clock + shownAfterMs(2);
  await until('the studio hears when', async () => isSaid(probes[0], 'show-answers'));
  expect(shownAt(probes[0], 'show-answers')).toEqual([seenAt]);
  await until('the points have moved', async () => {
    const rows = await server.db.read
      .selectFrom('answer')
      .where('user_id', '=', (await pears).id)
      .where('held', '=', 0)
      .select('id')
      .execute();
    return rows.length === 1;
  });
  clock = seenAt + 4_999;
  expect((await askAll(await pears, gameSessionId)).flatMap(pointsIn)).toEqual([]);
  expect(await ownOf(await pears, gameSessionId)).toMatchObject({ awardedPoints: 0, held: true });
  expect(isSaid(last, 'show-answers')).toBe(false);
  clock = seenAt + 5_000;
  expect(await ownOf(await pears, gameSessionId)).toMatchObject({
    awardedPoints: 1,
    // The same value as in the event.
    shownAt: seenAt + 5_000,
    position: 2,
  });
  expect(await ownOf(contestant, gameSessionId)).toMatchObject({ awardedPoints: 0, held: true });
  await until(
    'home viewers hear of it by themselves',
    async () => isSaid(last, 'answer-updated', '"position":2') && isSaid(last, 'show-answers'),
  );
  expect(shownAt(last, 'show-answers')).toEqual([seenAt + 5_000]);
  expect(shownAt(last, 'answer-updated')?.at(-1)).toBe(seenAt + 5_000);
  await stageOver(server.ok, token).hide(id);
  await until(
    'it is covered again',
    async () => (await ownOf(await pears, gameSessionId))?.held === true,
  );
  expect((await askAll(await pears, gameSessionId)).flatMap(pointsIn)).toEqual([]);

  await show.settle(0, 'publish');
  await until(
    'all points arrive',
    async () => (await ownOf(contestant, gameSessionId))?.awardedPoints === 5,
  );
  clock += 5_000;
  const { total_points: total } = await server.ok('pointsDaily', {
    token: viewers[0]?.token ?? '',
    params: { userId: viewers[0]?.id ?? '' },
  });
  expect(total).toBe(3);
  await show.act({ type: 'next', itemId });
});

it('sends points as answers come when the switch is off, and hides them when it is on again [R2.hold-points-switch]', async () => {
  await show.act({ type: 'holdPoints', on: false });
  await show.release(1);
  const { gameSessionId } = show.item(1);
  const { token } = contestant;
  const body = { gameSessionId, answerText: 'oak' };
  const { awardedPoints } = await server.ok('submitAnswer', { token, body });
  expect(awardedPoints).toBe(5);
  await isCounted(gameSessionId, 1);
  await show.act({ type: 'holdPoints', on: true });
  expect(show.rundown().holdPoints).toBe(true);
  await until('they wait', async () => (await ownOf(contestant, gameSessionId))?.held === true);
  const { total_points: total } = await server.ok('pointsDaily', {
    token,
    params: { userId: contestant.id },
  });
  expect(total).toBe(5);
});

it('holds no points of a question released by other calls and then removed [R2.hold-points-switch]', async () => {
  await show.act({ type: 'add', questions: [{ text: 'Sea' }] });
  const { id: itemId, questionId: id, gameSessionId } = show.item(2);
  const { token } = admin;
  await server.ok('release', { token, params: { id }, body: {} });
  await server.ok('submitAnswer', {
    token: contestant.token,
    body: { gameSessionId, answerText: 'Baltic' },
  });
  await isCounted(gameSessionId, 1);
  expect((await ownOf(contestant, gameSessionId))?.held).toBe(true);
  await server.ok('revoke', { token, params: { id } });
  await show.reload();
  await show.act({ type: 'remove', itemId });
  await until('they are shown', async () => {
    const own = await ownOf(contestant, gameSessionId);
    return own?.held === undefined && own?.awardedPoints === 5;
  });
});
