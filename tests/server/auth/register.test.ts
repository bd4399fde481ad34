import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const register = (email: string, more: object = {}) =>
  server.raw('/api/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'New Body', email, password: PASSWORD, ...more }),
  });
const accepted = { message: MESSAGES.register.accepted };
const queryOf = (link = ''): Record<string, string> =>
  Object.fromEntries(new URL(link).searchParams);

describe('a person who registers', () => {
  it('verifies the address with the mailed link and signs in as a home viewer [R6.register-home-viewer R2.verify-query]', async () => {
    const email = newEmail();
    const registered = await register(email);
    expect([registered.status, registered.body]).toEqual([201, accepted]);

    const [mail, ...others] = await server.mailbox(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: email,
      subject: 'Verify your email address for Gameshow',
    });
    const link = new URL(mail?.links[0] ?? '');
    expect(link.origin + link.pathname).toBe(`${server.config.appUrl}/verify-email`);
    expect(link.searchParams.get('email')).toBe(email);

    const early = await server.call('login', { body: { email, password: PASSWORD } });
    expect(early.status).toBe(403);

    expect(await server.ok('verifyEmail', { query: queryOf(mail?.links[0]) })).toEqual({
      message: MESSAGES.verification.success,
    });
    const person = await server.signIn(email);
    expect(person).toMatchObject({ name: 'New Body', email, roleId: ROLE.home });
  });

  it.each([
    ['a role', { role_id: ROLE.admin }],
    ['being verified', { verified: true, verified_at: 1, email_verified: true }],
    ['an id and points', { id: 'chosen', total_score: 1_000 }],
  ])('cannot choose %s [R6.register-home-viewer]', async (_, more) => {
    const email = newEmail();
    expect((await register(email, more)).status).toBe(400);
    expect((await register(email)).status).toBe(201);
    const [mail] = await server.mailbox(email);
    await server.ok('verifyEmail', { query: queryOf(mail?.links[0]) });
    const person = await server.signIn(email);
    expect(person.roleId).toBe(ROLE.home);
    expect(person.id).not.toBe('chosen');
  });

  it('is found under any spelling of letter case', async () => {
    const email = newEmail();
    await register(`  ${email.toUpperCase()} `);
    const [mail] = await server.mailbox(email);
    await server.ok('verifyEmail', { query: queryOf(mail?.links[0]) });
    const person = await server.signIn(email.toUpperCase());
    expect(person.email).toBe(email);
  });
});

describe('an address that has an account', () => {
  it('gets the same answer; the account stays, and its owner is told', async () => {
    const owner = await server.signUp('The Owner');
    const again = await register(owner.email, { name: 'Thief', password: 'another password' });
    expect([again.status, again.body]).toEqual([201, accepted]);

    const [mail] = await server.mailbox(owner.email);
    expect(mail?.subject).toBe('You already have an account at Gameshow');
    expect(mail?.text).toContain('Hello The Owner,');
    expect((await server.signIn(owner.email)).name).toBe('The Owner');
    const thief = { email: owner.email, password: 'another password' };
    expect((await server.call('login', { body: thief })).status).toBe(401);
  });

  it('that several have registered is mailed another link to none of them, but asked to register again', async () => {
    const email = newEmail();
    await register(email);
    await register(email, { password: 'another password' });
    const asked = await server.ok('resendVerification', { body: { email } });
    expect(asked).toEqual({ message: MESSAGES.verification.sent });
    const [mail] = await server.mailbox(email);
    expect(mail?.links).toEqual([`${server.config.appUrl}/register`, server.config.appUrl]);
  });

  it('leads the newest of several to the verification, with a link of their own', async () => {
    const email = newEmail();
    await register(email, { password: 'another password' });
    await register(email);
    const early = await server.call('login', { body: { email, password: PASSWORD } });
    expect([early.status, early.body]).toMatchObject([403, { verificationEmailSent: true }]);
    const [mail] = await server.mailbox(email);
    await server.ok('verifyEmail', { query: queryOf(mail?.links[0]) });
    expect((await server.signIn(email)).email).toBe(email);
  });

  it('is told whose password a link goes with when one of several has signed in', async () => {
    const email = newEmail();
    await register(email);
    await register(email, { password: 'the password of a stranger' });
    await server.call('login', { body: { email, password: 'the password of a stranger' } });
    const [mail] = await server.mailbox(email);
    expect(mail?.links[0]).toContain('/verify-email?');
    expect(mail?.text).toContain('If you have not just signed in, please do not open the link');
  });

  it('that registers twenty times at once has one account', async () => {
    const emails = Array.from({ length: 3 }, () => newEmail());
    const answers = await Promise.all(
      emails.flatMap((email) => [register(email), register(email), register(email)]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 201));
    const { rows } = await server.db.read
      .selectFrom('user')
      .select('email')
      .where('email', 'in', emails)
      .execute()
      .then((found) => ({ rows: found.map(({ email }) => email).toSorted() }));
    expect(rows).toEqual(emails.toSorted());
  });
});

