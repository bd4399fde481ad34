import { m } from 'messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RESET_LIFETIME_MS } from '#machines/contract/limits.ts';
import { until } from '#tests/support/process.ts';
import { newEmail, startTestServer, type TestServer } from '#tests/support/server.ts';

let clock = Date.UTC(2026, 0, 1);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.close());

const NEW = 'Brand-new-1';
/** Requests a link, and returns its token. */
async function mailedToken(email: string): Promise<string> {
  await server.ok('forgotPassword', { body: { email } });
  const [mail] = await server.mailbox(email);
  const link = new URL(mail?.links[0] ?? '');
  expect(link.pathname).toMatch(/^\/reset-password\/[\w-]{43}$/);
  expect(link.origin).toBe(server.config.appUrl);
  return link.pathname.slice('/reset-password/'.length);
}
const reset = async (token: string, newPassword = NEW) => {
  const { status, body } = await server.call('resetPassword', { body: { token, newPassword } });
  return [status, body];
};
const invalid = [400, { error: m.resetMissingToken() }];
const done = [200, { message: m.resetDone() }];

it('gives the same reply for every address, and mails only the owner', async () => {
  const person = await server.signUp();
  const unknown = newEmail();
  for (const email of [person.email, unknown]) {
    expect(await server.ok('forgotPassword', { body: { email } })).toEqual({
      message: m.forgotSent(),
    });
  }
  expect((await server.mailbox(person.email))[0]?.subject).toBe(
    'Choose a new password for Gameshow',
  );
  expect(await server.mailbox(unknown)).toEqual([]);
});

it('changes the password, and ends every older token and socket', async () => {
  const person = await server.signUp();
  const socket = await server.connect(person.token);
  const said: unknown[] = [];
  socket.on('signed-out', (payload) => said.push(payload));

  expect(await reset(await mailedToken(person.email))).toEqual(done);

  expect((await server.call('activeQuestions', { token: person.token })).status).toBe(401);
  await until('the socket is closed', () => !socket.connected);
  expect(said).toEqual([{ reason: 'changed' }]);
  const old = { email: person.email, password: person.password };
  expect((await server.call('login', { body: old })).status).toBe(401);
  const again = await server.signIn(person.email, NEW);
  expect((await server.call('activeQuestions', { token: again.token })).status).toBe(200);
  const [mail] = await server.mailbox(person.email);
  expect(mail?.subject).toBe('Your password for Gameshow was changed');
});

it('works once', async () => {
  const token = await mailedToken((await server.signUp()).email);
  expect(await reset(token)).toEqual(done);
  expect(await reset(token, 'Another-1-more')).toEqual(invalid);
});

it('works once when used ten times at once', async () => {
  const person = await server.signUp();
  const token = await mailedToken(person.email);
  const passwords = Array.from({ length: 10 }, (_, index) => `Together-${index}`);
  const answers = await Promise.all(passwords.map((password) => reset(token, password)));
  const winners = passwords.filter((_, index) => answers[index]?.[0] === 200);
  expect(winners).toHaveLength(1);
  expect(answers.filter(([status]) => status === 400)).toHaveLength(9);
  expect((await server.signIn(person.email, winners[0])).id).toBe(person.id);
});

it('accepts the newest link only', async () => {
  const { email } = await server.signUp();
  const first = await mailedToken(email);
  const second = await mailedToken(email);
  expect(await reset(first)).toEqual(invalid);
  expect(await reset(second)).toEqual(done);
});

it('expires after 60 minutes', async () => {
  const { email } = await server.signUp();
  const token = await mailedToken(email);
  clock += RESET_LIFETIME_MS;
  expect(await reset(token)).toEqual(invalid);
});

it.each(['nonsense', 'A'.repeat(43), '../../etc/passwd', "' or 1=1--"])(
  'refuses the token %s',
  async (token) => {
    expect(await reset(token)).toEqual(invalid);
  },
);

it('refuses a verification link', async () => {
  const email = newEmail();
  await server.ok('register', { body: { name: 'New', email, password: 'some password' } });
  const [mail] = await server.mailbox(email);
  const secret = new URL(mail?.links[0] ?? '').searchParams.get('hash') ?? '';
  expect(await reset(secret)).toEqual(invalid);
});

it.each([
  ['', m.resetFillIn()],
  ['Short-1', m.resetTooShort()],
  ['NO-LOWER-1', m.resetLower()],
  ['no-upper-1', m.resetUpper()],
  ['No-digit-here', m.resetDigit()],
  [`Aa1${'x'.repeat(126)}`, m.passwordTooLong()],
])('refuses the password %j and keeps the link [R9.reset-rule]', async (password, error) => {
  const token = await mailedToken((await server.signUp()).email);
  expect(await reset(token, password)).toMatchObject([422, { error }]);
  expect(await reset(token)).toEqual(done);
});

it('verifies the address too, since the link was mailed to it', async () => {
  const email = newEmail();
  await server.ok('register', { body: { name: 'New', email, password: 'some password' } });
  expect(await reset(await mailedToken(email))).toEqual(done);
  expect((await server.signIn(email, NEW)).email).toBe(email);
});

it('unblocks a sign-in that wrong guesses had blocked', async () => {
  const { email } = await server.signUp();
  const guess = { email, password: 'a guess' };
  for (let count = 0; count < 11; count += 1) await server.call('login', { body: guess });
  expect((await server.call('login', { body: guess })).status).toBe(429);
  await reset(await mailedToken(email));
  expect((await server.signIn(email, NEW)).email).toBe(email);
});

it('mails at most four an hour to one address for one network, and other requesters still get one', async () => {
  const { email } = await server.signUp();
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    statuses.push((await server.call('forgotPassword', { body: { email } })).status);
  }
  // One mail verified the address.
  expect(statuses).toEqual([200, 200, 200, 429]);
});
