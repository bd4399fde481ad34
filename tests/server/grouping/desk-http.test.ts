import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerEvent, type ServerEventName, serverEvents } from '#machines/contract/events.ts';
import type { DeskAct as Act } from '#machines/contract/desk.ts';
import { until } from '#tests/support/process.ts';
import { connectProbe, type SocketProbe } from '#tests/support/sockets.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { stageOver } from '#tests/support/stage.ts';
import { openQuestion } from '#tests/support/questions.ts';

let server: TestServer;
let admin: Person;
let home: Person;
let contestant: Person;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
  home = await server.signInAs('home', 'Vera');
  contestant = await server.signInAs('contestant', 'Cora');
});
afterAll(async () => {
  await server.close();
});

/** A question that both players have answered; its windows are closed. */
async function round(
  homeText = 'sunscreen 46',
  studioText = 'sun cream 7',
  others: readonly { readonly token: string; readonly answerText: string }[] = [],
) {
  const { token } = admin;
  const text = 'Name something for the beach.';
  const { id, gameSessionId } = await openQuestion(server.ok, token, text);
  await server.ok('release', { token, params: { id }, body: {} });
  const answers = [
    { token: home.token, answerText: homeText },
    { token: contestant.token, answerText: studioText },
    ...others,
  ];
  for (const { token: own, answerText } of answers)
    await server.ok('submitAnswer', { token: own, body: { gameSessionId, answerText } });
  await server.ok('revokeHome', { token, params: { id } });
  await server.ok('revoke', { token, params: { id } });
  const params = { gameSessionId };
  const desk = async () => (await server.ok('groupingDesk', { token, params })).desk;
  await until('both are counted', async () => (await desk()).groups.length > 0);
  await until('both are counted', async () => {
    const { groups } = await desk();
    return groups.flatMap(({ texts }) => texts).length === 2;
  });
  return {
    id,
    params,
    desk,
    act: async (decision: Act, { by = admin, reason }: { reason?: string; by?: Person } = {}) => {
      const { showId, itemId, version: upon } = await desk();
      const decided = { type: 'decide' as const, itemId, decision, upon };
      const act = reason === undefined ? decided : { ...decided, reason };
      const body = { requestId: randomUUID(), act };
      return server.call('actOnShow', { token: by.token, params: { id: showId }, body });
    },
  };
}

const heard = (
  { received }: SocketProbe,
  wanted: ServerEventName,
  fits: (payload: unknown) => boolean = () => true,
) => received.some(({ name, payload }) => name === wanted && fits(payload));
const isWorth2 = (payload: unknown) =>
  serverEvents['answer-updated'].parse(payload).awardedPoints === 2;

