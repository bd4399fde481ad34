import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import type { Joining } from '#machines/contract/entities.ts';
import { JOIN_TEXTS, MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
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
  'makes a guest of a code and a nickname, who answers and is on the board of a show for %s',
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
    await show.act({ type: 'end' });
  },
);

it('reads a code in any letter case and with spaces, and shows what is to be joined', async () => {
  const { code, id } = await showFor('code');
  const typed = ` ${code.slice(0, 3).toLowerCase()} - ${code.slice(3)} `;
  expect(await server.ok('showToJoin', { params: { code: typed } })).toEqual({
    show: { id, title: 'Friday', state: 'draft', joining: 'code' },
  });
});

it('gives the same nickname a number, also when it only looks the same', async () => {
  const show = await showFor('code');
  const names = [];
  for (const name of ['Berta', 'berta', 'Bеrta']) names.push((await guestOf(show, name)).user.name);
  expect(names).toEqual(['Berta', 'berta 2', 'Bеrta 3']);
});

it('gives a repeated request the same guest', async () => {
  const { code } = await showFor('code');
  const body = request(code, 'Carl');
  const [first, second] = [
    await server.ok('joinShow', { body }),
    await server.ok('joinShow', { body }),
  ];
  expect(second.session?.user).toEqual(first.session?.user);
  expect(second.session?.personalCode).toBe(first.session?.personalCode);
});

it('brings a guest back on another device by the personal code', async () => {
  const show = await showFor('code');
  const guest = await guestOf(show, 'Dora');
  const personalCode = guest.personalCode.toLowerCase();
  const { session, show: joined } = await server.ok('returnAsGuest', { body: { personalCode } });
  expect([session.user, joined.id]).toEqual([guest.user, show.id]);
  const wrong = await server.call('returnAsGuest', { body: { personalCode: 'CCCCCCCCC' } });
  expect(wrong).toMatchObject({ status: 404, body: { error: JOIN_TEXTS.unknownPerson } });
});

it('makes an account a member of a show with a code', async () => {
  const { code, id } = await showFor('code');
  const { token } = await server.signInAs('home');
  const reply = await server.ok('joinShow', { token, body: request(code) });
  expect(reply).toEqual({ show: { id, title: 'Friday' }, session: null });
  expect(await server.ok('leaderboardShow', { token, query: { show: id } })).toBeTruthy();
});

it.each([
  ['accounts', 'account-needed', JOIN_TEXTS.accountsOnly],
  ['invited', 'invited-only', JOIN_TEXTS.invitedOnly],
] as const)('refuses guests of a show for %s', async (joining, code, error) => {
  const show = await showFor(joining);
  const refused = await server.call('joinShow', { body: request(show.code, 'Emil') });
  expect(refused).toMatchObject({ status: 403, body: { code, error } });
});

it('refuses an unknown code, a code of a show that has ended, a producer, and a guest without a nickname', async () => {
  const show = await showFor('code');
  expect(await refusal(request('CCCCCC', 'Fred'))).toEqual([404, { error: JOIN_TEXTS.unknown }]);
  expect(await refusal(request('CCC', 'Fred'))).toMatchObject([
    422,
    { details: [{ field: 'code', message: JOIN_TEXTS.sixLetters }] },
  ]);
  expect(await refusal(request(show.code))).toMatchObject([422, { error: JOIN_TEXTS.noName }]);
  expect(await refusal(request(show.code), admin.token)).toEqual([
    403,
    { error: JOIN_TEXTS.producers },
  ]);
  await show.act({ type: 'goLive' });
  await show.act({ type: 'end' });
  expect(await refusal(request(show.code, 'Fred'))).toMatchObject([
    410,
    { error: JOIN_TEXTS.ended },
  ]);
});

it('has no login and no mail for a guest', async () => {
  const show = await showFor('code');
  const { user } = await guestOf(show, 'Gina');
  const { email } = await server.db.read
    .selectFrom('user')
    .where('id', '=', user.id)
    .select('email')
    .executeTakeFirstOrThrow();
  const refused = await server.call('login', { body: { email, password: 'x' } });
  expect(refused).toMatchObject({ status: 401, body: { error: MESSAGES.login.wrong } });
});

it('lets the producer choose who may join, until the show is live', async () => {
  const show = await showFor('accounts');
  await show.act({ type: 'joining', joining: 'anybody' });
  await guestOf(show, 'Hugo');
  await show.act({ type: 'goLive' });
  expect(await show.tryAct({ type: 'joining', joining: 'accounts' })).toMatchObject({
    status: 409,
    body: { error: PRODUCER_MESSAGES.rundown.joiningFixed },
  });
  await show.act({ type: 'end' });
});

it('lets 300 people of one network address join at once', async () => {
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

it('turns a guest who registers into an account with their answers and points', async () => {
  const show = await showFor('anybody');
  const guest = await guestOf(show, 'Ida');
  await show.act({ type: 'goLive' });
  await show.play(0, [[guest, 'apple']]);
  await show.act({ type: 'end' });
  const email = newEmail();
  const body = { name: 'Ida Lee', email, password: PASSWORD };
  await server.ok('register', { token: guest.token, body });
  const [mail] = await server.mailbox(email);
  const link = new URL(mail?.links[0] ?? '');
  const query = { email, hash: link.searchParams.get('hash') ?? '' };
  await server.ok('verifyEmail', { query });
  const account = await server.signIn(email);
  expect([account.id, account.name]).toEqual([guest.user.id, 'Ida Lee']);
  const own = { token: account.token, params: { userId: account.id } };
  await until('the points are on the board of all time', async () => {
    const { total_points: points } = await server.ok('pointsAllTime', own);
    return points === 1;
  });
  const gone = await server.call('returnAsGuest', { body: { personalCode: guest.personalCode } });
  expect(gone.status).toBe(404);
});
