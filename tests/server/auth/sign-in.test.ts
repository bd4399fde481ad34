import { m } from 'messages';
import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { jwtDecode } from 'jwt-decode';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TOKEN_LIFETIME_S } from '#machines/contract/limits.ts';
import { ADMIN } from '#tests/support/process.ts';
import {
  newEmail,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';

const SECRET = 'a secret of the tests with enough bytes in it';
const START = Date.UTC(2026, 0, 1, 12);
let clock = START;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { JWT_SECRET: SECRET }, now: () => clock });
});
afterAll(() => server.close());

const login = (email: string, password: string, headers = {}) =>
  server.call('login', { body: { email, password }, headers });
const asks = (token: string) => server.call('contestantQuestions', { token });
/** A contestant's call with another token: 200 for a valid one. */
const statusOf = async (token: string): Promise<number> => (await asks(token)).status;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const claimsOf = (person: Person, more: object = {}) => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role_id: person.roleId,
  ver: 0,
  exp: clock / 1_000 + 60,
  ...more,
});
const hmac = (header: object, payload: object, key = SECRET, hash = 'sha256'): string => {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`;
};
const HS256 = { alg: 'HS256', typ: 'JWT' };

describe('signing in', () => {
  it('answers a token that carries the account and ends after 12 hours [R3.token-claims]', async () => {
    const person = await server.signInAs('contestant', 'Con Testant');
    expect(jwtDecode(person.token)).toEqual({
      id: person.id,
      name: 'Con Testant',
      email: person.email,
      role_id: 3,
      ver: 0,
      exp: clock / 1_000 + TOKEN_LIFETIME_S,
    });
    expect(jwtDecode(person.token, { header: true }).alg).toBe('HS256');
  });

  it('gives the same reply for unknown addresses and wrong passwords', async () => {
    const person = await server.signInAs('home');
    const wrong = await login(person.email, 'not the password');
    const unknown = await login(newEmail(), 'not the password');
    expect([wrong.status, wrong.body]).toEqual([401, { error: m.loginWrong() }]);
    expect([unknown.status, unknown.body]).toEqual([401, { error: m.loginWrong() }]);
  });

  it.each([
    ['cut short', PASSWORD.slice(0, -1)],
    ['in other letter case', PASSWORD.toUpperCase()],
    ['longer', `${PASSWORD} `],
    ['beyond 128 characters', `${PASSWORD}${'x'.repeat(200)}`],
  ])('refuses the password %s', async (_, password) => {
    const person = await server.signInAs('home');
    expect((await login(person.email, password)).status).toBe(401);
  });

  it('compares passwords beyond 72 bytes', async () => {
    const email = newEmail();
    const admin = await server.signInAs('admin');
    const password = `${'y'.repeat(100)}1`;
    const body = { name: 'Long', email, password, role_id: 2 } as const;
    await server.ok('createUser', { token: admin.token, body });
    expect((await login(email, `${'y'.repeat(100)}2`)).status).toBe(401);
    expect((await login(email, password)).status).toBe(200);
  });

  it('requires verification, but only after a correct password [R7.login-unverified]', async () => {
    const email = newEmail();
    await server.ok('register', { body: { name: 'Late', email, password: PASSWORD } });
    expect((await login(email, 'not the password')).body).toEqual({ error: m.loginWrong() });

    const asked = async () => {
      const { status, body } = await login(email, PASSWORD);
      return [status, body];
    };
    const refused = (verificationEmailSent: boolean) => [
      403,
      {
        error: m.loginVerifyFirst(),
        code: 'needs-verification',
        requiresVerification: true,
        email,
        verificationEmailSent,
      },
    ];
    const answers = [await asked(), await asked(), await asked(), await asked()];
    expect(answers).toEqual([true, true, true, false].map(refused));
    expect(await server.mailbox(email)).toHaveLength(4);
  });
});

describe('guessing', () => {
  it('is blocked after ten tries from one address, whatever its headers claim', async () => {
    // A proxy's header disables the mailbox, which other tests here need.
    const other = await startTestServer({ now: () => clock });
    onTestFinished(() => other.close());
    const tryAt = (email: string, password: string, headers = {}) =>
      other.call('login', { body: { email, password }, headers });
    const victim = await other.signInAs('home');
    const neighbour = await other.signInAs('home');
    const guesses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const email = guess % 2 === 0 ? victim.email : ` ${victim.email.toUpperCase()}`;
      const { status } = await tryAt(email, `guess ${guess}`, {
        'x-forwarded-for': `10.0.0.${guess}`,
      });
      guesses.push(status);
    }
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);

    const refused = await tryAt(victim.email, PASSWORD);
    expect([refused.status, refused.body]).toEqual([429, { error: m.serverTooMany() }]);
    expect(Number(refused.headers.get('retry-after'))).toBe(300);
    // The session stays valid, and other users at that address can sign in.
    expect((await other.call('activeQuestions', { token: victim.token })).status).toBe(200);
    expect((await tryAt(neighbour.email, PASSWORD)).status).toBe(200);

    clock += 300_000;
    expect((await tryAt(victim.email, PASSWORD)).status).toBe(200);
  });

  it('from one network address blocks no other address', async () => {
    const behind = await startTestServer({ env: { TRUST_PROXY: '1' } });
    onTestFinished(() => behind.close());
    const from = async (address: string, password: string): Promise<number> => {
      const headers = { 'x-forwarded-for': address };
      return (await behind.call('login', { body: { ...ADMIN, password }, headers })).status;
    };
    for (let guess = 0; guess < 10; guess += 1) await from('10.0.0.1', 'not the password');
    expect(await from('10.0.0.1', ADMIN.password)).toBe(429);
    expect(await from('10.0.0.2', ADMIN.password)).toBe(200);
  });

  it('does not block a browser that has signed in before, which has ten tries of its own', async () => {
    const person = await server.signInAs('home');
    const signedIn = await login(person.email, PASSWORD);
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /^device=[\w.-]+; Path=\/api\/auth\/login; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    for (let count = 0; count < 10; count += 1) await login(person.email, 'a guess');
    expect((await login(person.email, PASSWORD)).status).toBe(429);
    for (let count = 0; count < 9; count += 1)
      expect((await login(person.email, 'mistyped', { cookie })).status).toBe(401);
    expect((await login(person.email, PASSWORD, { cookie })).status).toBe(200);
    for (let count = 0; count < 10; count += 1)
      await login(person.email, 'a guess', { cookie: `other=1; ${cookie}` });
    expect((await login(person.email, PASSWORD, { cookie })).status).toBe(429);
  });

  it('is not made easier by a cookie that is forged, expired or of another account', async () => {
    const own = { now: START };
    const other = await startTestServer({ now: () => own.now });
    onTestFinished(() => other.close());
    const tryWith = (email: string, password: string, headers = {}) =>
      other.call('login', { body: { email, password }, headers });
    const [victim, thief] = [await other.signInAs('home'), await other.signInAs('home')];
    const cookieOf = async ({ email }: Person): Promise<string> => {
      const { headers } = await tryWith(email, PASSWORD);
      return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    };
    const [theirs, valid] = [await cookieOf(thief), await cookieOf(victim)];
    const [name = '', value = ''] = valid.split('=');
    const [id = '', endS = '', signature = ''] = value.split('.');
    for (let count = 0; count < 10; count += 1) await tryWith(victim.email, 'a guess');
    const forged = [
      theirs,
      `${name}=${id}.${Number(endS) + 1}.${signature}`,
      `${name}=${'x'.repeat(28)}.${endS}.${signature}`,
      `${name}=${id}.${endS}.${'A'.repeat(43)}`,
      `${name}=`,
    ];
    for (const cookie of forged)
      expect([cookie, (await tryWith(victim.email, 'a guess', { cookie })).status]).toEqual([
        cookie,
        429,
      ]);
    expect((await tryWith(victim.email, 'a guess', { cookie: valid })).status).toBe(401);
    own.now += 31 * 24 * 3_600_000;
    for (let count = 0; count < 10; count += 1) await tryWith(victim.email, 'a guess');
    expect((await tryWith(victim.email, 'a guess', { cookie: valid })).status).toBe(429);
  });

  it('resets with the correct password', async () => {
    const person = await server.signInAs('home');
    const miss = () => login(person.email, 'not the password');
    for (let count = 0; count < 8; count += 1) await miss();
    expect((await login(person.email, PASSWORD)).status).toBe(200);
    for (let count = 0; count < 8; count += 1) expect((await miss()).status).toBe(401);
  });
});

describe('a token', () => {
  it('signed with the secret is accepted', async () => {
    const person = await server.signInAs('contestant');
    expect(await statusOf(hmac(HS256, claimsOf(person)))).toBe(200);
  });

  it.each<[string, (person: Person) => string]>([
    ['that is none', () => 'nonsense'],
    ['that is empty', () => ''],
    ['of another secret', (person) => hmac(HS256, claimsOf(person), 'another secret')],
    ['without algorithm', (person) => `${encode({ alg: 'none' })}.${encode(claimsOf(person))}.`],
    ['without algorithm, signed', (person) => hmac({ alg: 'none' }, claimsOf(person))],
    ['of HS512', (person) => hmac({ alg: 'HS512' }, claimsOf(person), SECRET, 'sha512')],
    [
      'that brings its own key',
      (person) => {
        const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
        const header = {
          alg: 'RS256',
          jwk: publicKey.export({ format: 'jwk' }),
          kid: '../../dev/null',
        };
        const input = `${encode(header)}.${encode(claimsOf(person))}`;
        const signature = signWith('sha256', Buffer.from(input), privateKey);
        return `${input}.${signature.toString('base64url')}`;
      },
    ],
    [
      'whose payload was changed',
      (person) => {
        const [header, , signature] = person.token.split('.');
        return `${header}.${encode(claimsOf(person, { role_id: 1 }))}.${signature}`;
      },
    ],
    ['that has ended', (person) => hmac(HS256, claimsOf(person, { exp: clock / 1_000 }))],
    ['that never ends', (person) => hmac(HS256, claimsOf(person, { exp: undefined }))],
    ['whose end is a text', (person) => hmac(HS256, claimsOf(person, { exp: '9999999999' }))],
    ['of another version', (person) => hmac(HS256, claimsOf(person, { ver: 1 }))],
    ['without version', (person) => hmac(HS256, claimsOf(person, { ver: undefined }))],
  ])('%s is refused', async (_, forge) => {
    const person = await server.signInAs('contestant');
    const { status, body } = await asks(forge(person));
    expect([status, body]).toEqual([401, { error: m.signInFirst() }]);
  });

  it('of a deleted account is refused with that reason', async () => {
    const person = await server.signInAs('contestant');
    const { status, body } = await asks(hmac(HS256, claimsOf(person, { id: 'nobody' })));
    expect([status, body]).toEqual([401, { error: m.accountDeleted(), code: 'deleted' }]);
  });

  it('has no rights of its own: they come from the account', async () => {
    const person = await server.signInAs('home');
    const token = createSigner({ key: SECRET, algorithm: 'HS256' })(
      claimsOf(person, { role_id: 1 }),
    );
    expect((await server.call('adminStats', { token })).status).toBe(401);
    const renewed = await server.ok('renewSession', { body: { token } });
    expect((await server.call('adminStats', { token: renewed.token })).status).toBe(403);
  });

  it('expires after 12 hours', async () => {
    const person = await server.signInAs('contestant');
    clock += TOKEN_LIFETIME_S * 1_000 - 1;
    expect(await statusOf(person.token)).toBe(200);
    clock += 1;
    expect(await statusOf(person.token)).toBe(401);
  });
});
