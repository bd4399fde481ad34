import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_RIGHTS, type ProducersCall, SHOW_OF_CALL } from '#machines/contract/call-rights.ts';
import { CALL_NAMES, type CallName, calls, callPath } from '#machines/contract/calls.ts';
import type { Call } from '#machines/contract/call.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { settledContentsOf } from '#tests/support/database-contents.ts';
import {
  newEmail,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { createQuestion } from '#tests/support/questions.ts';

let server: TestServer;
let admin: Person;
let viewer: Person;
let contestant: Person;
/** The producer of `own`, and that of `other`. */
let producer: Person;
let stranger: Person;
let guest: { readonly token: string; readonly user: { readonly id: string } };
let own: StagedShow;
let other: StagedShow;
/** A player, an item, a team and points by hand of `other`. */
let theirs: { userId: string; itemId: string; teamId: string; adjustmentId: string };

/** Makes a person a producer of a show, and signs them in again. */
async function made(person: Person, showId: string): Promise<Person> {
  const sent = { token: admin.token, params: { id: showId }, body: { email: person.email } };
  await server.ok('addProducer', sent);
  return server.signIn(person.email);
}

async function staged(title: string): Promise<StagedShow> {
  const { token } = admin;
  const show = await createShow(server, token, title, ['Name a fruit', 'Name a bird']);
  await show.act({ type: 'teams', teams: { mode: 'dealt', names: ['Red', 'Blue'] } });
  await show.act({ type: 'joining', joining: 'code' });
  return show;
}

async function joined(show: StagedShow, name: string) {
  const code = show.rundown().join?.code ?? '';
  const { session } = await server.ok('joinShow', {
    body: { code, name, requestId: randomUUID() },
  });
  if (session === null) throw new Error('no guest');
  return session;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
  viewer = await server.signInAs('home');
  contestant = await server.signInAs('contestant');
  own = await staged('Own');
  other = await staged('Other');
  guest = await joined(own, 'Gwen');
  const { user } = await joined(other, 'Olga');
  const rundown = await other.act({ type: 'goLive' });
  await other.act({ type: 'givePoints', to: { userId: user.id }, points: 5, reason: 'Nice hat' });
  const { adjustments } = await server.ok('showPeople', {
    token: admin.token,
    params: { id: other.id },
  });
  theirs = {
    userId: user.id,
    itemId: other.item(0).id,
    teamId: rundown.teams?.list[0]?.id ?? '',
    adjustmentId: adjustments[0]?.id ?? '',
  };
  producer = await made(await server.signInAs('home', 'Pia Producer'), own.id);
  stranger = await made(await server.signInAs('contestant', 'Stan Stranger'), other.id);
});
afterAll(() => server.close());

/** What each call needs to name `own`. */
const NAMED: Readonly<Record<ProducersCall, () => Named>> = {
  shows: () => ({ query: { show: own.id } }),
  adminQuestions: () => ({ query: { show: own.id } }),
  uploadMedia: () => ({ query: { show: own.id }, body: {} }),
  showView: inPath,
  actOnShow: () => ({
    ...inPath(),
    body: { requestId: randomUUID(), act: { type: 'rename', title: 'Own' } },
  }),
  exportShow: () => ({ params: { id: own.id, format: 'csv' } }),
  runSheet: inPath,
  shareRunSheet: inPath,
  unshareRunSheet: inPath,
  showPeople: inPath,
  addSeat: () => ({ ...inPath(), body: { name: 'Desk 1' } }),
  renewSeat: () => ({ params: { id: own.id, userId: seat }, body: { points: 'keep' } }),
  removeSeat: () => ({ params: { id: own.id, userId: seat } }),
  createShowLink: () => ({ query: { show: own.id } }),
  revokeShowLink: () => ({ query: { show: own.id } }),
  inviteToRehearsal: () => ({ query: { show: own.id } }),
  groupingDesk: inSession,
  countSuggestions: inSession,
};
interface Named {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}
function inPath(): Named {
  return { params: { id: own.id } };
}
function inSession(): Named {
  return { params: { gameSessionId: own.item(0).gameSessionId } };
}
/** A seat of `own`. */
let seat = '';

const producersCalls = Object.keys(SHOW_OF_CALL).filter((name): name is ProducersCall =>
  Object.hasOwn(NAMED, name),
);

