import { m } from 'messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALL_NAMES, type BodyOf } from '#machines/contract/calls.ts';
import type { ControlState, RemoteAct } from '#machines/show/control-calls.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { ACT_REST_MS, EXTENSION_S } from '#machines/contract/limits.ts';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';
import { airLabel } from '#machines/show/rules/labels.ts';
import { until } from '#tests/support/process.ts';
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { settledContentsOf } from '#tests/support/database-contents.ts';

let clock = Date.parse('2026-06-01T12:00:00.000Z');
let server: TestServer;
let admin: Person;
let viewer: Person;
let device: string;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  admin = await server.signInAs('admin', 'Producer');
  viewer = await server.signInAs('home');
  device = await tokenFor('Stream Deck');
});
afterAll(() => server.close());

const tokenFor = async (name: string): Promise<string> =>
  (await server.ok('createControlToken', { token: admin.token, body: { name } })).token;

/** The only live show, with these questions; `isLive` false: a draft beside any live show. */
async function plan(texts: readonly string[], isLive = true) {
  clock += 1_000;
  if (isLive)
    await server.db.write
      .updateTable('show')
      .set({ state: 'ended', ended_at: clock })
      .where('kind', '=', 'show')
      .execute();
  const show = await createShow(server, admin.token, 'Friday', texts);
  if (isLive) await show.act({ type: 'goLive' });
  return show;
}

const state = (): Promise<ControlState> => server.ok('controlState', { token: device });
/** Presses a button, some time after the previous press. */
const press = (act: RemoteAct, body: BodyOf<'control'> = {}, token = device) => {
  clock += ACT_REST_MS;
  return server.call('control', { token, params: { act }, body });
};
const go = async (): Promise<ControlState> => {
  clock += ACT_REST_MS;
  return server.ok('control', { token: device, params: { act: 'go' }, body: {} });
};

/** The reply to the first press that would reveal this label. */
const stopped = (label: string) => ({
  status: 409,
  body: { code: 'slip', error: m.controlRefusedSlip({ labels: `"${label}"` }) },
});

it('gives a token no other right, and stores only its hash [R7.control-token]', async () => {
  const before = await settledContentsOf(server.db);
  const closed = CALL_NAMES.filter(
    (name) => !['everybody', 'controllers'].includes(CALL_RIGHTS[name]),
  );
  for (const name of closed) {
    const params = { id: 'x', userId: 'x', gameSessionId: 'x', format: 'csv' };
    expect([name, (await server.call(name, { token: device, params })).status]).toEqual([
      name,
      401,
    ]);
  }
  expect(await settledContentsOf(server.db)).toEqual(before);
  expect(JSON.stringify(before)).not.toContain(device);
  const raw = await server.raw(`/api/v1/state?token=${device}`);
  expect(raw.status).toBe(401);
  expect(raw.headers.get('access-control-allow-origin')).toBeNull();
});

it('runs a show with one button, and returns its state [R7.control-calls]', async () => {
  const show = await plan(['Name a fruit', 'Name a tree']);
  expect(await state()).toMatchObject({
    show_id: show.id,
    show_state: 'live',
    items: 2,
    item_number: 0,
    version: `${show.id}:2`,
    go: 'arm',
    go_text: 'Arm "Name a fruit"',
    can_go: true,
    next_text: 'Name a fruit',
  });
  expect(await go()).toMatchObject({ item_number: 1, item_stage: 'armed', go: 'release' });
  expect(await go()).toMatchObject({
    item_stage: 'inPlay',
    studio: 'open',
    home: 'open',
    home_seconds_left: 30,
    scene: 'question',
    on_air: true,
    go: 'wait',
    can_go: false,
    go_why: m.rundownStillOpen(),
  });
  expect(await press('go')).toMatchObject({ status: 409, body: { code: 'guard' } });
  await show.answer(0, [[viewer, 'banana']]);
  expect(await press('close')).toMatchObject({ status: 200, body: { item_stage: 'counting' } });
  clock += 1_000;
  await until('the answer is counted', async () => (await state()).home_answered === 1);
  expect(await go()).toMatchObject({ result: 'locked', go: 'reveal', groups: 1, revealed: 0 });
  expect(await go()).toMatchObject({ result: 'revealed', go: 'publish', revealed: 1 });
  expect(await go()).toMatchObject({ result: 'published', go: 'next' });
  expect(await go()).toMatchObject({ item_number: 2, item_text: 'Name a tree', go: 'release' });
  expect(await press('take-out')).toMatchObject({ body: { scene: 'idle', on_air: false } });
});

