import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
});

const languageOf = async (email: string) => {
  const users = server.db.read.selectFrom('user').select('language').where('email', '=', email);
  return (await users.executeTakeFirstOrThrow()).language;
};

it('an account has the language of its registration until its owner changes it', async () => {
  const email = newEmail();
  const body = { name: 'New Body', email, password: PASSWORD };
  await server.ok('register', { body, headers: { 'accept-language': 'de-AT, en;q=0.5' } });
  expect(await languageOf(email)).toBe('de');
  const link = (await server.mailbox(email))[0]?.links[0] ?? '';
  await server.ok('verifyEmail', { query: Object.fromEntries(new URL(link).searchParams) });
  const { name, token } = await server.signIn(email);
  const save = (language?: string) =>
    server.call('updateProfile', { token, body: { name, email, ...(language && { language }) } });
  expect((await save()).status).toBe(200);
  expect(await languageOf(email)).toBe('de');
  expect(await save('tlh')).toMatchObject({
    status: 422,
    body: { details: [{ field: 'language' }] },
  });
  expect((await save('ar')).status).toBe(200);
  expect(await languageOf(email)).toBe('ar');
  const { language } = await server.ok('login', { body: { email, password: PASSWORD } });
  expect(language).toBe('ar');
});

it('an account that an admin creates has none', async () => {
  const { email } = await server.signInAs('home');
  expect(await languageOf(email)).toBeNull();
});
