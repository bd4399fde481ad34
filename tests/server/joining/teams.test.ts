import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rundown } from '#machines/contract/rundown.ts';
import { HOUSE_SHOW, ROLE } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { inTransaction } from '#server/db/client.ts';
import { createTurns } from '#server/http/requester-queue.ts';
import { joinShow } from '#server/show/joining/join.ts';
import { readTeams, writeTeams } from '#server/show/joining/teams.ts';
import { addMember } from '#server/show/members.ts';
import { describeStores } from '#tests/support/databases.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { addUser, START } from '../answers/fixture.ts';
import { showOn } from '../boards/show-fixture.ts';

const teams = (mode: 'chosen' | 'dealt', ...names: string[]): ShowAct => ({
  type: 'teams',
  teams: { mode, names },
});
const codeOf = ({ join }: Rundown): string => join?.code ?? '';
const idOf = ({ teams: own }: Rundown, name: string): string =>
  own?.list.find((team) => team.name === name)?.id ?? '';

describeStores('dealing people to teams', (open) => {
  it('gives 50 guests and accounts who join at once teams of equal size [R2.teams-join]', async () => {
    const db = await open();
    const { id: showId } = await showOn(db, 'dealt', 1);
    await inTransaction(db, (tx) =>
      writeTeams(tx, showId, { mode: 'dealt', names: ['A', 'B', 'C', 'D'] }, START),
    );
    const { code } = await db.read
      .selectFrom('show')
      .where('id', '=', showId)
      .select('join_code as code')
      .executeTakeFirstOrThrow();
    const services = {
      db,
      now: () => START,
      identity: { forget: () => {}, sign: () => 'token' },
      broadcaster: { dropUser: () => {} },
      limits: { consume: async () => {} },
      originOf: () => ({ network: 'hall', networkDomain: '' }),
      inTurn: createTurns({ atOnce: 8, most: 100 }),
    };
    const accounts: string[] = [];
    for (let each = 0; each < 10; each += 1) accounts.push(await addUser(db, ROLE.home));
    const contestant = await addUser(db, ROLE.contestant);
    await Promise.all([
      ...Array.from({ length: 40 }, (_, guest) =>
        joinShow(
          services,
          { code: code ?? '', name: 'Ann', requestId: `guest-${guest}-of-the-hall` },
          { caller: null, address: '10.0.0.1', device: `device-${guest}` },
        ),
      ),
      ...[...accounts, contestant].map((userId) => addMember(services, { showId, userId })),
    ]);
    const members = await db.read
      .selectFrom('show_member')
      .where('show_id', '=', showId)
      .select(['team_id', 'user_id'])
      .execute();
    const sizes = (await readTeams(db.read, showId)).map(
      ({ id }) => members.filter(({ team_id }) => team_id === id).length,
    );
    expect(sizes.toSorted((a, b) => a - b)).toEqual([12, 12, 13, 13]);
    expect(members.filter(({ team_id }) => team_id === null)).toEqual([
      { team_id: null, user_id: contestant },
    ]);
  });
});

