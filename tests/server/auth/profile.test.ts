import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#tests/support/process.ts';
import { newEmail, type Person, startTestServer, type TestServer } from '#tests/support/server.ts';

let clock = Date.UTC(2026, 0, 1);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.close());

const userOf = ({ id, name, email, roleId }: Person) => ({ id, name, email, role_id: roleId });
const save = (person: Person, more: object = {}) =>
  server.call('updateProfile', {
    token: person.token,
    body: { name: person.name, email: person.email, ...more },
  });
const isIn = async (token: string): Promise<boolean> =>
  (await server.call('activeQuestions', { token })).status === 200;
const follow = async (link = ''): Promise<number> => {
  const query = Object.fromEntries(new URL(link).searchParams);
  return (await server.call('verifyEmail', { query })).status;
};

it('changes the name', async () => {
  const person = await server.signInAs('home', 'Before');
  const saved = await save(person, { name: '  After ' });
  expect([saved.status, saved.body]).toEqual([
    200,
    { user: { ...userOf(person), name: 'After' }, message: m.profileDone() },
  ]);
  expect((await server.signIn(person.email)).name).toBe('After');
});

it('changes neither role, points nor another user', async () => {
  const [person, other] = [await server.signInAs('home'), await server.signInAs('home', 'Other')];
  const saved = await save(person, { id: other.id, role_id: 1, total_score: 99, verified: true });
  expect(saved.status).toBe(400);
  expect((await save(person, {})).body).toMatchObject({ user: userOf(person) });
  expect((await server.call('adminStats', { token: person.token })).status).toBe(403);
  expect((await server.signIn(other.email)).name).toBe('Other');
});

describe('a new password', () => {
  it('ends every other session; the reply has the token of the current one [R4.profile-password-elsewhere]', async () => {
    const person = await server.signInAs('home');
    const elsewhere = await server.signIn(person.email);
    const socket = await server.connect(elsewhere.token);
    const said: unknown[] = [];
    socket.on('signed-out', (payload) => said.push(payload));

    const { user, token } = await server.ok('updateProfile', {
      token: person.token,
      body: { name: person.name, email: person.email, password: 'a new password' },
    });
    expect(user).toEqual(userOf(person));
    expect(await isIn(token ?? '')).toBe(true);
    expect([await isIn(person.token), await isIn(elsewhere.token)]).toEqual([false, false]);
    await until('the sockets are cut', () => !socket.connected);
    expect(said).toEqual([]);
    socket.connect();
    await until('the old token is refused', () => said.length > 0);
    expect(said).toEqual([{ reason: 'expired' }]);
    const own = await server.connect(token ?? '');
    expect(own.connected).toBe(true);
    expect((await server.signIn(person.email, 'a new password')).id).toBe(person.id);
    const [mail] = await server.mailbox(person.email);
    expect(mail?.subject).toBe('Your password for Gameshow was changed');
  });

  it.each([
    ['abcde', m.passwordTooShort()],
    ['password', m.passwordCommon()],
    ['x'.repeat(129), m.passwordTooLong()],
  ])('is refused: %s', async (password, error) => {
    const person = await server.signInAs('home');
    const refused = await save(person, { password });
    expect([refused.status, refused.body]).toEqual([
      422,
      { error, details: [{ field: 'password', message: error }] },
    ]);
    expect(await isIn(person.token)).toBe(true);
  });

  it('that is blank changes nothing [R5.profile-password-blank]', async () => {
    const person = await server.signInAs('home');
    expect((await save(person, { password: '   ' })).body).not.toHaveProperty('token');
    expect((await server.signIn(person.email)).id).toBe(person.id);
  });

  it('may be tried five times an hour', async () => {
    const person = await server.signInAs('home');
    const tries: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      tries.push((await save(person, { password: 'short' })).status);
    }
    expect(tries).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await save(person, { name: 'Still free' })).status).toBe(200);
    clock += 3_600_000;
    expect((await save(person, { password: 'a good new one' })).status).toBe(200);
  });
});

