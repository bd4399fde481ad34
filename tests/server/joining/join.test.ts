import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import type { Joining } from '#machines/contract/rundown.ts';
import { airedName } from '#server/db/aired-names.ts';
import {
  newEmail,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';
import { until } from '#tests/support/process.ts';
import { type StagedShow, stagedShow } from '#tests/support/staged-show.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
});
afterAll(() => server.close());

/** A show with one question and its code. */
async function showFor(joining: Joining): Promise<StagedShow & { readonly code: string }> {
  const { token } = admin;
  const { show } = await server.ok('createShow', { token, body: { title: 'Friday', joining } });
  const staged = stagedShow(server, token, show.rundown);
  await staged.act({ type: 'add', questions: [{ text: 'Name a fruit' }] });
  return { ...staged, code: show.rundown.join?.code ?? '' };
}

const request = (
  code: string,
  name?: string,
  requestId: string = randomUUID(),
): BodyOf<'joinShow'> => ({ code, requestId, ...(name !== undefined && { name }) });

type Guest = NonNullable<ReplyOf<'joinShow'>['session']>;
async function guestOf({ code }: { readonly code: string }, name: string): Promise<Guest> {
  const { session } = await server.ok('joinShow', { body: request(code, name) });
  if (session === null) throw new Error(`${name} has no session`);
  return session;
}

/** Status and body of a request to join. */
async function refusal(body: BodyOf<'joinShow'>, token?: string): Promise<unknown[]> {
  const reply = await server.call('joinShow', { body, ...(token !== undefined && { token }) });
  return [reply.status, reply.body];
}

it.each(['anybody', 'code'] as const)(
  'a code and a nickname create a guest, who answers and is on the board of a show for %s',
  async (joining) => {
    const show = await showFor(joining);
    const guest = await guestOf(show, 'Anna');
    expect(guest.user).toMatchObject({ name: 'Anna', email: '', role_id: 2 });
    await show.act({ type: 'goLive' });
    await show.play(0, [[guest, 'apple']]);
    const { home } = await server.ok('leaderboardShow', {
      token: guest.token,
      query: { show: show.id },
    });
    expect(home.entries.map(({ username }) => username)).toEqual(['Anna']);
    // Accounts share the day with guests of shows that are open to them, and no guest is on the board of all time.
    const onDay = await server.ok('leaderboardDailyHome', { token: admin.token });
    const isOnDay = onDay.some(({ user_id: id }) => id === guest.user.id);
    expect(isOnDay).toBe(joining === 'anybody');
    expect(await server.ok('leaderboardAllHome', { token: admin.token })).toEqual([]);
    await show.act({ type: 'end' });
  },
);

it('a code is valid in any letter case and with spaces, and shows the title of the show', async () => {
  const { code, id } = await showFor('code');
  const typed = ` ${code.slice(0, 3).toLowerCase()} - ${code.slice(3)} `;
  expect(await server.ok('showToJoin', { params: { code: typed } })).toEqual({
    show: { id, title: 'Friday', state: 'draft', joining: 'code' },
  });
});

it('a person who has joined is recognised by the code of that show alone', async () => {
  const [show, other] = [await showFor('code'), await showFor('code')];
  const { token } = await guestOf(show, 'Anna');
  const found = async ({ code }: { readonly code: string }) =>
    (await server.ok('showToJoin', { token, params: { code } })).show.isJoined;
  expect([await found(show), await found(other)]).toEqual([true, undefined]);
});

it('a nickname gets a number if an equal or look-alike one exists', async () => {
  const show = await showFor('code');
  const names = [];
  for (const name of ['Berta', 'berta', 'Bеrta']) names.push((await guestOf(show, name)).user.name);
  expect(names).toEqual(['Berta', 'berta 2', 'Bеrta 3']);
});

it('a repeated request returns the same guest', async () => {
  const { code } = await showFor('code');
  const body = request(code, 'Carl');
  const [first, second] = [
    await server.ok('joinShow', { body }),
    await server.ok('joinShow', { body }),
  ];
  expect(second.session?.user).toEqual(first.session?.user);
  expect(second.session?.personalCode).toBe(first.session?.personalCode);
});

it('a guest returns on another device with the personal code', async () => {
  const show = await showFor('code');
  const guest = await guestOf(show, 'Dora');
  const personalCode = guest.personalCode.toLowerCase();
  const { session, show: joined } = await server.ok('returnAsGuest', { body: { personalCode } });
  expect([session.user, joined.id]).toEqual([guest.user, show.id]);
  const wrong = await server.call('returnAsGuest', { body: { personalCode: 'CCCCCCCCC' } });
  expect(wrong).toMatchObject({ status: 404, body: { error: m.joinUnknownPerson() } });
});