it('performs the act that each button names [R7.control-calls]', async () => {
  await plan(['Name a star']);
  expect(await press('release-home')).toMatchObject({
    status: 409,
    body: { error: m.rundownNotArmed() },
  });
  await go();
  expect(await press('release-studio')).toMatchObject({
    body: { studio: 'open', home: 'locked' },
  });
  expect(await press('release-home')).toMatchObject({ body: { studio: 'open', home: 'open' } });
  expect(await press('lock')).toMatchObject({ status: 409 });
  await press('close');
  clock += 1_000;
  expect(await press('lock')).toMatchObject({ body: { result: 'locked' } });
  expect(await press('reveal')).toMatchObject({ body: { error: m.showNothingLeft() } });
  expect(await press('publish')).toMatchObject({ body: { result: 'published', go: 'scene' } });
  for (const scene of ['standings', 'podium', 'winner'])
    expect(await press('go')).toMatchObject({ body: { scene } });
  expect(await press('go')).toMatchObject({ body: { error: m.controlRefusedEndInRoom() } });
  expect(await press('next')).toMatchObject({ body: { item_number: 0 } });
});

it('puts mistakes right from a device: more time, a revoke, the wrong question, a void, a skip [R7.control-calls]', async () => {
  const show = await plan(['Name a bird', 'Name a fish']);
  const bird = () => show.reload().then(({ items: [item] }) => item);
  await go();
  await go();
  const { home_seconds_left: seconds } = await state();
  expect(await press('extend')).toMatchObject({
    body: { home_seconds_left: seconds + EXTENSION_S },
  });
  expect(await press('revoke-home')).toMatchObject({ body: { home: 'locked', studio: 'open' } });
  expect(await press('void')).toMatchObject({ body: { item_stage: 'voided', go: 'next' } });
  expect((await bird())?.result.voided?.reason).toBe('');
  expect(await press('count-again')).toMatchObject({ body: { item_stage: 'counting' } });
  expect(await press('take-back')).toMatchObject({ body: { item_number: 0, scene: 'idle' } });
  expect((await bird())?.state).toBe('skipped');
  expect(await go()).toMatchObject({ item_text: 'Name a fish' });
  expect(await press('skip')).toMatchObject({ body: { item_number: 0 } });
  expect(await press('standings')).toMatchObject({ body: { scene: 'standings' } });
});

it('leaves an item without a timer open without a clock until it is closed [R2.control-untimed]', async () => {
  const show = await plan(['Name a lake']);
  const [itemId = ''] = (await show.reload()).items.map(({ id }) => id);
  const presets = { studioSeconds: null, homeSeconds: null, order: 'both', note: '' } as const;
  await show.act({ type: 'edit', itemId, presets });
  await go();
  expect(await go()).toMatchObject({
    home: 'open',
    home_seconds_left: 0,
    studio: 'open',
    studio_seconds_left: 0,
  });
  const [item] = (await show.reload()).items;
  expect([item?.windows.home.closesAt, item?.windows.studio.closesAt]).toEqual([null, null]);
  expect(await press('close')).toMatchObject({ body: { item_stage: 'counting' } });
});

it('puts a picture over the stage and takes it away with the same act, and undoes a lock, a reveal and an early close [R7.control-calls R2.show-interlude]', async () => {
  const show = await plan(['Name a river']);
  expect(await press('countdown')).toMatchObject({
    status: 409,
    body: { error: m.rundownNoStart() },
  });
  await show.act({ type: 'interlude', startsAt: clock + 60_000 });
  expect(await press('season')).toMatchObject({
    status: 409,
    body: { error: m.rundownNoSeason() },
  });
  await show.act({ type: 'season', season: { name: 'Autumn' } });
  for (const [act, scene] of [
    ['countdown', 'countdown'],
    ['holding', 'holding'],
    ['test-card', 'test'],
    ['season', 'season'],
    ['scores', 'board'],
    ['scores', 'idle'],
  ] as const)
    expect(await press(act)).toMatchObject({ body: { scene } });
  await go();
  expect(await press('reopen')).toMatchObject({
    status: 409,
    body: { error: m.rundownNotOut() },
  });
  expect(await press('undo')).toMatchObject({
    status: 409,
    body: { error: m.controlRefusedUndoUnreleased() },
  });
  await press('release-home');
  await press('close');
  expect(await press('reopen')).toMatchObject({ body: { home: 'open', studio: 'locked' } });
  await press('close');
  clock += 1_000;
  await press('lock');
  expect(await press('unlock')).toMatchObject({ body: { result: 'counting' } });
  expect(await press('hide')).toMatchObject({
    status: 409,
    body: { error: m.showNothingRevealed() },
  });
  await press('void');
  await press('holding');
  const undone: string[] = [];
  for (let { undo } = await state(); undo !== 'none'; { undo } = await state()) {
    undone.push(undo);
    expect((await press('undo')).status).toBe(200);
  }
  expect(undone).toEqual(['holding', 'count-again', 'reopen', 'take-back', 'plan-again']);
  expect(await press('undo')).toMatchObject({ body: { error: m.controlRefusedUndoNothing() } });
});

