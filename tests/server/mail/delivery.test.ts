import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import { until } from '#tests/support/process.ts';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

let mailServer: MailServer;
let server: TestServer;
beforeEach(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({
    env: {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'The Show <show@show.example>',
      APP_URL: 'https://show.example',
    },
  });
});
afterEach(async () => {
  await server.close();
  await mailServer.close();
});

const register = async (email: string) =>
  server.ok('register', { body: { name: 'Ann', email, password: PASSWORD } });
const stored = (email: string) =>
  server.db.read
    .selectFrom('mail')
    .select(['attempts', 'body', 'sent_at', 'last_error'])
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();

it('hands a mail to the mail server, and forgets its text', async () => {
  const email = newEmail();
  await register(email);
  await until('the mail is delivered', () => mailServer.delivered.length > 0);
  const [mail] = mailServer.delivered;
  expect([mail?.from, mail?.to]).toEqual(['show@show.example', [email]]);
  expect(mail?.data).toContain('From: The Show <show@show.example>');
  expect(mail?.data).toContain('Subject: Verify your email address for Gameshow');
  const text = mail?.data.replaceAll('=\n', '').replaceAll('=3D', '=') ?? '';
  const link = /https:\S+/.exec(text)?.[0] ?? '';
  expect(new URL(link).origin).toBe('https://show.example');
  await until('it is marked', async () => (await stored(email)).sent_at !== null);
  expect(await stored(email)).toMatchObject({ attempts: 1, body: '', last_error: null });
  const query = Object.fromEntries(new URL(link).searchParams);
  await server.ok('verifyEmail', { query });
  expect((await server.signIn(email)).name).toBe('Ann');
});

describe.each(['refusing', 'hanging up', 'rejecting'] as const)('a mail server %s', (how) => {
  it('delays nobody and loses nothing', async () => {
    mailServer.behave(how);
    const email = newEmail();
    expect(await register(email)).toEqual({ message: MESSAGES.register.accepted });
    await until('it was tried', async () => (await stored(email)).last_error !== null);
    expect(mailServer.delivered).toEqual([]);

    mailServer.behave('well');
    // Asking again sends at once.
    await server.ok('resendVerification', { body: { email } });
    await until('the new mail is delivered', () => mailServer.delivered.length > 0);
    expect((await stored(email)).body).not.toBe('');
  });
});