describe('what is refused', () => {
  it.each([
    ['a password of five characters', { password: 'abcde' }, 422, MESSAGES.password.tooShort],
    ['a password of 129', { password: 'x'.repeat(129) }, 422, MESSAGES.password.tooLong],
    ['a password of 50,000', { password: 'x'.repeat(50_000) }, 422, MESSAGES.password.tooLong],
    ['a common password', { password: 'password' }, 422, MESSAGES.password.common],
    ['an empty name', { name: '  ' }, 422, 'Name is required.'],
    ['a name of two lines', { name: 'a\r\nBcc: x@y.example' }, 422, 'A name is a single line.'],
    ['a name of 81', { name: 'x'.repeat(81) }, 422, 'At most 80 characters, please.'],
    ['a malformed address', { email: 'nobody' }, 422, MESSAGES.forgot.malformed],
    [
      'an address with a line break',
      { email: 'a@b.example\r\nBcc: c@d.example' },
      422,
      MESSAGES.forgot.malformed,
    ],
    ['two addresses', { email: 'a@b.example,c@d.example' }, 422, MESSAGES.forgot.malformed],
  ])(
    '%s [R5.password-min-6 R5.register-name-required R7.register-error]',
    async (_, wrong, status, error) => {
      const answer = await register(newEmail(), wrong);
      expect([answer.status, answer.body]).toMatchObject([status, { error }]);
    },
  );

  it.each([
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
  ])('a name with %s', async (_, name) => {
    expect((await register(newEmail(), { name })).status).toBe(422);
  });

  it.each([
    ['markup', '<script>alert(1)</script>'],
    ['emoji', '👩‍👩‍👧‍👦 family'],
    ['another script', 'Ἀριστοτέλης 司馬遷 محمد'],
    ['SQL', "Robert'); DROP TABLE user;--"],
    ['the look of a format', '%s %d {{7*7}} ${7*7}'],
  ])('but not a name with %s', async (_, name) => {
    const person = await server.signUp(name);
    expect(person.name).toBe(name);
  });
});

describe('mails', () => {
  it('are at most three an hour to one address, whoever asks', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await register(email)).status);
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    const refused = await register(email);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await server.mailbox(email)).toHaveLength(3);
  });

  it('carry no name to an address that is not verified', async () => {
    const email = newEmail();
    await register(email, { name: 'Win a prize' });
    await register(email, { name: 'Win another' });
    await server.ok('forgotPassword', { body: { email } });
    const mails = await server.mailbox(email);
    expect(mails).toHaveLength(3);
    for (const { text } of mails) {
      expect(text).toMatch(/^Hello,\n/);
      // Two words: the letters of one may stand in a link by chance.
      expect(text).not.toContain('Win a');
    }
    const [mail] = mails;
    const origins = mail?.links.map((link) => new URL(link).origin);
    expect(new Set(origins)).toEqual(new Set([server.config.appUrl]));
  });

  it('point to APP_URL, whatever Host says', async () => {
    // A proxy's header ends the mailbox, which others here need.
    const other = await startTestServer();
    onTestFinished(() => other.close());
    const email = newEmail();
    // `fetch` would not send another Host.
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const call = request(
        `${other.url}/api/auth/register`,
        {
          method: 'POST',
          headers: {
            host: 'evil.example',
            'x-forwarded-host': 'evil.example',
            'content-type': 'application/json',
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      call.on('error', reject);
      call.end(JSON.stringify({ name: 'Host', email, password: PASSWORD }));
    });
    expect(status).toBe(201);
    const mail = await other.db.read
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', email)
      .executeTakeFirst();
    expect(mail?.body).toContain(`${other.config.appUrl}/verify-email`);
    expect(mail?.body).not.toContain('evil');
  });
});
