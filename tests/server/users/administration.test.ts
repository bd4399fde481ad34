import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Audience, ROLE } from '#machines/contract/entities.ts';
import { USERS_PAGE_SIZE } from '#machines/contract/limits.ts';
import { newId } from '#server/id.ts';
import { ADMIN, until } from '#tests/support/process.ts';
import { totalsIn } from '#tests/support/scores.ts';
import { createShow } from '#tests/support/staged-show.ts';
import {
  newEmail,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn(ADMIN.email, ADMIN.password);
});
afterAll(() => server.close());

const userOf = ({ id, name, email, roleId }: Person) => ({ id, name, email, role_id: roleId });
const statusOf = async (token: string): Promise<number> =>
  (await server.call('userAnswer', { token, params: { gameSessionId: 'none', userId: 'none' } }))
    .status;
const update = async (person: Person, more: object) => {
  const { id, ...body } = { ...userOf(person), ...more };
  const answer = await server.call('updateUser', { token: admin.token, params: { id }, body });
  return [answer.status, answer.body];
};
const remove = async (id: string) => {
  const answer = await server.call('deleteUser', { token: admin.token, params: { id } });
  return [answer.status, answer.body];
};
const list = (query: Record<string, string>) =>
  server.ok('adminUsers', { token: admin.token, query });
/** Totals as a recount would write them. */
const score = (userId: string, audience: Audience, points: number, answers: number) =>
  server.db.write
    .insertInto('score')
    .values(
      totalsIn(audience, { scope: 'all', user_id: userId, points, answers, first_answered_at: 1 }),
    )
    .execute();