async function send(name: CallName, { params, query, body }: Named, token: string | null) {
  const { method, path }: Call = calls[name];
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  return server.raw(`${callPath(path, server.config.brand, params)}${search}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

it('names the show in every call for producers', () => {
  const ofProducers = CALL_NAMES.filter((name) => CALL_RIGHTS[name] === 'producers');
  expect(producersCalls.toSorted()).toEqual(ofProducers.toSorted());
});

/** Statuses of calls that are admitted, but have nothing to do: no rehearsal is running, and `{}` is no picture. */
const REFUSED: Readonly<Partial<Record<CallName, number>>> = {
  inviteToRehearsal: 409,
  uploadMedia: 422,
};
const refused = (why: string) => ({ status: 403, body: { error: why } });

describe('a call for producers', () => {
  it.each(producersCalls)('%s is for admins and the producers of its show', async (name) => {
    const { token } = admin;
    const added = await server.ok('addSeat', {
      token,
      params: { id: own.id },
      body: { name: 'Desk' },
    });
    seat = added.userId;
    const asked = NAMED[name]();
    for (const [who, why] of [
      [stranger, m.producersOtherShow()],
      [viewer, m.adminOnly()],
      [contestant, m.adminOnly()],
      [guest, m.adminOnly()],
    ] as const)
      expect(await send(name, asked, who.token)).toMatchObject(refused(why));
    expect((await send(name, asked, null)).status).toBe(401);
    const { status } = await send(name, asked, producer.token);
    expect(status).toBe(REFUSED[name] ?? statusOf(name) ?? 200);
  });

  it.each(producersCalls)(
    '%s refuses the house show, an unknown one and malformed ids',
    async (name) => {
      const asked = NAMED[name]();
      const { gameSessionId } = await createQuestion(server.ok, admin.token);
      const ids = [HOUSE_SHOW, 'nowhere', '', "' or 1=1 --", gameSessionId];
      for (const id of ids) {
        const named = {
          ...asked,
          ...(asked.params !== undefined && {
            params: Object.fromEntries(
              Object.entries(asked.params).map(([key, value]) => [
                key,
                key === 'id' || key === 'gameSessionId' ? id : value,
              ]),
            ),
          }),
          ...(asked.query !== undefined && { query: { show: id } }),
        };
        expect([403, 404]).toContain((await send(name, named, producer.token)).status);
      }
    },
  );

  const byQuery = producersCalls.filter((name) => SHOW_OF_CALL[name] === 'query');
  it.each(byQuery)('%s refuses a request without a show', async (name) => {
    expect(await send(name, {}, producer.token)).toMatchObject(refused(m.producersOtherShow()));
  });
});

const statusOf = (name: CallName): number | undefined => {
  const { status }: Call = calls[name];
  return status;
};

it.each(CALL_NAMES.filter((name) => CALL_RIGHTS[name] === 'admins'))(
  '%s stays for admins only',
  async (name) => {
    const params = {
      id: own.id,
      producerId: producer.id,
      gameSessionId: own.item(0).gameSessionId,
    };
    const { method }: Call = calls[name];
    const body = method === 'GET' ? {} : { body: {} };
    const { status, body: why } = await send(name, { params, ...body }, producer.token);
    expect([status, why]).toEqual([403, { error: m.adminOnly() }]);
  },
);

it('lists only the shows and questions that the person produces', async () => {
  const { token } = producer;
  const { shows, show, house } = await server.ok('shows', { token });
  expect([shows.map(({ id }) => id), show?.rundown.id, house]).toEqual([[own.id], own.id, null]);
  const { questions, total, versions } = await server.ok('adminQuestions', { token });
  expect(questions.map(({ show_id }) => show_id)).toEqual([own.id, own.id]);
  expect([total, Object.keys(versions).toSorted()]).toEqual([2, [HOUSE_SHOW, own.id].toSorted()]);
});

it('finds only the people of an open show, and no account that has not joined it', async () => {
  const open = await createShow(server, admin.token, 'For all', []);
  const person = await made(await server.signInAs('home'), open.id);
  await server.signInAs('home', 'Nora Notjoined');
  const found = async ({ token }: Person) => {
    const sent = { token, params: { id: open.id }, query: { search: 'Notjoined' } };
    return (await server.ok('showPeople', sent)).people.length;
  };
  expect([await found(admin), await found(person)]).toEqual([1, 0]);
});

/** Acts on `own` that name parts of `other`. */
const foreign = (): readonly ShowAct[] => {
  const { itemId, userId, teamId, adjustmentId } = theirs;
  const ofItem = { itemId };
  const ofPlayer = { userId };
  const reason = 'To see whether it works';
  const presets = { studioSeconds: 5, homeSeconds: 5, order: 'both', note: 'Mine' } as const;
  const texts = { texts: ['banana'] };
  return [
    { type: 'edit', ...ofItem, presets, text: 'Mine now' },
    { type: 'move', ...ofItem, to: 0 },
    { type: 'skip', ...ofItem, skipped: true },
    { type: 'remove', ...ofItem },
    { type: 'arm', ...ofItem },
    { type: 'release', ...ofItem, timers: { home: null } },
    { type: 'releaseTo', ...ofItem, audience: 'home', seconds: null },
    { type: 'revoke', ...ofItem, audience: 'home' },
    { type: 'takeBack', ...ofItem },
    { type: 'restore', ...ofItem, audience: 'home' },
    { type: 'extend', ...ofItem, seconds: 5 },
    { type: 'close', ...ofItem },
    { type: 'openFor', ...ofItem, ...ofPlayer, seconds: 30 },
    { type: 'openFor', itemId: own.item(0).id, ...ofPlayer, seconds: 30 },
    { type: 'next', ...ofItem },
    { type: 'lock', ...ofItem },
    { type: 'unlock', ...ofItem, reason },
    { type: 'publish', ...ofItem },
    { type: 'void', ...ofItem, reason },
    { type: 'unvoid', ...ofItem },
    { type: 'reveal', ...ofItem },
    { type: 'hide', ...ofItem },
    { type: 'question', ...ofItem },
    { type: 'decide', ...ofItem, decision: { kind: 'decline', ...texts } },
    {
      type: 'decide',
      itemId: own.item(0).id,
      decision: { kind: 'decline', ...texts, appealIds: ['appeal-of-other'] },
    },
    {
      type: 'decide',
      itemId: own.item(0).id,
      decision: { kind: 'accept', mergeIds: ['m-of-other'] },
    },
    { type: 'reveal', itemId: own.item(0).id, groupId: 'group-of-other' },
    { type: 'allowName', ...ofPlayer },
    { type: 'muteName', ...ofPlayer },
    { type: 'renamePlayer', ...ofPlayer, name: 'Mine' },
    { type: 'removePlayer', ...ofPlayer },
    { type: 'restorePlayer', ...ofPlayer },
    { type: 'movePlayer', ...ofPlayer, teamId },
    { type: 'movePlayer', userId: guest.user.id, teamId },
    { type: 'givePoints', to: ofPlayer, points: 5, reason },
    { type: 'givePoints', to: { teamId }, points: 5, reason },
    { type: 'undoPoints', adjustmentId },
    { type: 'season', season: { name: 'Spring' } },
  ];
};

it('refuses acts on its show that name parts of another show, and changes nothing', async () => {
  await own.act({ type: 'goLive' });
  // The appeal, the merge and the group exist, in the other show.
  const row = { game_session_id: other.item(0).gameSessionId };
  await server.db.write
    .insertInto('appeal')
    .values({
      ...row,
      id: 'appeal-of-other',
      user_id: theirs.userId,
      text_key: 'banana',
      wanted: 'plantain',
      group_id: null,
      state: 'open',
      created_at: 1,
      settled_at: null,
      settled_by: null,
    })
    .execute();
  await server.db.write
    .insertInto('model_merge')
    .values({ ...row, id: 'm-of-other', status: 'held', judged_at: 1 })
    .execute();
  const before = await settledContentsOf(server.db);
  for (const act of foreign()) {
    const body = { requestId: randomUUID(), act };
    const sent = { token: producer.token, params: { id: own.id }, body };
    const { status } = await server.call('actOnShow', sent);
    expect([act.type, [403, 404, 409].includes(status)]).toEqual([act.type, true]);
  }
  expect(await settledContentsOf(server.db)).toEqual(before);
});

it('tries every kind of act that names an item or a player', () => {
  const naming = new Set(foreign().map(({ type }) => type));
  const others: ShowAct['type'][] = [
    'rename',
    'joining',
    'teams',
    'delay',
    'entryFee',
    'language',
    'add',
    'tieBreak',
    'holdPoints',
    'scene',
    'interlude',
    'go',
    'rehearse',
    'clear',
    'goLive',
    'end',
    'reopen',
  ];
  const all = calls.actOnShow.body.def.shape.act.def.options.map(
    (option) => [...(option.def.shape.type.def.values ?? [])][0],
  );
  expect(new Set([...naming, ...others])).toEqual(new Set(all));
});

it('names people of the show, but renames only its guests', async () => {
  const sent = { token: producer.token, params: { id: own.id } };
  const act = (wanted: ShowAct) =>
    server.call('actOnShow', { ...sent, body: { requestId: randomUUID(), act: wanted } });
  const { id: userId } = guest.user;
  expect((await act({ type: 'renamePlayer', userId, name: 'Gwendolyn' })).status).toBe(200);
  const code = own.rundown().join?.code ?? '';
  const member = await server.signInAs('home', 'Mo Member');
  await server.ok('joinShow', { token: member.token, body: { code, requestId: randomUUID() } });
  expect((await act({ type: 'muteName', userId: member.id })).status).toBe(200);
  expect(await act({ type: 'renamePlayer', userId: member.id, name: 'Moe' })).toMatchObject({
    status: 403,
    body: { error: m.producersNoRename() },
  });
});

it('does not let producers play in their show', async () => {
  const open = await createShow(server, admin.token, 'Open', ['Name a tree']);
  const person = await made(await server.signInAs('home'), open.id);
  const { gameSessionId } = open.item(0);
  const answer = { token: person.token, body: { gameSessionId, answerText: 'oak' } };
  const never = refused(m.producersNeverPlays());
  expect(await server.call('submitAnswer', answer)).toMatchObject(never);
  const appeal = { token: person.token, params: { gameSessionId }, body: { wanted: 'elm' } };
  expect(await server.call('appeal', appeal)).toMatchObject(never);
  const code = open.rundown().join?.code ?? '';
  const body = { code, requestId: randomUUID() };
  expect(await server.call('joinShow', { token: person.token, body })).toMatchObject({
    status: 403,
    body: { error: m.joinProducers() },
  });
});

const add = (email: string, showId = own.id) =>
  server.call('addProducer', { token: admin.token, params: { id: showId }, body: { email } });

describe('letting a person in', () => {
  it('invites an address without an account, whose owner may run the show once it is verified', async () => {
    const show = await createShow(server, admin.token, 'Friday Night', []);
    const email = newEmail();
    expect((await add(email, show.id)).status).toBe(201);
    const [mail] = await server.mailbox(email);
    expect([mail?.subject, mail?.text]).toEqual([
      "You're invited to run a show at Gameshow",
      expect.stringContaining('the show "Friday Night"'),
    ]);
    expect(mail?.links).toContain(`${server.config.appUrl}/register`);
    await server.ok('register', { body: { name: 'Ina Invited', email, password: PASSWORD } });
    const link = (await server.mailbox(email))[0]?.links[0] ?? '';
    const query = Object.fromEntries(new URL(link).searchParams);
    await server.ok('verifyEmail', { query });
    const { token } = await server.signIn(email);
    const { shows } = await server.ok('shows', { token });
    expect(shows.map(({ id }) => id)).toEqual([show.id]);
    const { producers } = await server.ok('showProducers', {
      token: admin.token,
      params: { id: show.id },
    });
    expect(producers).toMatchObject([{ email, name: 'Ina Invited' }]);
  });

  it('mails the owner of an account', async () => {
    const person = await server.signInAs('home', 'Ann');
    await add(person.email);
    const [mail] = await server.mailbox(person.email);
    expect([mail?.subject, mail?.links]).toEqual([
      'You can now run a show at Gameshow',
      expect.arrayContaining([`${server.config.appUrl}/control`]),
    ]);
  });

  it('refuses admins, the same person twice and the house show', async () => {
    expect(await add(admin.email)).toMatchObject({
      status: 409,
      body: { error: m.producersIsAdmin() },
    });
    expect(await add(producer.email)).toMatchObject({
      status: 409,
      body: { error: m.producersAlready() },
    });
    const email = newEmail();
    await add(email);
    expect(await add(email)).toMatchObject({ status: 409, body: { error: m.producersInvited() } });
    expect((await add(newEmail(), HOUSE_SHOW)).status).toBe(404);
  });

  it('is audited in words, as are the acts of a producer', async () => {
    const person = await made(await server.signInAs('home', 'Aud Ited'), own.id);
    const body = { requestId: randomUUID(), act: { type: 'rename', title: 'Own' } } as const;
    await server.ok('actOnShow', { token: person.token, params: { id: own.id }, body });
    const { entries } = await server.ok('adminAudit', { token: admin.token, query: { page: '1' } });
    expect(entries.find(({ action }) => action === 'addProducer')).toMatchObject({
      by: { id: admin.id },
      target: { id: person.id, name: 'Aud Ited' },
      after: { 'may run': 'Own' },
    });
    expect(entries.find(({ by }) => by?.id === person.id)).toMatchObject({ action: 'actOnShow' });
  });
});

describe('a producer', () => {
  it('gets the events of the show, and none of another one that only producers may see', async () => {
    const probe = await connectProbe(server.url, { token: producer.token });
    const outsider = await connectProbe(server.url, { token: stranger.token });
    const ofAdmin = await connectProbe(server.url, { token: admin.token });
    await Promise.all([probe.settled(), outsider.settled(), ofAdmin.settled()]);
    await own.act({ type: 'add', questions: [{ text: 'Name a fish' }] });
    const { forProducers } = await probe.next('question-list-updated');
    expect(forProducers.question?.question_text).toBe('Name a fish');
    expect((await probe.next('show-changed')).show.rundown.id).toBe(own.id);
    await ofAdmin.next('show-changed');
    await outsider.settled();
    const secret = JSON.stringify(outsider.received);
    expect(secret.includes('Name a fish') || secret.includes(own.id)).toBe(false);
    for (const each of [probe, outsider, ofAdmin]) each.close();
  });

  it('opens the stage screen of the show, and of no other one', async () => {
    const { token } = producer;
    const screen = await connectProbe(server.url, { token, show: { id: own.id } });
    expect((await screen.next('show-updated')).show).toBeDefined();
    const foreignScreen = await connectProbe(server.url, { token, show: { id: other.id } });
    expect(await foreignScreen.next('signed-out')).toEqual({ reason: 'revoked' });
    const house = await connectProbe(server.url, { token, show: {} });
    expect(await house.next('signed-out')).toEqual({ reason: 'revoked' });
    for (const each of [screen, foreignScreen, house]) each.close();
  });

  it('loses the right at once: calls, open sockets and links', async () => {
    const person = await made(await server.signInAs('home'), own.id);
    const { token } = person;
    const show = { query: { show: own.id } };
    const { key } = await server.ok('createShowLink', { token, ...show });
    const sheet = await server.ok('shareRunSheet', { token, params: { id: own.id } });
    const probe = await connectProbe(server.url, { token, reconnection: false });
    const screen = await connectProbe(server.url, { show: { key }, reconnection: false });
    await screen.next('show-updated');
    await server.ok('removeProducer', {
      token: admin.token,
      params: { id: own.id, producerId: person.id },
    });
    expect(await probe.next('signed-out')).toEqual({ reason: 'role' });
    expect(await server.call('showView', { token, params: { id: own.id } })).toMatchObject({
      status: 401,
      body: { code: 'role' },
    });
    const renewed = await server.ok('renewSession', { body: { token } });
    expect(renewed.user).toEqual({
      id: person.id,
      name: person.name,
      email: person.email,
      role_id: 2,
    });
    const asked = { token: renewed.token, params: { id: own.id } };
    expect((await server.call('showView', asked)).status).toBe(403);
    expect((await server.call('sharedRunSheet', { body: { key: sheet.key } })).status).toBe(404);
    expect(await screen.next('signed-out')).toEqual({ reason: 'revoked' });
  });

  it('keeps the other shows', async () => {
    const person = await made(await server.signInAs('home'), own.id);
    const both = await made(person, other.id);
    const probe = await connectProbe(server.url, { token: both.token, reconnection: false });
    await probe.settled();
    await server.ok('removeProducer', {
      token: admin.token,
      params: { id: own.id, producerId: person.id },
    });
    await probe.closed();
    const call = (id: string) => server.call('showView', { token: both.token, params: { id } });
    expect([(await call(own.id)).status, (await call(other.id)).status]).toEqual([403, 200]);
  });

  it('loses the right with a change of role', async () => {
    const person = await made(await server.signInAs('home'), own.id);
    const { id, name, email } = person;
    await server.ok('updateUser', {
      token: admin.token,
      params: { id },
      body: { name, email, role_id: 3 },
    });
    const { token } = await server.signIn(email);
    expect((await server.call('shows', { token })).status).toBe(403);
  });

  it('can be uninvited before registering', async () => {
    const show = await createShow(server, admin.token, 'Sunday', []);
    const email = newEmail();
    const sent = { token: admin.token, params: { id: show.id } };
    const { producers } = await server.ok('addProducer', { ...sent, body: { email } });
    const params = { id: show.id, producerId: producers[0]?.id ?? '' };
    expect(await server.ok('removeProducer', { token: admin.token, params })).toEqual({
      producers: [],
    });
  });
});
