import { m } from 'messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import { HOUSE_SHOW, ROLE } from '#machines/contract/entities.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
});
afterAll(() => server.close());

type SeatLink = ReplyOf<'addSeat'>;

/** A show with one question, and functions for its seats. */
async function showWithSeats() {
  const { token } = admin;
  const show = await createShow(server, token, 'Friday', ['Name a fruit']);
  const { id } = show;
  return {
    show,
    add: (name: string) => server.ok('addSeat', { token, params: { id }, body: { name } }),
    renew: ({ userId }: SeatLink, body: BodyOf<'renewSeat'>) =>
      server.ok('renewSeat', { token, params: { id, userId }, body }),
    remove: ({ userId }: SeatLink) => server.ok('removeSeat', { token, params: { id, userId } }),
    people: async (search?: string) => {
      const query = search === undefined ? {} : { search };
      return (await server.ok('showPeople', { token, params: { id }, query })).people;
    },
  };
}

/** Opens a seat's link; returns the session. */
const open = async ({ key }: SeatLink) =>
  (await server.ok('returnAsGuest', { body: { personalCode: key } })).session;

const statusOf = async ({ token }: { readonly token: string }) =>
  (await server.call('leaderboardDaily', { token })).status;

/** Waits until the board has these names and points. */
const expectBoard = ({ id }: StagedShow, token: string, board: readonly unknown[]) =>
  eventually(async () => {
    const { studio } = await server.ok('leaderboardShow', { token, query: { show: id } });
    const rows = studio.entries.map(({ username, total_points: points }) => [username, points]);
    expect(rows).toEqual(board);
  });

it('the link of a seat signs a contestant in, who answers in the studio', async () => {
  const { show, add, people } = await showWithSeats();
  const seat = await add('Desk 1');
  const { user, token } = await open(seat);
  expect(user).toMatchObject({ id: seat.userId, name: 'Desk 1', role_id: ROLE.contestant });
  const row = { userId: seat.userId, name: 'Desk 1', shownName: 'Desk 1', isHere: false };
  const member = { ...row, role_id: ROLE.contestant, isGuest: true };
  await show.act({ type: 'goLive' });
  await show.release(0);
  expect(await people()).toEqual([{ ...member, hasAnswered: false }]);
  await show.answer(0, [[{ token }, 'apple']]);
  expect(await people()).toEqual([{ ...member, hasAnswered: true }]);
  await show.act({ type: 'close', itemId: show.item(0).id });
  await show.settle(0, 'lock');
  await show.settle(0, 'publish');
  await expectBoard(show, token, [['Desk 1', 5]]);
  await show.act({ type: 'end' });
});

it('a search in a show that is open to accounts also finds those that have not joined', async () => {
  const { add, people, show } = await showWithSeats();
  await add('Quentin');
  await server.signUp('Quentina');
  const found = async (search?: string) => (await people(search)).map(({ name }) => name);
  expect([await found(), await found('quent'), await found('Producer')]).toEqual([
    ['Quentin'],
    ['Quentin', 'Quentina'],
    [],
  ]);
  await show.act({ type: 'joining', joining: 'invited' });
  expect(await found('quent')).toEqual(['Quentin']);
});

it('names of seats are numbered and masked, and can be searched by a part', async () => {
  const { add, people } = await showWithSeats();
  const names = [];
  for (const name of ['Desk', 'desk', 'Shit', '100 %']) names.push((await add(name)).name);
  expect(names).toEqual(['Desk', 'desk 2', 'Shit', '100 %']);
  const found = async (search: string) => (await people(search)).map(({ name }) => name);
  expect([await found('DES'), await found('%'), await found('shit')]).toEqual([
    ['desk 2', 'Desk'],
    ['100 %'],
    [],
  ]);
  expect((await people()).find(({ name }) => name === 'Shit')).toMatchObject({ isMasked: true });
});

