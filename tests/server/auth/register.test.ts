import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import type { Call } from '#machines/contract/call.ts';
import { type CallName, calls } from '#machines/contract/calls.ts';
import { VERIFICATION_LIFETIME_MS } from '#machines/contract/limits.ts';
import { mailsTo } from '#server/mail/store.ts';
import {
  cheapPasswords,
  newEmail,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';

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
/** A server that accepts any caller address; it has no mailbox, so tests read its mails from the store. */
async function openBehindProxy() {
  const clock = { now: Date.UTC(2026, 0, 1, 12) };
  const other = await startTestServer({ env: { TRUST_PROXY: '1' }, now: () => clock.now });
  onTestFinished(() => other.close());
  return {
    advance: (ms: number) => {
      clock.now += ms;
    },
    from: async (address: string, name: CallName, content: object): Promise<number> => {
      const query = new URLSearchParams(Object.entries(content));
      const { method, path }: Call = calls[name];
      const isGet = method === 'GET';
      const answer = await other.raw(isGet ? `${path}?${query.toString()}` : path, {
        method,
        headers: { 'x-forwarded-for': address, ...(!isGet && JSON_BODY) },
        ...(!isGet && { body: JSON.stringify(content) }),
      });
      return answer.status;
    },
    mailsOf: (recipient: string) =>
      mailsTo(other.db.read, { recipient, limit: 50, now: clock.now }),
  };
}
const JSON_BODY = { 'content-type': 'application/json' };
const accepted = { message: m.registerAccepted() };
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
      message: m.verificationSuccess(),
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

  it('is found in any letter case', async () => {
    const email = newEmail();
    await register(`  ${email.toUpperCase()} `);
    const [mail] = await server.mailbox(email);
    await server.ok('verifyEmail', { query: queryOf(mail?.links[0]) });
    const person = await server.signIn(email.toUpperCase());
    expect(person.email).toBe(email);
  });
});

