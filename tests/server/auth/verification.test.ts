import { m } from 'messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERIFICATION_LIFETIME_MS } from '#machines/contract/limits.ts';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';

let clock = Date.UTC(2026, 0, 1);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.close());

type Link = Record<'email' | 'hash', string>;
const linkOf = (mail: { links: readonly string[] } | undefined): Link => {
  const { searchParams } = new URL(mail?.links[0] ?? '');
  return { email: searchParams.get('email') ?? '', hash: searchParams.get('hash') ?? '' };
};
/** A user who has registered, and the mailed link. */
async function registered(): Promise<{ email: string; link: Link }> {
  const email = newEmail();
  await server.ok('register', { body: { name: 'New', email, password: PASSWORD } });
  return { email, link: linkOf((await server.mailbox(email))[0]) };
}
const canSignIn = async (email: string): Promise<boolean> =>
  (await server.call('login', { body: { email, password: PASSWORD } })).status === 200;
const verify = async (query: Link) => {
  const { status, body } = await server.call('verifyEmail', { query });
  return [status, body];
};
const done = [200, { message: m.verificationSuccess() }];
const invalid = [400, { error: m.verificationInvalidLink() }];

it('succeeds repeatedly until the link expires [R4.verify-repeat]', async () => {
  const { email, link } = await registered();
  expect(await verify(link)).toEqual(done);
  expect(await verify(link)).toEqual(done);
  clock += VERIFICATION_LIFETIME_MS - 1;
  expect(await verify(link)).toEqual(done);
  clock += 1;
  expect(await verify(link)).toEqual(invalid);
  expect(await canSignIn(email)).toBe(true);
});

it.each(['.', '>', '),', '&gt;'])('works with %j after its link', async (behind) => {
  const { link } = await registered();
  expect(await verify({ ...link, hash: link.hash + behind })).toEqual(done);
});

it('expires after 24 hours [R4.verify-repeat]', async () => {
  const { email, link } = await registered();
  clock += VERIFICATION_LIFETIME_MS;
  expect(await verify(link)).toEqual(invalid);
  expect(await canSignIn(email)).toBe(false);
});

it('does not happen by loading the page or by HEAD [R4.verify-repeat]', async () => {
  const { email, link } = await registered();
  const search = new URLSearchParams(link).toString();
  expect((await server.raw(`/verify-email?${search}`)).status).toBe(200);
  await server.raw(`/verify-email?${search}`, { method: 'HEAD' });
  await server.raw(`/api/auth/verify-email?${search}`, { method: 'HEAD' });
  expect(await canSignIn(email)).toBe(false);
});

it('starts no session', async () => {
  const { link } = await registered();
  const answer = await server.call('verifyEmail', { query: link });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.body).toEqual({ message: m.verificationSuccess() });
});

it('accepts neither a guessed secret nor the link of another address [R7.verify-email-error]', async () => {
  const [mine, theirs] = [await registered(), await registered()];
  expect(await verify({ ...mine.link, hash: 'A'.repeat(43) })).toEqual(invalid);
  expect(await verify({ email: mine.email, hash: theirs.link.hash })).toEqual(invalid);
  expect(await canSignIn(mine.email)).toBe(false);
});

it('stores no secret in plain text', async () => {
  const { link } = await registered();
  const kept = await server.db.read.selectFrom('mail_token').select('hash').execute();
  expect(kept.map(({ hash }) => hash)).not.toContain(link.hash);
});

it('can be mailed again; the reply is the same for every address', async () => {
  const waiting = await registered();
  const verified = await server.signUp();
  const unknown = newEmail();
  for (const email of [waiting.email, verified.email, unknown]) {
    expect(await server.ok('resendVerification', { body: { email } })).toEqual({
      message: m.verificationSent(),
    });
  }
  const mails = await server.mailbox(waiting.email);
  expect(mails).toHaveLength(2);
  expect(await server.mailbox(verified.email)).toHaveLength(1);
  expect(await server.mailbox(unknown)).toEqual([]);
  // The older link still works: a second request has no penalty.
  expect(await verify(waiting.link)).toEqual(done);
  expect(await verify(linkOf(mails[0]))).toEqual(done);
});

const ask = async (email: string): Promise<number> =>
  (await server.call('resendVerification', { body: { email } })).status;

it('is limited to four requests an hour from one network, for known and unknown addresses', async () => {
  const { email } = await registered();
  const unknown = newEmail();
  const statusesOf = async (address: string, times: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1) statuses.push(await ask(address));
    return statuses;
  };
  expect(await statusesOf(email, 4)).toEqual([200, 200, 200, 429]);
  expect(await statusesOf(unknown, 5)).toEqual([200, 200, 200, 200, 429]);
  clock += 3_600_000;
  expect(await ask(email)).toBe(200);
});
