import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { stageOver } from '#tests/support/stage.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
});
afterAll(() => server.close());

const direction = () => stageOver(server.ok, admin.token).direction();

/** The flagged names in the producer's warning, with the names that others see. */
const masked = async () =>
  ((await direction()).people ?? []).flatMap(({ name, shownName, isMasked }) =>
    isMasked ? [[name, shownName]] : [],
  );

/** Plays a live show with one question, and reads its boards and stage. */
async function playShow(title: string, answers: readonly (readonly [Person, string])[]) {
  const show = await createShow(server, admin.token, title, ['A fruit?']);
  await show.act({ type: 'holdPoints', on: false });
  await show.act({ type: 'goLive' });
  await show.play(0, answers);
  return show;
}

const onBoards = async ({ item }: StagedShow, { token }: Person) => {
  const own = await server.ok('leaderboardShow', { token });
  const session = await server.ok('leaderboardSession', {
    token,
    params: { gameSessionId: item(0).gameSessionId },
  });
  const daily = await server.ok('leaderboardDailyHome', { token });
  const { board } = await direction();
  return [own.home.entries, session, daily, board?.home ?? []].map((entries) =>
    entries.map(({ rank, username }) => `${rank} ${username}`),
  );
};

it('removes a person from the boards of a show and the stage screen in one act, and restores them', async () => {
  const [rude, ben, cleo] = [
    await server.signUp('Rolf'),
    await server.signUp('Ben'),
    await server.signUp('Cleo'),
  ];
  const lone = await server.signUp('Dora');
  const show = await playShow('Friday', [
    [rude, 'Apple'],
    [ben, 'Apple'],
    [cleo, 'Apple'],
    [lone, 'Pear'],
  ]);
  await show.act({ type: 'scene', scene: 'standings' });
  const all = ['1 Rolf', '1 Ben', '1 Cleo', '4 Dora'];
  const onAll = (reader: Person, names: readonly string[]) =>
    until(`${names.join()} are on all boards`, async () =>
      (await onBoards(show, reader)).every((board) => board.join() === names.join()),
    );
  await onAll(ben, all);

  await show.act({ type: 'removePlayer', userId: rude.id });
  for (const reader of [ben, rude, admin]) await onAll(reader, ['1 Ben', '1 Cleo', '3 Dora']);
  // The stage's board of the day has no gap either.
  await show.act({ type: 'scene', scene: 'board' });
  await onAll(ben, ['1 Ben', '1 Cleo', '3 Dora']);
  const ownPoints = { token: rude.token, params: { userId: rude.id } };
  expect(await server.ok('pointsDaily', ownPoints)).toEqual({ total_points: 3, rank: null });
  expect((await direction()).people).toContainEqual({
    userId: rude.id,
    name: 'Rolf',
    shownName: 'Rolf',
    isRemoved: true,
  });
  const { entries } = await server.ok('adminAudit', { token: admin.token, query: {} });
  expect(entries.find(({ after }) => after?.['act'] === 'removePlayer')).toMatchObject({
    action: 'actOnShow',
    target: { id: show.id },
    after: { act: 'removePlayer', player: rude.id },
  });

  await show.act({ type: 'end' });
  await show.act({ type: 'restorePlayer', userId: rude.id });
  await onAll(ben, all);
  expect(await server.ok('pointsDaily', ownPoints)).toMatchObject({ rank: 1 });
});

it('warns the producer of a masked name once its owner has answered, who allows or renames it', async () => {
  const [rude, other, quiet] = [
    await server.signUp('Wаnker'),
    await server.signUp('Sh1t Head'),
    await server.signUp('Slut'),
  ];
  const show = await createShow(server, admin.token, 'Saturday', ['A fruit?']);
  await show.act({ type: 'holdPoints', on: false });
  await show.act({ type: 'goLive' });
  expect(await masked()).toEqual([]);
  await show.play(0, [
    [rude, 'Apple'],
    [other, 'Apple'],
  ]);
  expect(await masked()).toEqual([
    ['Sh1t Head', 'Player 2'],
    ['Wаnker', 'Player 1'],
  ]);
  await show.act({ type: 'allowName', userId: rude.id });
  expect(await masked()).toEqual([['Sh1t Head', 'Player 2']]);
  await show.act({ type: 'renamePlayer', userId: other.id, name: 'Otto' });
  expect(await masked()).toEqual([]);
  await show.act({ type: 'scene', scene: 'standings' });
  expect((await onBoards(show, quiet))[0]).toEqual(['1 Wаnker', '1 Otto']);
  expect((await onBoards(show, quiet))[3]).toEqual(['1 Wаnker', '1 Otto']);
  expect((await server.signIn(other.email)).name).toBe('Otto');
  await show.act({ type: 'end' });
});

it('refuses acts upon people who play in no show', async () => {
  const show = await createShow(server, admin.token, 'Sunday', []);
  for (const userId of ['nobody', admin.id])
    for (const act of [
      { type: 'allowName', userId },
      { type: 'renamePlayer', userId, name: 'Otto' },
      { type: 'removePlayer', userId },
      { type: 'restorePlayer', userId },
    ] as const)
      expect((await show.tryAct(act)).status).toBe(404);
});