it.each(['keep', 'zero'] as const)(
  'a contestant can be replaced during the show, points: %s; the old session and link end',
  async (points) => {
    const { show, add, renew, people } = await showWithSeats();
    const seat = await add('Ann');
    const before = await open(seat);
    await show.act({ type: 'goLive' });
    await show.play(0, [[before, 'apple']]);
    const renewed = await renew(seat, { name: 'Bea', points });
    const after = await open(renewed);
    expect([await statusOf(before), await statusOf(after), after.user.name]).toEqual([
      401,
      200,
      'Bea',
    ]);
    const old = await server.call('returnAsGuest', { body: { personalCode: seat.key } });
    expect(old).toMatchObject({ status: 404, body: { error: m.joinSeatOver() } });
    expect((await people()).map(({ name }) => name)).toEqual(['Bea']);
    expect(after.user.id === seat.userId).toBe(points === 'keep');
    const answered = points === 'keep' ? 'Bea' : 'Ann';
    await expectBoard(show, after.token, [[answered, 5]]);
    await show.act({ type: 'end' });
  },
);

it('a producer who opens a link stays signed in', async () => {
  const { add } = await showWithSeats();
  const body = { personalCode: (await add('Desk 1')).key };
  const refused = await server.call('returnAsGuest', { token: admin.token, body });
  expect(refused).toMatchObject({ status: 403, body: { error: m.joinProducers() } });
});

it('a new link without a name is for the same contestant', async () => {
  const { add, renew } = await showWithSeats();
  const seat = await add('Desk 1');
  const { user } = await open(await renew(seat, { points: 'keep' }));
  expect([user.id, user.name]).toEqual([seat.userId, 'Desk 1']);
});

it('a seat can be given to another contestant of the same name at zero points; the former one gets a number', async () => {
  const { show, add, renew } = await showWithSeats();
  const seat = await add('Desk 1');
  const before = await open(seat);
  await show.act({ type: 'goLive' });
  await show.play(0, [[before, 'apple']]);
  const after = await open(await renew(seat, { points: 'zero' }));
  expect(after.user.name).toBe('Desk 1');
  await expectBoard(show, after.token, [['Desk 1 2', 5]]);
  await show.act({ type: 'end' });
});

it('removing a seat ends session and link, and keeps the answers', async () => {
  const { show, add, remove, people } = await showWithSeats();
  const [seat, other] = [await add('Desk 1'), await open(await add('Desk 2'))];
  const session = await open(seat);
  await show.act({ type: 'goLive' });
  await show.play(0, [[session, 'apple']]);
  await remove(seat);
  expect(await statusOf(session)).toBe(401);
  const { status } = await server.call('returnAsGuest', { body: { personalCode: seat.key } });
  expect(status).toBe(404);
  expect((await people()).map(({ name }) => name)).toEqual(['Desk 2']);
  await expectBoard(show, other.token, [['Desk 1', 5]]);
  await show.act({ type: 'end' });
});

it('seats can be changed only in their own show, until it has ended', async () => {
  const { show, add } = await showWithSeats();
  const seat = await add('Desk 1');
  const other = await showWithSeats();
  const { token } = admin;
  const body = { name: 'Desk 2' };
  const tryAdd = async (id: string) => {
    const reply = await server.call('addSeat', { token, params: { id }, body });
    return [reply.status, reply.body];
  };
  const tryRemove = async (id: string, userId: string) =>
    (await server.call('removeSeat', { token, params: { id, userId } })).status;
  expect([
    (await tryAdd(HOUSE_SHOW))[0],
    (await server.call('showPeople', { token, params: { id: HOUSE_SHOW } })).status,
    await tryRemove(other.show.id, seat.userId),
    await tryRemove(show.id, (await server.signInAs('contestant')).id),
  ]).toEqual([404, 404, 404, 404]);
  await show.act({ type: 'goLive' });
  await show.act({ type: 'end' });
  const ended = { error: m.seatsEnded() };
  expect(await tryAdd(show.id)).toMatchObject([409, ended]);
  expect(await tryRemove(show.id, seat.userId)).toBe(409);
});