describe('creating', () => {
  it.each([
    ['admin', ROLE.admin],
    ['home viewer', ROLE.home],
    ['contestant', ROLE.contestant],
  ])('makes a verified %s who can sign in at once', async (name, role_id) => {
    const email = newEmail();
    const body = { name, email, password: PASSWORD, role_id };
    const created = await server.call('createUser', { token: admin.token, body });
    expect([created.status, created.body]).toEqual([
      201,
      {
        message: m.usersCreated(),
        user: { id: expect.any(String), name, email, role_id },
      },
    ]);
    expect(await server.signIn(email)).toMatchObject({ name, roleId: role_id });
    expect(await server.mailbox(email)).toEqual([]);
  });

  it('refuses an address that is taken', async () => {
    const owner = await server.signInAs('home', 'Owner');
    const body = { name: 'Second', email: owner.email, password: PASSWORD, role_id: 1 } as const;
    const refused = await server.call('createUser', { token: admin.token, body });
    expect([refused.status, refused.body]).toEqual([409, { error: m.usersTaken() }]);
    expect(await server.signIn(owner.email)).toMatchObject({ name: 'Owner', roleId: ROLE.home });
  });

  it.each([
    ['another role', { role_id: 7 }, 422],
    ['a role that is a text', { role_id: 'admin' }, 400],
    ['no role', { role_id: undefined }, 400],
    ['a short password', { password: 'abcde' }, 422],
  ])('refuses %s', async (_, wrong, status) => {
    const body = { name: 'X', email: newEmail(), password: PASSWORD, role_id: 2, ...wrong };
    const answer = await server.raw('/api/auth/admin/create-gameshow-user', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(status);
  });
});

describe('listing', () => {
  it('shows totals, and finds by name, address, id and role [R2.admin-users-search-id R2.users-search-email R7.admin-users]', async () => {
    const word = `Zoe%_${newId().slice(0, 12)}`;
    const zoe = await server.signInAs('contestant', word);
    await score(zoe.id, 'studio', 17, 4);
    const found = { users: [{ ...userOf(zoe), total_score: 17, total_answers: 4 }], total: 1 };
    expect(await list({ search: word.toLowerCase() })).toEqual(found);
    expect(await list({ search: zoe.email.toUpperCase() })).toEqual(found);
    expect(await list({ search: zoe.id })).toEqual(found);
    expect(await list({ search: word, role: '3' })).toEqual(found);
    expect(await list({ search: word, role: '2' })).toEqual({ users: [], total: 0 });
    // A wildcard of LIKE is a plain character here.
    expect(await list({ search: 'Zoe__' })).toEqual({ users: [], total: 0 });
  });

  it('pages, the newest first [R9.users-page-size]', async () => {
    const word = newId();
    const at = Date.now();
    const rows = Array.from({ length: 45 }, (_, index) => ({
      id: `${word}${index}`,
      name: `${word} ${index}`,
      email: `${word}${index}@show.example`.toLowerCase(),
      password_hash: 'none',
      role_id: ROLE.home,
      verified_at: 1,
      created_at: at + index,
    }));
    await server.db.write.insertInto('user').values(rows).execute();
    const ids = rows.map(({ id }) => id).toReversed();
    const page = async (number: string) => {
      const { users, total } = await list({ search: word, page: number });
      return [users.map(({ id }) => id), total];
    };
    expect(await page('1')).toEqual([ids.slice(0, USERS_PAGE_SIZE), 45]);
    expect(await page('3')).toEqual([ids.slice(2 * USERS_PAGE_SIZE), 45]);
    expect(await page('4')).toEqual([[], 45]);
    const { users, total } = await list({ search: word });
    expect([users.map(({ id }) => id), total]).toEqual([ids.slice(0, USERS_PAGE_SIZE), 45]);
  });

  it.each(['0', '-1', '1.5', 'x'])('refuses page %s', async (page) => {
    const { status } = await server.call('adminUsers', { token: admin.token, query: { page } });
    expect([400, 422]).toContain(status);
  });

  it('never includes a password hash', async () => {
    const { users } = await list({ page: '1' });
    const fields = new Set(users.flatMap((user) => Object.keys(user)));
    expect([...fields].toSorted()).toEqual(
      ['email', 'id', 'name', 'role_id', 'total_answers', 'total_score'].toSorted(),
    );
  });
});

describe('changing', () => {
  it('moves name and address at once [R7.update-user R8.admin-user-updated]', async () => {
    const person = await server.signInAs('home');
    const email = newEmail();
    const user = { ...userOf(person), name: 'Renamed', email };
    expect(await update(person, user)).toEqual([200, { user, message: m.adminUserUpdated() }]);
    expect(await server.signIn(email)).toMatchObject({ id: person.id, name: 'Renamed' });
    expect(await statusOf(person.token)).toBe(401);
  });

  it('of the role closes sockets, invalidates the old token, and keeps points in the audience that won them [R6.assigned-by-admin]', async () => {
    const person = await server.signInAs('home');
    await score(person.id, 'home', 5, 1);
    const socket = await server.connect(person.token);
    const said: unknown[] = [];
    socket.on('signed-out', (payload) => said.push(payload));

    expect((await update(person, { role_id: ROLE.contestant }))[0]).toBe(200);

    expect(await statusOf(person.token)).toBe(401);
    await until('the socket is closed', () => !socket.connected);
    expect(said).toEqual([{ reason: 'role' }]);
    const { id, token, roleId } = await server.signIn(person.email);
    expect(roleId).toBe(ROLE.contestant);
    const home = await server.ok('leaderboardAllHome', { token });
    expect(home.find(({ user_id }) => user_id === id)?.total_points).toBe(5);
    const studio = await server.ok('leaderboardAllStudio', { token });
    expect(studio.some(({ user_id }) => user_id === id)).toBe(false);
    expect(await server.ok('pointsAllTime', { token, params: { userId: id } })).toEqual({
      total_points: 0,
      rank: null,
    });
  });

  it('removes the rights of an admin at once', async () => {
    const other = await server.signInAs('admin');
    await update(other, { role_id: ROLE.home });
    expect((await server.call('adminStats', { token: other.token })).status).toBe(401);
    const { token } = await server.ok('renewSession', { body: { token: other.token } });
    expect((await server.call('adminStats', { token })).status).toBe(403);
  });

  it('refuses an address that is taken, and an unknown id', async () => {
    const [person, owner] = [await server.signInAs('home'), await server.signInAs('home')];
    expect(await update(person, { email: owner.email })).toEqual([409, { error: m.usersTaken() }]);
    expect(await update(person, { id: newId() })).toEqual([404, { error: m.notFound() }]);
  });
});

describe('deleting', () => {
  it('removes name, mails, links and totals; the answers stay without a name [R7.admin-user-delete R7.delete-user R8.admin-user-deleted]', async () => {
    const person = await server.signUp('Forget Me');
    await server.ok('forgotPassword', { body: { email: person.email } });
    const change = { name: person.name, email: newEmail() };
    await server.ok('updateProfile', { token: person.token, body: change });
    await server.db.write
      .updateTable('user')
      .set({ email: newEmail() })
      .where('id', '=', person.id)
      .execute();
    await score(person.id, 'home', 3, 1);
    const question = newId();
    const session = newId();
    const at = { start_at: 1, end_at: 2, created_at: 1 };
    await server.db.write
      .insertInto('question')
      .values({ id: question, text: 'Who?', created_by: person.id, ...at })
      .execute();
    await server.db.write
      .insertInto('game_session')
      .values({ id: session, question_id: question, created_at: 1 })
      .execute();
    await server.db.write
      .insertInto('answer')
      .values({
        id: newId(),
        game_session_id: session,
        user_id: person.id,
        audience: 'home',
        text: 'Me',
        text_key: 'me',
        received_at: 1,
        day: '1970-01-01',
        points: 3,
      })
      .execute();
    const socket = await server.connect(person.token);
    const said: unknown[] = [];
    socket.on('signed-out', (payload) => said.push(payload));

    expect(await remove(person.id)).toEqual([200, { message: m.adminUserDeleted() }]);

    await until('the socket is closed', () => !socket.connected);
    expect(said).toEqual([{ reason: 'deleted' }]);
    expect(await statusOf(person.token)).toBe(401);
    const { email, password } = person;
    expect((await server.call('login', { body: { email, password } })).status).toBe(401);
    expect(await server.mailbox(email)).toEqual([]);
    const { read } = server.db;
    const left = {
      users: await read.selectFrom('user').select('id').where('email', '=', email).execute(),
      mails: await read
        .selectFrom('mail')
        .select('recipient')
        .where('user_id', '=', person.id)
        .execute(),
      earlierAddress: await read
        .selectFrom('mail')
        .select('id')
        .where('recipient', '=', email)
        .execute(),
      links: await read
        .selectFrom('mail_token')
        .select('id')
        .where('user_id', '=', person.id)
        .execute(),
      totals: await read
        .selectFrom('score')
        .select('points')
        .where('user_id', '=', person.id)
        .execute(),
      answers: await read
        .selectFrom('answer')
        .select(['user_id', 'text', 'points'])
        .where('game_session_id', '=', session)
        .execute(),
      questions: await read
        .selectFrom('question')
        .select(['created_by', 'text'])
        .where('id', '=', question)
        .execute(),
    };
    expect(left).toEqual({
      users: [],
      mails: [],
      earlierAddress: [],
      links: [],
      totals: [],
      answers: [{ user_id: null, text: 'Me', points: 3 }],
      questions: [{ created_by: null, text: 'Who?' }],
    });
  });

  it('refuses admins, oneself, and an unknown id [R6.admin-deletes-non-admins]', async () => {
    const other = await server.signInAs('admin');
    const refused = [403, { error: m.usersAdminUndeletable() }];
    expect(await remove(other.id)).toEqual(refused);
    expect(await remove(admin.id)).toEqual(refused);
    expect(await remove(newId())).toEqual([404, { error: m.notFound() }]);
    expect(await remove('no:id')).toEqual([404, { error: m.notFound() }]);
    expect((await server.call('adminStats', { token: other.token })).status).toBe(200);
  });
});

it('counts for the dashboard [R7.stats R3.stats R3.stats-users R3.stats-questions]', async () => {
  const before = (await server.ok('adminStats', { token: admin.token })).stats;
  const person = await server.signInAs('contestant');
  await score(person.id, 'studio', 5, 2);
  const guest = await server.signInAs('home');
  const [house] = await server.db.read.selectFrom('show').select('id').limit(1).execute();
  await server.db.write
    .updateTable('user')
    .set({ guest_of: house?.id ?? null })
    .where('id', '=', guest.id)
    .execute();
  const question = newId();
  const session = newId();
  await server.db.write
    .insertInto('question')
    .values({ id: question, text: 'Q', start_at: 1, end_at: 2, created_at: 1, created_by: null })
    .execute();
  await server.db.write
    .insertInto('game_session')
    .values({ id: session, question_id: question, created_at: 1 })
    .execute();
  const released = { released: 1, timed: 0, duration_s: 0, closes_at: null } as const;
  const at = { released_at: 1, first_released_at: 1, opened_at: 1 };
  await server.db.write
    .insertInto('release')
    .values([
      { game_session_id: session, audience: 'studio', ...released, ...at },
      { game_session_id: session, audience: 'home', ...released, ...at, released: 0 },
    ])
    .execute();
  expect((await server.ok('adminStats', { token: admin.token })).stats).toEqual({
    total_users: before.total_users + 2,
    total_questions: before.total_questions + 1,
    total_game_sessions: before.total_game_sessions + 1,
    total_points: before.total_points + 5,
    user_breakdown: {
      ...before.user_breakdown,
      contestants: before.user_breakdown.contestants + 1,
      guests: before.user_breakdown.guests + 1,
    },
    question_breakdown: {
      on_air: before.question_breakdown.on_air + 1,
      to_home: before.question_breakdown.to_home,
    },
  });
});

it('counts questions of a show as on air until the show ends [R3.stats-questions]', async () => {
  const { token } = admin;
  const counts = async () => (await server.ok('adminStats', { token })).stats.question_breakdown;
  const before = await counts();
  const show = await createShow(server, token, 'Friday', ['A', 'B']);
  await show.act({ type: 'goLive' });
  await show.play(0, []);
  expect(await counts()).toEqual({ on_air: before.on_air + 1, to_home: before.to_home + 1 });
  await show.act({ type: 'end' });
  expect(await counts()).toEqual(before);
  const { questions } = await server.ok('adminQuestions', { token });
  const ended = questions.filter(({ show_ended: hasEnded }) => hasEnded === true);
  expect(ended.map(({ question_text: text }) => text)).toEqual(['B', 'A']);
});

it('records what admins do, and no other users', async () => {
  const target = newId();
  const by = await server.signInAs('admin');
  const person = await server.signInAs('home');
  for (const token of [by.token, person.token]) {
    await server.call('deleteUser', { token, params: { id: target } });
  }
  await server.call('deleteUser', { params: { id: target } });
  await server.call('adminStats', { token: by.token });
  const auditEntries = () =>
    server.db.read
      .selectFrom('audit')
      .select(['user_id', 'action', 'target', 'address', 'status'])
      .where('user_id', 'in', [by.id, person.id])
      .execute();
  await until('the auditEntries are written', async () => (await auditEntries()).length > 1);
  const auditRecord = { user_id: by.id, address: '127.0.0.1' };
  expect((await auditEntries()).toSorted((a, b) => a.action.localeCompare(b.action))).toEqual([
    { ...auditRecord, action: 'adminStats', target: null, status: 200 },
    { ...auditRecord, action: 'deleteUser', target, status: 404 },
  ]);
});

it('records an account before and after a change in English, until it is deleted', async () => {
  const by = await server.signInAs('admin');
  const email = newEmail();
  const made = { name: 'Vera', email, password: PASSWORD, role_id: 2 } as const;
  const inGerman = { 'accept-language': 'de' };
  const sent = { token: by.token, body: made, headers: inGerman };
  const { user } = await server.ok('createUser', sent);
  const { id } = user;
  const body = { name: 'Vera Lee', email, role_id: 3 } as const;
  await server.ok('updateUser', { token: by.token, params: { id }, body });
  const rows = () =>
    server.db.read
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('target', '=', id)
      .orderBy('id')
      .execute();
  const first = JSON.stringify({ name: 'Vera', email, role: 'Home Viewer' });
  const second = JSON.stringify({ name: 'Vera Lee', email, role: 'Gameshow Player' });
  expect(await rows()).toEqual([
    { action: 'createUser', before: null, after: first },
    { action: 'updateUser', before: first, after: second },
  ]);
  await server.ok('deleteUser', { token: by.token, params: { id } });
  expect(await rows()).toEqual([
    { action: 'createUser', before: null, after: null },
    { action: 'updateUser', before: null, after: null },
    { action: 'deleteUser', before: '{"role":"Gameshow Player"}', after: null },
  ]);
});