it('arms an item by its number, reveals all groups at once, and shows the board again [R7.control-calls]', async () => {
  const show = await plan(['Name a sea', 'Name a town', 'Name a hill']);
  const others = [await server.signInAs('home'), await server.signInAs('home')];
  expect(await press('arm', { item: 4 })).toMatchObject({
    status: 409,
    body: { error: m.controlRefusedNoItem() },
  });
  expect(await press('arm', { item: 2 })).toMatchObject({ body: { item_number: 2 } });
  expect(await press('arm')).toMatchObject({ body: { item_number: 3 } });
  await show.reload();
  await show.release(1);
  const texts = ['Rome', 'Paris', 'Oslo'];
  const answers = [viewer, ...others].map((player, at) => [player, texts[at] ?? ''] as const);
  await show.answer(1, answers);
  await press('close');
  clock += 1_000;
  await show.reload();
  await show.settle(1, 'lock');
  expect(await press('reveal')).toMatchObject({ body: { groups: 3, revealed: 1 } });
  expect(await press('reveal-all')).toMatchObject({ body: { revealed: 3, go: 'publish' } });
  expect(await press('reveal-all')).toMatchObject({ body: { error: m.showNothingLeft() } });
  await press('publish');
  await press('take-out');
  expect(await press('show-board')).toMatchObject({ body: { on_air: true, revealed: 3 } });
  expect(await press('undo')).toMatchObject({ body: { error: m.controlRefusedUndoPublished() } });
  expect(await press('plan-again')).toMatchObject({
    body: { error: m.controlRefusedNoneTakenBack() },
  });
});

it('stops the first press that reveals a label with a slip, for each group once [R7.control-calls]', async () => {
  const show = await plan(['Name a vehicle']);
  await show.release(0);
  await show.answer(0, [
    [viewer, 'th etrain'],
    [await server.signInAs('home'), 'th ebanana'],
  ]);
  await press('close');
  clock += 1_000;
  await show.settle(0, 'lock');
  const call = { token: admin.token, params: { id: show.id } };
  const { groups } = (await server.ok('showView', call)).show.direction;
  const [later = '', first = ''] = groups.map(({ representative }) => airLabel(representative));
  const body = { requestId: 'slip-1' };
  expect(await press('go', body)).toMatchObject(stopped(first));
  // Neither the same request nor a double press confirms the first press.
  expect(await press('go', body)).toMatchObject(stopped(first));
  expect(await state()).toMatchObject({ groups: 2, revealed: 0 });
  expect(await press('reveal')).toMatchObject({ body: { revealed: 1 } });
  expect(await press('reveal-all')).toMatchObject(stopped(later));
  const atOnce = { token: device, params: { act: 'reveal-all' }, body: {} } as const;
  expect(await server.call('control', atOnce)).toMatchObject(stopped(later));
  expect(await press('reveal-all')).toMatchObject({ body: { revealed: 2 } });
});

it('says that Home opens by itself when it is behind the studio [R7.control-calls]', async () => {
  const show = await plan(['Name a lake']);
  await show.act({ type: 'delay', seconds: 5 });
  await go();
  expect(await go()).toMatchObject({ studio: 'open', home: 'scheduled' });
  clock += 5_000;
  expect(await state()).toMatchObject({ home: 'open' });
});