describe('a new address', () => {
  it('is used once its confirmation link was opened; the old address is informed, and sessions end [R4.profile-email-confirmed]', async () => {
    const person = await server.signInAs('home');
    const socket = await server.connect(person.token);
    const said: unknown[] = [];
    socket.on('signed-out', (payload) => said.push(payload));
    const email = newEmail();
    const saved = await save(person, { email });
    expect([saved.status, saved.body]).toEqual([
      200,
      { user: userOf(person), message: m.profileConfirmEmail() },
    ]);
    expect((await server.signIn(person.email)).id).toBe(person.id);
    expect(
      (await server.call('login', { body: { email, password: person.password } })).status,
    ).toBe(401);

    const [told] = await server.mailbox(person.email);
    expect(told?.subject).toBe('Your email address at Gameshow is being changed');
    expect(told?.text).not.toContain(email);
    const [mail] = await server.mailbox(email);
    expect(mail?.text).toMatch(/^Hello,\n/);
    expect(await follow(mail?.links[0])).toBe(200);
    expect(await follow(mail?.links[0])).toBe(200);
    const again = await server.signIn(email);
    expect(again).toMatchObject({ id: person.id, email });
    expect([await isIn(person.token), await isIn(again.token)]).toEqual([false, true]);
    await until('the socket is closed', () => !socket.connected);
    expect(said).toEqual([{ reason: 'changed' }]);
  });

  it('that is taken gets the same reply, and its owner a notice', async () => {
    const [person, owner] = [await server.signInAs('home'), await server.signInAs('home')];
    const saved = await save(person, { email: owner.email });
    expect([saved.status, saved.body]).toEqual([
      200,
      { user: userOf(person), message: m.profileConfirmEmail() },
    ]);
    const [mail] = await server.mailbox(owner.email);
    expect(mail?.subject).toBe('This address is already in use at Gameshow');
    expect((await server.signIn(owner.email)).id).toBe(owner.id);
  });

  it('that another user took in the meantime stays theirs', async () => {
    const person = await server.signInAs('home');
    const email = newEmail();
    await save(person, { email });
    const [mail] = await server.mailbox(email);
    const admin = await server.signInAs('admin');
    const body = { name: 'First', email, password: 'first was faster', role_id: 2 } as const;
    await server.ok('createUser', { token: admin.token, body });
    expect(await follow(mail?.links[0])).toBe(400);
    expect(await follow(mail?.links[0])).toBe(400);
    expect((await server.signIn(email, 'first was faster')).name).toBe('First');
  });

  it.each(['before', 'after'])(
    'that another person registers %s without verifying it is still available',
    async (when) => {
      const person = await server.signInAs('home');
      const email = newEmail();
      const squat = () =>
        server.ok('register', { body: { name: 'Squatter', email, password: 'never verified' } });
      if (when === 'before') await squat();
      await save(person, { email });
      const links = (await server.mailbox(email)).flatMap((mail) => mail.links);
      if (when === 'after') await squat();
      expect(await follow(links[0])).toBe(200);
      expect((await server.signIn(email)).id).toBe(person.id);
      const squatter = { email, password: 'never verified' };
      // The same reply as before, so that it does not reveal the verified account.
      expect((await server.call('login', { body: squatter })).status).toBe(403);
    },
  );

  it('replaces one that was entered before', async () => {
    const person = await server.signInAs('home');
    const [first, second] = [newEmail(), newEmail()];
    await save(person, { email: first });
    await save(person, { email: second });
    expect(await follow((await server.mailbox(first))[0]?.links[0])).toBe(400);
    expect(await follow((await server.mailbox(second))[0]?.links[0])).toBe(200);
    expect((await server.signIn(second)).id).toBe(person.id);
  });

  it('ends reset links sent to the old address', async () => {
    const person = await server.signInAs('home');
    await server.ok('forgotPassword', { body: { email: person.email } });
    const link = (await server.mailbox(person.email))[0]?.links[0] ?? '';
    const email = newEmail();
    await save(person, { email });
    await follow((await server.mailbox(email))[0]?.links[0]);
    const token = new URL(link).pathname.split('/').at(-1) ?? '';
    const reset = { body: { token, newPassword: 'Stolen-1-again' } };
    expect((await server.call('resetPassword', reset)).status).toBe(400);
  });

  it('may be entered five times an hour', async () => {
    const person = await server.signInAs('home');
    const tries: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      tries.push((await save(person, { email: newEmail() })).status);
    }
    expect(tries).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