describe('an address that has an account', () => {
  it('gets the same reply; the account is unchanged, and its owner is informed', async () => {
    const owner = await server.signUp('The Owner');
    const again = await register(owner.email, { name: 'Thief', password: 'another password' });
    expect([again.status, again.body]).toEqual([201, accepted]);

    const [mail] = await server.mailbox(owner.email);
    expect(mail?.subject).toBe('You already have an account at Gameshow');
    expect(mail?.text).toContain('Hello The Owner,');
    expect((await server.signIn(owner.email)).name).toBe('The Owner');
  });

  it('gets the same replies to registering and signing in as an address without an account', async () => {
    const compared: string[] = [];
    const passwords = cheapPasswords();
    const other = await startTestServer({
      passwords: {
        ...passwords,
        isRight: (password, ...rest) => {
          compared.push(password);
          return passwords.isRight(password, ...rest);
        },
      },
    });
    onTestFinished(() => other.close());
    const owner = await other.signInAs('home', 'The Owner');
    const stranger = 'the password of a stranger';
    const repliesFor = async (email: string) => {
      const body = { name: 'Stranger', email, password: stranger };
      compared.length = 0;
      const replies = [
        await other.call('register', { body }),
        await other.call('login', { body: { email, password: stranger } }),
        await other.call('login', { body: { email, password: 'a wrong password' } }),
        await other.call('resendVerification', { body: { email } }),
        await other.call('login', { body: { email, password: stranger } }),
        await other.call('login', { body: { email, password: stranger } }),
      ].map(({ status, body: reply }) => [status, JSON.stringify(reply).replaceAll(email, '…')]);
      return { replies, compared: [...compared] };
    };
    const known = await repliesFor(owner.email);
    expect(known).toEqual(await repliesFor(newEmail()));
    expect(known.replies.map(([status]) => status)).toEqual([201, 403, 401, 200, 403, 403]);
    // The owner gets only mails, none with a link that verifies.
    const links = (await other.mailbox(owner.email)).flatMap((mail) => mail.links);
    expect(links).not.toEqual([]);
    expect(links.filter((link) => link.includes('verify-email'))).toEqual([]);
    expect((await other.signIn(owner.email)).name).toBe('The Owner');
  });

  it('gets the same replies even if another person registered it before', async () => {
    const email = newEmail();
    const stranger = { email, password: 'the password of a stranger' };
    await register(email);
    const [mail] = await server.mailbox(email);
    await register(email, stranger);
    const signInOfStranger = async () => (await server.call('login', { body: stranger })).status;
    expect(await signInOfStranger()).toBe(403);
    await server.ok('verifyEmail', { query: queryOf(mail?.links[0]) });
    expect((await server.signIn(email)).name).toBe('New Body');
    expect(await signInOfStranger()).toBe(403);
    const person = await server.signIn(email);
    await server.ok('updateProfile', {
      token: person.token,
      body: { name: 'New Body', email: newEmail() },
    });
    expect(await signInOfStranger()).toBe(403);
  });

  it('allows no more guesses to another person who registers it', async () => {
    const owner = await server.signUp();
    const stranger = { email: owner.email, password: 'the password of a stranger' };
    await register(owner.email, stranger);
    const guess = { email: owner.email, password: 'a guess' };
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const body = count === 4 ? stranger : guess;
      statuses.push((await server.call('login', { body })).status);
    }
    statuses.push((await server.call('login', { body: guess })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 403, 401, 401, 401, 401, 401, 429]);
  });

  it('that several people have registered gets no further link, but a request to register again', async () => {
    const email = newEmail();
    await register(email);
    await register(email, { password: 'another password' });
    const asked = await server.ok('resendVerification', { body: { email } });
    expect(asked).toEqual({ message: m.verificationSent() });
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

  it('gets a mail that names the password behind a link when one of several has signed in', async () => {
    const email = newEmail();
    await register(email);
    await register(email, { password: 'the password of a stranger' });
    await server.call('login', { body: { email, password: 'the password of a stranger' } });
    const [mail] = await server.mailbox(email);
    expect(mail?.links[0]).toContain('/verify-email?');
    expect(mail?.text).toContain("If you haven't just logged in, please don't open the link");
  });

  it('is the same in full-width letters and with an international domain', async () => {
    const name = newEmail().split('@')[0] ?? '';
    const plain = `${name}@xn--bcher-kva.example`;
    expect((await register(`${name.toUpperCase()}＠Bücher.example`)).status).toBe(201);
    const [mail] = await server.mailbox(`${name}＠bücher.example`);
    await server.ok('verifyEmail', { query: queryOf(mail?.links[0]) });
    expect((await server.signIn(`${name}@BÜCHER.example`)).email).toBe(plain);
    const taken = await server.call('register', {
      body: { name: 'B', email: plain, password: PASSWORD },
    });
    expect(taken.status).toBe(201);
    expect((await server.mailbox(plain))[0]?.subject).toContain('You already have an account');
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

describe('refused registrations', () => {
  it.each([
    ['a password of five characters', { password: 'abcde' }, 422, m.passwordTooShort()],
    ['a password of 129', { password: 'x'.repeat(129) }, 422, m.passwordTooLong()],
    ['a password of 50,000', { password: 'x'.repeat(50_000) }, 422, m.passwordTooLong()],
    ['a common password', { password: 'password' }, 422, m.passwordCommon()],
    ['an empty name', { name: '  ' }, 422, 'Name is required.'],
    ['a name of two lines', { name: 'a\r\nBcc: x@y.example' }, 422, 'A name must be on one line.'],
    ['a name of 81', { name: 'x'.repeat(81) }, 422, 'At most 80 characters, please.'],
    ['a malformed address', { email: 'nobody' }, 422, m.forgotMalformed()],
    [
      'an address with a line break',
      { email: 'a@b.example\r\nBcc: c@d.example' },
      422,
      m.forgotMalformed(),
    ],
    ['two addresses', { email: 'a@b.example,c@d.example' }, 422, m.forgotMalformed()],
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
  ])('but accepts a name with %s', async (_, name) => {
    const person = await server.signUp(name);
    expect(person.name).toBe(name);
  });
});

describe('mails', () => {
  it('requested by one network do not block an owner elsewhere from registering', async () => {
    const { from, mailsOf } = await openBehindProxy();
    const email = newEmail();
    const asked: number[] = [];
    for (let count = 0; count < 6; count += 1)
      asked.push(await from('10.0.0.1', 'resendVerification', { email }));
    expect(asked).toEqual([200, 200, 200, 200, 429, 429]);
    expect(await from('10.0.0.2', 'register', { name: 'Owner', email, password: PASSWORD })).toBe(
      201,
    );
    expect(await mailsOf(email)).toHaveLength(1);
    expect(await from('10.0.0.1', 'forgotPassword', { email })).toBe(429);
    expect(await from('10.0.0.2', 'forgotPassword', { email })).toBe(200);
    expect(await mailsOf(email)).toHaveLength(2);
  });

  it('to one address are limited per hour for all requesters; the newest of the rest is delayed, and its link is valid for as long', async () => {
    const { from, mailsOf, advance } = await openBehindProxy();
    const email = newEmail();
    for (let count = 0; count < 30; count += 1) {
      const body = { name: 'Flood', email, password: `password of try ${count}` };
      expect(await from(`10.0.1.${count % 10}`, 'register', body)).toBe(201);
    }
    expect(await mailsOf(email)).toHaveLength(8);
    advance(60 * 60_000);
    const [mail, ...others] = await mailsOf(email);
    expect(others).toHaveLength(8);
    const signIn = { email, password: 'password of try 29' };
    expect(await from('10.0.2.1', 'login', signIn)).toBe(403);
    advance(VERIFICATION_LIFETIME_MS - 1);
    const [link = ''] = /https?:\S+/u.exec(mail?.body ?? '') ?? [];
    expect(await from('10.0.2.1', 'verifyEmail', queryOf(link))).toBe(200);
    expect(await from('10.0.2.1', 'login', signIn)).toBe(200);
  });

  it('are delayed if one network requests too many registrations, and none is refused', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await register(email)).status);
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 201));
    expect(await server.mailbox(email)).toHaveLength(4);
  });

  it('contain no name if the address is not verified', async () => {
    const email = newEmail();
    await register(email, { name: 'Win a prize' });
    await register(email, { name: 'Win another' });
    await server.ok('forgotPassword', { body: { email } });
    const mails = await server.mailbox(email);
    expect(mails).toHaveLength(3);
    for (const { text } of mails) {
      expect(text).toMatch(/^Hello,\n/);
      // Two words: the letters of one may occur in a link by chance.
      expect(text).not.toContain('Win a');
    }
    const [mail] = mails;
    const origins = mail?.links.map((link) => new URL(link).origin);
    expect(new Set(origins)).toEqual(new Set([server.config.appUrl]));
  });

  it('link to APP_URL, whatever the Host header', async () => {
    // A proxy's header disables the mailbox, which other tests here need.
    const other = await startTestServer();
    onTestFinished(() => other.close());
    const email = newEmail();
    // `fetch` cannot send another Host.
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