it('an account becomes a member of a show by a code', async () => {
  const { code, id, act } = await showFor('code');
  const { token } = await server.signInAs('home');
  const reply = await server.ok('joinShow', { token, body: request(code) });
  expect(reply).toEqual({ show: { id, title: 'Friday' }, session: null });
  expect((await server.ok('myShows', { token })).shows).toEqual([
    { id, title: 'Friday', state: 'draft' },
  ]);
  expect(await server.ok('leaderboardShow', { token, query: { show: id } })).toBeTruthy();
  await act({ type: 'goLive' });
  await act({ type: 'end' });
  expect((await server.ok('myShows', { token })).shows).toEqual([
    { id, title: 'Friday', state: 'ended', endedAt: expect.any(Number) },
  ]);
});

it.each([
  ['accounts', 'account-needed', m.joinAccountsOnly()],
  ['invited', 'invited-only', m.joinInvitedOnly()],
] as const)('guests are refused in a show for %s', async (joining, code, error) => {
  const show = await showFor(joining);
  const refused = await server.call('joinShow', { body: request(show.code, 'Emil') });
  expect(refused).toMatchObject({ status: 403, body: { code, error } });
});

it('an unknown code, the code of an ended show, a producer, and a guest without a nickname are refused', async () => {
  const show = await showFor('code');
  expect(await refusal(request('CCCCCC', 'Fred'))).toEqual([404, { error: m.joinUnknown() }]);
  expect(await refusal(request('CCC', 'Fred'))).toMatchObject([
    422,
    { details: [{ field: 'code', message: m.joinSixLetters() }] },
  ]);
  expect(await refusal(request(show.code))).toMatchObject([422, { error: m.joinNoName() }]);
  expect(await refusal(request(show.code), admin.token)).toEqual([
    403,
    { error: m.joinProducers() },
  ]);
  await show.act({ type: 'goLive' });
  await show.act({ type: 'end' });
  expect(await refusal(request(show.code, 'Fred'))).toMatchObject([410, { error: m.joinEnded() }]);
});

it('a guest has no login and gets no mail', async () => {
  const show = await showFor('code');
  const { user } = await guestOf(show, 'Gina');
  const { email } = await server.db.read
    .selectFrom('user')
    .where('id', '=', user.id)
    .select('email')
    .executeTakeFirstOrThrow();
  const refused = await server.call('login', { body: { email, password: 'x' } });
  expect(refused).toMatchObject({ status: 401, body: { error: m.loginWrong() } });
});

it('the producer can choose who may join until the show is live', async () => {
  const show = await showFor('accounts');
  await show.act({ type: 'joining', joining: 'anybody' });
  await guestOf(show, 'Hugo');
  await show.act({ type: 'goLive' });
  expect(await show.tryAct({ type: 'joining', joining: 'accounts' })).toMatchObject({
    status: 409,
    body: { error: m.rundownJoiningFixed() },
  });
  await show.act({ type: 'end' });
});

/** Joins like a browser that has this cookie, and returns the guest and its cookie. */
async function joinWith(code: string, name: string, cookie = '') {
  const reply = await server.call('joinShow', { body: request(code, name), headers: { cookie } });
  const [sent = ''] = (reply.headers.get('set-cookie') ?? '').split(';');
  return { reply, cookie: sent };
}

/** The id of the member of the show with this name. */
async function idOf({ id }: StagedShow, name: string): Promise<string> {
  const { people } = await server.ok('showPeople', {
    token: admin.token,
    params: { id },
    query: { search: name },
  });
  return people[0]?.userId ?? '';
}

const REMOVED = { status: 403, body: { error: m.joinRemoved(), code: 'removed' } };

it('a removed guest cannot return, not even under another name, until restored', async () => {
  const show = await showFor('code');
  const neighbour = await guestOf(show, 'Neighbour');
  const { cookie } = await joinWith(show.code, 'Rude');
  const { personalCode } = (await server.ok('joinShow', { body: request(show.code, 'Rude') }))
    .session ?? { personalCode: '' };
  expect(cookie).toMatch(/^device=/u);
  const userId = await idOf(show, 'Rude 2');
  const { session } = await server.ok('returnAsGuest', { body: { personalCode } });
  const returned = await server.call('returnAsGuest', { body: { personalCode } });
  const [device = ''] = (returned.headers.get('set-cookie') ?? '').split(';');
  await show.act({ type: 'removePlayer', userId });
  const standing = { token: session.token, query: { show: show.id } };
  expect((await server.call('leaderboardShow', standing)).status).toBe(401);
  expect((await joinWith(show.code, 'Polite', device)).reply).toMatchObject(REMOVED);
  expect(await server.call('returnAsGuest', { body: { personalCode } })).toMatchObject(REMOVED);
  // Others behind the same router can still join, and play on.
  expect((await joinWith(show.code, 'Other', cookie)).reply.status).toBe(201);
  expect((await server.call('leaderboardShow', { token: neighbour.token })).status).toBe(200);
  await show.act({ type: 'restorePlayer', userId });
  expect((await joinWith(show.code, 'Polite', device)).reply.status).toBe(201);
  expect((await server.call('returnAsGuest', { body: { personalCode } })).status).toBe(200);
});