it('acts on the live show only, never on a draft [R7.control-live]', async () => {
  await server.db.write
    .updateTable('show')
    .set({ state: 'ended', ended_at: clock })
    .where('kind', '=', 'show')
    .execute();
  const draft = await plan(['Name a secret'], false);
  expect(await state()).toMatchObject({
    show_id: '',
    can_go: false,
    go_why: m.controlRefusedNoShow(),
  });
  for (const act of ['go', 'release-home', 'close'] as const)
    expect(await press(act)).toMatchObject({
      status: 409,
      body: { error: m.controlRefusedNoShow(), code: 'guard' },
    });
  expect(await press('go', { show: draft.id })).toMatchObject({
    status: 409,
    body: { error: m.controlRefusedOtherShow() },
  });
  const stale = (await state()).version;
  const live = await plan(['Name a known thing']);
  await plan(['Name a newer secret'], false);
  // A press made before the change was meant for another show.
  expect(await press('go', { version: stale })).toMatchObject({
    status: 409,
    body: { code: 'outdated', state: { show_id: live.id } },
  });
  expect(await press('go')).toMatchObject({
    body: { show_id: live.id, item_text: 'Name a known thing' },
  });
});

it('counts a request once, based on the version that the device saw, and not too soon [R7.control-once]', async () => {
  await plan(['Name a river', 'Name a sea']);
  const { version } = await state();
  clock += ACT_REST_MS;
  const body = { version, requestId: 'press-1' };
  const twice = await Promise.all(
    [1, 2].map(() => server.call('control', { token: device, params: { act: 'go' }, body })),
  );
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  const armed = await state();
  expect(armed).toMatchObject({ item_text: 'Name a river', item_stage: 'armed' });
  expect(await press('go', body)).toMatchObject({ status: 200, body: { version: armed.version } });
  expect(await press('go', { version })).toMatchObject({
    status: 409,
    body: { code: 'outdated', state: { version: armed.version } },
  });
  expect((await go()).item_stage).toBe('inPlay');
  const soon = await server.call('control', { token: device, params: { act: 'close' }, body: {} });
  expect(soon).toMatchObject({ status: 409, body: { code: 'resting' } });
  expect((await press('close')).status).toBe(200);

  const { token } = admin;
  const { entries } = await server.ok('adminAudit', {
    token,
    query: { page: '1', action: 'control' },
  });
  const done = entries.filter(({ after }) => after !== null).slice(0, 3);
  expect(done.map(({ by, after }) => [by, after?.['act']])).toEqual(
    ['close', 'release', 'arm'].map((act) => [{ id: admin.id, name: 'Stream Deck' }, act]),
  );
});

it('continues when its clock is set back, and limits the number of tokens [R7.control-token]', async () => {
  await plan(['Name a tool']);
  expect((await press('go')).status).toBe(200);
  clock -= 3_600_000;
  // The server uses its own clock, so wait for the pause between presses to end.
  await until('it is pressed again', async () => (await press('go')).status === 200);
  clock += 3_600_000;
  const { tokens } = await server.ok('controlTokens', { token: admin.token });
  for (let made = tokens.length; made < 100; made += 1) await tokenFor(`Device ${made}`);
  expect(
    await server.call('createControlToken', { token: admin.token, body: { name: 'One more' } }),
  ).toMatchObject({ status: 409, body: { error: m.controlRefusedTooManyTokens() } });
  for (const { id } of (await server.ok('controlTokens', { token: admin.token })).tokens)
    if (!tokens.some((each) => each.id === id))
      await server.ok('revokeControlToken', { token: admin.token, params: { id } });
});

it('ends with a revoke, and with all tokens of the admin who created it [R7.control-token]', async () => {
  const { token } = admin;
  const other = await tokenFor('Floor');
  const used = await server.ok('controlState', { token: other });
  expect(used.show_title).toBe('Friday');
  const { tokens } = await server.ok('controlTokens', { token });
  expect(tokens[0]).toEqual({
    id: tokens[0]?.id,
    name: 'Floor',
    createdAt: clock,
    usedAt: clock,
    showId: HOUSE_SHOW,
    isOver: false,
  });
  await server.ok('revokeControlToken', { token, params: { id: tokens[0]?.id ?? '' } });
  expect((await server.call('controlState', { token: other })).status).toBe(401);
  const again = await server.call('revokeControlToken', {
    token,
    params: { id: tokens[0]?.id ?? '' },
  });
  expect(again.status).toBe(404);

  const { name, email } = admin;
  await server.ok('updateProfile', { token, body: { name, email, password: `${PASSWORD} again` } });
  expect((await server.call('controlState', { token: device })).status).toBe(401);
});