describe('the grouping desk', () => {
  it('sends the groups to players, admins and the stage screen after a decision', async () => {
    const { id, params, desk, act } = await round();
    const socket = await server.connect(admin.token);
    const told: ServerEvent<'answers-counted'>[] = [];
    socket.on('answers-counted', (payload: ServerEvent<'answers-counted'>) => told.push(payload));
    const groups = (await desk()).groups.map(({ groupId }) => groupId);
    expect(groups).toHaveLength(2);
    const merged = await act({ kind: 'gather', groups, texts: [] });
    expect(merged.status).toBe(200);
    await until('desks are told', () =>
      told.some(({ gameSessionId }) => gameSessionId === params.gameSessionId),
    );
    const [one] = (await desk()).groups;
    expect(one?.texts.map(({ text, home: viewers, studio }) => [text, viewers, studio])).toEqual(
      expect.arrayContaining([
        ['sunscreen 46', 1, 0],
        ['sun cream 7', 0, 1],
      ]),
    );
    await act({ kind: 'rename', group: one?.groupId ?? '', name: 'Sun cream' });
    await act({ kind: 'hold', groups: [one?.groupId ?? ''] });
    const { token } = admin;
    await stageOver(server.ok, token).question(id);
    const direction = await stageOver(server.ok, token).reveal(id);
    expect(direction.groups).toMatchObject([
      { representative: 'Sun cream', isHeld: true, count: 2, homePoints: 1 },
    ]);
    socket.close();
  });

  it('changes every screen by a decision', async () => {
    const { token } = admin;
    const wim = await server.signInAs('home', 'Wim');
    const answerText = 'sun cream 7';
    const { id, desk, act } = await round('sunscreen 46', answerText, [
      { token: wim.token, answerText },
    ]);
    await stageOver(server.ok, token).question(id);
    // Reveal the groups one after another.
    await stageOver(server.ok, token).reveal(id);
    await stageOver(server.ok, token).reveal(id);
    const { key } = await server.ok('createShowLink', { token });
    const page = await connectProbe(server.url, { show: { key } });
    await page.next('show-updated');
    const connect = async ({ token: own }: Person) => {
      const screen = await connectProbe(server.url, { token: own });
      await screen.next('snapshot');
      return screen;
    };
    // Load everything again; the question has ended by now.
    const [producer, vera, cora, other] = [
      await connect(admin),
      await connect(home),
      await connect(contestant),
      await connect(wim),
    ];
    const screens = [page, producer, vera, cora, other];
    for (const { received } of screens) received.length = 0;
    const seen = () => [
      heard(page, 'show-updated', (payload) =>
        serverEvents['show-updated'].parse(payload).show.groups.some((at) => at?.homePoints === 2),
      ),
      heard(producer, 'answers-counted'),
      heard(vera, 'answer-updated', isWorth2),
      heard(other, 'answer-updated', isWorth2),
      heard(other, 'standing-updated'),
      heard(cora, 'boards-updated'),
    ];
    const { groups } = await desk();
    const merge: Act = { kind: 'gather', groups: groups.map(({ groupId }) => groupId), texts: [] };
    expect((await act(merge)).status).toBe(200);
    await until('every screen has it', () => seen().every(Boolean));
    for (const screen of screens) screen.close();
  });

  it('requires a reason to correct published points', async () => {
    const { id, desk, act } = await round('sofa', 'bench');
    const { token } = admin;
    await stageOver(server.ok, token).question(id);
    const groups = (await desk()).groups.map(({ groupId }) => groupId);
    const { showId, itemId } = await desk();
    for (const type of ['lock', 'publish'] as const)
      await server.ok('actOnShow', {
        token,
        params: { id: showId },
        body: { requestId: `${type} ${id}`, act: { type, itemId } },
      });
    expect((await desk()).state).toBe('published');
    const merge: Act = { kind: 'gather', groups, texts: [] };
    expect((await act(merge)).status).toBe(422);
    expect((await desk()).groups).toHaveLength(2);
    expect((await act(merge, { reason: 'Both are seats' })).status).toBe(200);
    expect((await desk()).groups).toHaveLength(1);
    expect((await desk()).history).toMatchObject([
      { kind: 'merge', reason: 'Both are seats', by: admin.name },
    ]);
    // A decision that changes no points needs no reason.
    const [group] = (await desk()).groups;
    expect((await act({ kind: 'hold', groups: [group?.groupId ?? ''] })).status).toBe(200);
  });

  it.each<[string, (groups: string[]) => Act, number]>([
    ['nothing', () => ({ kind: 'gather', groups: [], texts: [] }), 422],
    [
      'one group alone',
      (groups) => ({ kind: 'gather', groups: groups.slice(0, 1), texts: [] }),
      422,
    ],
    [
      'one group twice',
      ([group = '']) => ({ kind: 'gather', groups: [group, group], texts: [] }),
      409,
    ],
    [
      '10,000 texts',
      () => ({
        kind: 'gather',
        groups: [],
        texts: Array.from({ length: 10_000 }, (_, at) => `${at}`),
      }),
      422,
    ],
    ['a name of blanks', ([group = '']) => ({ kind: 'rename', group, name: '   ' }), 422],
    ['a group of nobody', () => ({ kind: 'hold', groups: ['nobody'] }), 409],
    ['no merges', () => ({ kind: 'accept', mergeIds: [] }), 422],
    ['nothing to undo', () => ({ kind: 'undo' }), 409],
  ])('refuses %s, and changes nothing', async (_, actOf, status) => {
    const { desk, act } = await shared();
    const before = await desk();
    expect((await act(actOf(before.groups.map(({ groupId }) => groupId)))).status).toBe(status);
    expect(await desk()).toEqual(before);
  });

  it('can send only the number of suggestions, without the groups', async () => {
    const { desk, params } = await round('beach towel', 'beach towels red');
    const { suggestions } = await desk();
    expect(suggestions.length).toBeGreaterThan(0);
    expect(await server.ok('countSuggestions', { token: admin.token, params })).toEqual({
      count: suggestions.length,
    });
    const unknown = { params: { gameSessionId: 'unknown' }, token: admin.token };
    expect((await server.call('countSuggestions', unknown)).status).toBe(404);
  });

  it('is for admins only, and for groups of its own game session', async () => {
    const { desk, act, params } = await shared();
    const other = await round('apple', 'pear');
    const before = await desk();
    const groups = before.groups.map(({ groupId }) => groupId);
    for (const by of [home, contestant]) {
      expect((await act({ kind: 'hold', groups }, { by })).status).toBe(403);
      for (const name of ['groupingDesk', 'countSuggestions'] as const)
        expect((await server.call(name, { token: by.token, params })).status).toBe(403);
    }
    expect((await other.act({ kind: 'hold', groups })).status).toBe(409);
    expect(await desk()).toEqual(before);
  });
});

let one: ReturnType<typeof round> | null = null;
/** The round on which all refused acts are tried. */
const shared = () => (one ??= round('towel', 'umbrella'));