it('people who joined with the same device are marked', async () => {
  const show = await showFor('code');
  await guestOf(show, 'Lone');
  const { cookie } = await joinWith(show.code, 'First');
  await joinWith(show.code, 'Second', cookie);
  const params = { id: show.id };
  const { people } = await server.ok('showPeople', { token: admin.token, params, query: {} });
  expect(new Map(people.map(({ name, ofDevice }) => [name, ofDevice]))).toEqual(
    new Map([
      ['Second', 2],
      ['First', 2],
      ['Lone', undefined],
    ]),
  );
});

it('a network from which everyone was removed cannot join', async () => {
  const show = await showFor('code');
  await guestOf(show, 'Rude');
  await show.act({ type: 'removePlayer', userId: await idOf(show, 'Rude') });
  expect((await joinWith(show.code, 'Polite')).reply).toMatchObject(REMOVED);
});

it('a removed account loses the questions of the show until it is restored', async () => {
  const show = await showFor('code');
  const { id, token } = await server.signInAs('home');
  await server.ok('joinShow', { token, body: request(show.code) });
  await show.act({ type: 'goLive' });
  await show.release(0);
  const { gameSessionId } = show.item(0);
  const isAsked = async () => {
    const { questions } = await server.ok('activeQuestions', { token });
    return questions.some(({ game_session_id: asked }) => asked === gameSessionId);
  };
  expect(await isAsked()).toBe(true);
  await show.act({ type: 'removePlayer', userId: id });
  expect(await isAsked()).toBe(false);
  expect(await refusal(request(show.code), token)).toMatchObject([403, REMOVED.body]);
  await show.act({ type: 'restorePlayer', userId: id });
  expect(await isAsked()).toBe(true);
  await show.act({ type: 'close', itemId: show.item(0).id });
  await show.settle(0, 'lock');
  await show.settle(0, 'publish');
  await show.act({ type: 'end' });
});

it("a name is masked from the producer's mute until it is allowed", async () => {
  const show = await showFor('code');
  await guestOf(show, 'Fine');
  const userId = await idOf(show, 'Fine');
  const shown = async () => {
    const params = { id: show.id };
    const { people } = await server.ok('showPeople', { token: admin.token, params, query: {} });
    return people.map(({ name, shownName, isMasked = false }) => [name, shownName, isMasked]);
  };
  await show.act({ type: 'muteName', userId });
  expect(await shown()).toEqual([['Fine', expect.stringMatching(/^Player \d+$/u), true]]);
  await show.act({ type: 'allowName', userId });
  expect(await shown()).toEqual([['Fine', 'Fine', false]]);
});

it('a guest cannot change the name, not even by registering during a live show', async () => {
  const show = await showFor('anybody');
  const guest = await guestOf(show, 'Jana');
  const refused = await server.call('updateProfile', {
    token: guest.token,
    body: { name: 'Jack', email: newEmail() },
  });
  expect(refused).toMatchObject({ status: 403, body: { error: m.forbidden() } });
  await show.act({ type: 'goLive' });
  const account = await keepPoints(guest, 'Jana Lee');
  const shown = async () =>
    await server.db.read
      .selectFrom('user as u')
      .where('u.id', '=', account.id)
      .select(['u.name', airedName('u').as('shown')])
      .executeTakeFirstOrThrow();
  expect(await shown()).toEqual({ name: 'Jana Lee', shown: 'Jana' });
  await show.act({ type: 'end' });
  expect(await shown()).toEqual({ name: 'Jana Lee', shown: 'Jana Lee' });
});

it('300 people of one network address can join at once', async () => {
  const { code, id } = await showFor('code');
  const joined = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      server.call('joinShow', { body: request(code, `Player ${index}`) }),
    ),
  );
  expect(joined.filter(({ status }) => status !== 201)).toEqual([]);
  const { members } = await server.db.read
    .selectFrom('show_member')
    .where('show_id', '=', id)
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow();
  expect(members).toBe(300);
});

/** Registers a guest as this account, follows the mailed link and signs in. */
async function keepPoints({ token }: Guest, name: string): Promise<Person> {
  const email = newEmail();
  await server.ok('register', { token, body: { name, email, password: PASSWORD } });
  const [mail] = await server.mailbox(email);
  const link = new URL(mail?.links[0] ?? '');
  await server.ok('verifyEmail', {
    query: { email, hash: link.searchParams.get('hash') ?? '' },
  });
  return server.signIn(email);
}

it('a guest who registers becomes an account with the same answers and points', async () => {
  const show = await showFor('anybody');
  const guest = await guestOf(show, 'Ida');
  await show.act({ type: 'goLive' });
  await show.play(0, [[guest, 'apple']]);
  await show.act({ type: 'end' });
  const account = await keepPoints(guest, 'Ida Lee');
  expect([account.id, account.name]).toEqual([guest.user.id, 'Ida Lee']);
  const own = { token: account.token, params: { userId: account.id } };
  await until('the points are on the board of all time', async () => {
    const { total_points: points } = await server.ok('pointsAllTime', own);
    return points === 1;
  });
  const gone = await server.call('returnAsGuest', { body: { personalCode: guest.personalCode } });
  expect(gone.status).toBe(404);
});
