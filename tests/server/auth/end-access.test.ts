import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { until } from '#tests/support/process.ts';
import { newEmail, type Person, startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
});
afterAll(() => server.close());

const NEW = 'Brand-new-1';
const save = (person: Person, more: object) =>
  server.ok('updateProfile', {
    token: person.token,
    body: { name: person.name, email: person.email, ...more },
  });
const edit = ({ id, name, email, roleId }: Person, more: object) =>
  server.ok('updateUser', {
    token: admin.token,
    params: { id },
    body: { name, email, role_id: roleId, ...more },
  });
const follow = async (link = ''): Promise<number> => {
  const query = Object.fromEntries(new URL(link).searchParams);
  return (await server.call('verifyEmail', { query })).status;
};
const reset = async (link = ''): Promise<number> => {
  const token = new URL(link).pathname.split('/').at(-1) ?? '';
  return (await server.call('resetPassword', { body: { token, newPassword: NEW } })).status;
};
const newestLink = async (email: string): Promise<string | undefined> =>
  (await server.mailbox(email))[0]?.links[0];

/**
 * A user whose phone was borrowed: the attacker's change of address is pending, and there is a
 * reset link.
 */
async function borrowed() {
  const person = await server.signInAs('home');
  const thief = newEmail();
  await save(person, { email: thief });
  await server.ok('forgotPassword', { body: { email: person.email } });
  return {
    person,
    confirmation: await newestLink(thief),
    resetLink: await newestLink(person.email),
  };
}

describe.each([
  ['a new password in the profile', (person: Person) => save(person, { password: NEW })],
  ['another role', (person: Person) => edit(person, { role_id: ROLE.contestant })],
  ['another address by an admin', (person: Person) => edit(person, { email: newEmail() })],
  [
    'the end of the account',
    ({ id }: Person) => server.ok('deleteUser', { token: admin.token, params: { id } }),
  ],
])('%s', (_, end) => {
  it('ends tokens, sockets, a pending change of address and mailed links', async () => {
    const { person, confirmation, resetLink } = await borrowed();
    const socket = await server.connect(person.token);
    await end(person);
    await until('the socket is closed', () => !socket.connected);
    expect((await server.call('activeQuestions', { token: person.token })).status).toBe(401);
    expect([await follow(confirmation), await reset(resetLink)]).toEqual([400, 400]);
    const kept = server.db.read.selectFrom('user').select('pending_email');
    const [row] = await kept.where('id', '=', person.id).execute();
    expect(row?.pending_email ?? null).toBeNull();
  });
});

it('a reset cancels a pending change of address', async () => {
  const { person, confirmation, resetLink } = await borrowed();
  expect(await reset(resetLink)).toBe(200);
  expect(await follow(confirmation)).toBe(400);
  expect((await server.signIn(person.email, NEW)).id).toBe(person.id);
});

it('a confirmed address ends links to the old one', async () => {
  const { confirmation, resetLink } = await borrowed();
  expect([await follow(confirmation), await reset(resetLink)]).toEqual([200, 400]);
});

it('a new name set by an admin ends nothing', async () => {
  const { person, confirmation } = await borrowed();
  await edit(person, { name: 'Other' });
  expect((await server.call('activeQuestions', { token: person.token })).status).toBe(200);
  expect(await follow(confirmation)).toBe(200);
});

it('a verification link of a new user survives a change of role, and ends with a change of address', async () => {
  for (const [more, status] of [
    [{ role_id: ROLE.contestant }, 200],
    [{ email: newEmail() }, 400],
  ] as const) {
    const email = newEmail();
    await server.ok('register', { body: { name: 'New', email, password: NEW } });
    const { users } = await server.ok('adminUsers', {
      token: admin.token,
      query: { search: email },
    });
    const [user] = users;
    const body = { name: 'New', email, role_id: ROLE.home, ...more };
    await server.ok('updateUser', { token: admin.token, params: { id: user?.id ?? '' }, body });
    expect(await follow(await newestLink(email))).toBe(status);
  }
});

describe('a new address together with a new password', () => {
  it('is pending; the one that was pending before is cancelled', async () => {
    const { person, confirmation } = await borrowed();
    const email = newEmail();
    await save(person, { email, password: NEW });
    expect(await follow(confirmation)).toBe(400);
    expect(await follow(await newestLink(email))).toBe(200);
    expect((await server.signIn(email, NEW)).id).toBe(person.id);
  });
});
