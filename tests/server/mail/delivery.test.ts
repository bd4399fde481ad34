import { m } from 'messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { until } from '#tests/support/process.ts';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';
import { nextDueAt } from '#server/mail/store.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

let mailServer: MailServer;
let server: TestServer;
let logged: string[];
const start = async (smtpUrl: string): Promise<TestServer> => {
  server = await startTestServer({
    env: {
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'The Show <show@show.example>',
      APP_URL: 'https://show.example',
    },
    log: createLog('trace', { write: (line) => void logged.push(line) }),
  });
  return server;
};
beforeEach(async () => {
  logged = [];
  mailServer = await startMailServer();
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
    .select(['attempts', 'body', 'sent_at', 'refused_at', 'last_error'])
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();

it('is handed to the mail server, then its text is deleted', async () => {
  await start(mailServer.url);
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

/** What a log or the store could reveal about a user: the address, or the mail server's reply. */
const expectDiscreet = async (email: string): Promise<void> => {
  const { last_error } = await stored(email);
  expect(last_error).toMatch(/^[A-Z]+(?: \d{3})?$/);
  const lines = logged.filter((line) => line.includes('a mail was'));
  expect(lines).not.toEqual([]);
  expect(logged.filter((line) => line.includes('@') || line.includes('<'))).toEqual([]);
};

describe.each([
  'refusing',
  'hanging up',
  'rejecting',
  'asking for a password',
  'refusing the sender',
] as const)('a mail server %s', (how) => {
  it('delays no request and loses no mail', async () => {
    await start(mailServer.url);
    mailServer.behave(how);
    const email = newEmail();
    expect(await register(email)).toEqual({ message: m.registerAccepted() });
    await until('it was tried', async () => (await stored(email)).last_error !== null);
    expect(mailServer.delivered).toEqual([]);

    mailServer.behave('well');
    // A new request sends at once.
    await server.ok('resendVerification', { body: { email } });
    await until('the new mail is delivered', () => mailServer.delivered.length > 0);
    expect((await stored(email)).body).not.toBe('');
    await expectDiscreet(email);
  });
});

describe.each([
  ['knowing nobody', 'EENVELOPE 550'],
  ['disliking the text', 'EMESSAGE 554'],
] as const)('a mail server %s', (how, reason) => {
  it('is tried once, and the text is deleted', async () => {
    await start(mailServer.url);
    mailServer.behave(how);
    const email = newEmail();
    expect(await register(email)).toEqual({ message: m.registerAccepted() });
    await until('it was refused', async () => (await stored(email)).refused_at !== null);
    expect(await stored(email)).toMatchObject({
      attempts: 1,
      body: '',
      sent_at: null,
      last_error: reason,
    });
    expect(await nextDueAt(server.db.read)).toBeNull();
    await expectDiscreet(email);

    mailServer.behave('well');
    await server.ok('resendVerification', { body: { email } });
    await until('the new mail is delivered', () => mailServer.delivered.length > 0);
    expect(mailServer.delivered).toHaveLength(1);
    expect(await stored(email)).toMatchObject({ attempts: 1, body: '' });
  });
});

// The system resolves it to this machine, but by its name it could be any.
const elsewhere = (query = ''): string => `smtp://0.0.0.0:${mailServer.port}${query}`;

describe('a mail server that is not on this machine', () => {
  it('gets no mail without TLS', async () => {
    await start(elsewhere());
    const email = newEmail();
    await register(email);
    await until('it was tried', async () => (await stored(email)).last_error !== null);
    expect(mailServer.delivered).toEqual([]);
    expect(await stored(email)).toMatchObject({ refused_at: null, last_error: 'ETLS 502' });
    expect((await stored(email)).body).not.toBe('');
  });

  it.each(['?ignoreTLS=true', '?requireTLS=false'])('unless its address says %s', async (query) => {
    await start(elsewhere(query));
    await register(newEmail());
    await until('the mail is delivered', () => mailServer.delivered.length > 0);
    expect(mailServer.delivered).toHaveLength(1);
  });
});