describe('teams of a show', () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signInAs('admin');
  });
  afterAll(() => server.close());

  const open = (): Promise<StagedShow> => createShow(server, admin.token, 'Friday', ['A fruit?']);
  const peopleOf = async (show: StagedShow) => {
    const { list } = show.rundown().teams ?? { list: [] };
    const { people } = await server.ok('showPeople', {
      token: admin.token,
      params: { id: show.id },
    });
    return Object.fromEntries(
      people.map(({ name, teamId }) => [name, list.find(({ id }) => id === teamId)?.name]),
    );
  };
  const join = (show: StagedShow, name: string, more: { team?: string; requestId?: string } = {}) =>
    server.call('joinShow', {
      body: { code: codeOf(show.rundown()), name, requestId: randomUUID(), ...more },
    });

  it('are named by the producer, copied with the show, and cannot be changed while it is live', async () => {
    const show = await open();
    for (const [names, error] of [
      [['Red'], m.rundownTeamCount()],
      [Array.from({ length: 21 }, (_, at) => `Team ${at}`), m.rundownTeamCount()],
      [['Red', ' red '], m.rundownTeamTwice()],
      [['Red', ' '], 'Name is required.'],
    ] as const)
      expect(await show.tryAct(teams('dealt', ...names))).toMatchObject({
        status: 422,
        body: { error },
      });
    const { teams: made } = await show.act(teams('chosen', ' Red ', 'Blue'));
    expect([made?.mode, made?.list.map(({ name }) => name)]).toEqual(['chosen', ['Red', 'Blue']]);
    const copy = await server.ok('createShow', {
      token: admin.token,
      body: { title: 'Saturday', from: show.id },
    });
    const copied = copy.show.rundown.teams;
    expect([copied?.mode, copied?.list.map(({ name }) => name)]).toEqual([
      'chosen',
      ['Red', 'Blue'],
    ]);
    expect(copied?.list[0]?.id).not.toBe(made?.list[0]?.id);
    expect((await show.act({ type: 'teams', teams: null })).teams).toBeUndefined();
    await show.act(teams('chosen', 'Red', 'Blue'));
    await show.act({ type: 'rehearse', players: 20 });
    expect(await show.tryAct(teams('dealt', 'Red', 'Blue'))).toMatchObject({
      status: 409,
      body: { error: m.rundownInRehearsal() },
    });
    await show.act({ type: 'goLive' });
    expect(await show.tryAct({ type: 'teams', teams: null })).toMatchObject({
      status: 409,
      body: { error: m.rundownTeamsFixed() },
    });
    await show.act({ type: 'end' });
    const ofHouse = { requestId: randomUUID(), act: teams('dealt', 'Red', 'Blue') };
    const house = { token: admin.token, params: { id: HOUSE_SHOW }, body: ofHouse };
    expect(await server.call('actOnShow', house)).toMatchObject({
      status: 409,
      body: { error: m.showNoShow() },
    });
  });

  it('are chosen by guests and accounts when they join, and kept when they come back [R2.teams-join]', async () => {
    const show = await open();
    const red = idOf(await show.act(teams('chosen', 'Red', 'Blue')), 'Red');
    const code = codeOf(show.rundown());
    const { list } = show.rundown().teams ?? { list: [] };
    const found = { params: { code } };
    expect((await server.ok('showToJoin', found)).show.teams).toEqual(list);
    for (const more of [{}, { team: 'gone' }])
      expect(await join(show, 'Anna', more)).toMatchObject({
        status: 422,
        body: { error: m.joinNoTeam(), code: 'team' },
      });
    const requestId = randomUUID();
    for (const team of [red, idOf(show.rundown(), 'Blue')])
      expect(await join(show, 'Anna', { team, requestId })).toMatchObject({ status: 201 });
    const { token } = await server.signInAs('home', 'Benno');
    const body = { code, requestId: randomUUID() };
    expect(await server.call('joinShow', { token, body })).toMatchObject({ status: 422 });
    await server.ok('joinShow', { token, body: { ...body, team: red } });
    expect((await server.ok('showToJoin', { token, ...found })).show.teams).toBeUndefined();
    await server.ok('joinShow', { token, body });
    expect(await peopleOf(show)).toEqual({ Anna: 'Red', Benno: 'Red' });
    expect((await server.ok('myShows', { token })).shows).toMatchObject([{ team: 'Red' }]);
  });

  it('are assigned to people who joined before there were teams, in the order of joining', async () => {
    const show = await open();
    for (const name of ['Anna', 'Ben', 'Cleo']) await join(show, name);
    await show.act(teams('dealt', 'Red', 'Blue'));
    expect(await peopleOf(show)).toEqual({ Anna: 'Red', Ben: 'Blue', Cleo: 'Red' });
    await join(show, 'Dan');
    await show.act(teams('dealt', 'Blue', 'Crimson'));
    expect(await peopleOf(show)).toEqual({
      Anna: 'Crimson',
      Ben: 'Blue',
      Cleo: 'Crimson',
      Dan: 'Blue',
    });
    await show.act({ type: 'teams', teams: null });
    expect(await peopleOf(show)).toEqual({});
  });

  it('exclude seats, and a producer can move a home viewer to another team at any time', async () => {
    const show = await open();
    const blue = idOf(await show.act(teams('dealt', 'Red', 'Blue')), 'Blue');
    await join(show, 'Anna');
    const { token } = admin;
    const params = { id: show.id };
    const seat = await server.ok('addSeat', { token, params, body: { name: 'Desk 1' } });
    expect(await peopleOf(show)).toEqual({ Anna: 'Red', 'Desk 1': undefined });
    await show.act({ type: 'goLive' });
    const { people } = await server.ok('showPeople', { token, params });
    const userId = people.find(({ name }) => name === 'Anna')?.userId ?? '';
    await show.act({ type: 'movePlayer', userId, teamId: blue });
    expect(await peopleOf(show)).toEqual({ Anna: 'Blue', 'Desk 1': undefined });
    const { entries } = await server.ok('adminAudit', { token, query: {} });
    expect(entries[0]).toMatchObject({ before: { team: 'Red' }, after: { team: 'Blue' } });
    for (const [who, teamId] of [
      [userId, 'gone'],
      ['nobody', blue],
      [seat.userId, blue],
    ] as const)
      expect(await show.tryAct({ type: 'movePlayer', userId: who, teamId })).toMatchObject({
        status: 404,
        body: { error: m.rundownNoTeam() },
      });
    await show.act({ type: 'end' });
  });
});
