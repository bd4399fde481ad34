import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { CANCELLING_LIFETIME_MS } from '#machines/contract/limits.ts';
import { until } from '#tests/support/process.ts';
import {
  newEmail,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
});
afterAll(() => server.close());

const NEW = 'Brand-new-1';
const STOLEN = 'the thief was here';
const enter = (token: string, email: string, more: object = {}) =>
  server.ok('updateProfile', { token, body: { name: 'A home', email, ...more } });
const newestLink = async (email: string, path: RegExp): Promise<string> => {
  const links = (await server.mailbox(email)).flatMap((mail) => mail.links);
  return links.find((link) => path.test(link)) ?? 'none';
};
const confirm = async (email: string): Promise<number> => {
  const query = Object.fromEntries(new URL(await newestLink(email, /verify-email/)).searchParams);
  return (await server.call('verifyEmail', { query })).status;
};
const cancelling = (email: string) => newestLink(email, /cancel-email-change/);
const cancel = async (link: string) => {
  const token = new URL(link).pathname.split('/').at(-1) ?? '';
  const { status, body } = await server.call('cancelEmailChange', { body: { token } });
  return [status, body];
};
const chooseAnew = async (email: string): Promise<number> => {
  const link = await newestLink(email, /reset-password/);
  const token = new URL(link).pathname.split('/').at(-1) ?? '';
  return (await server.call('resetPassword', { body: { token, newPassword: NEW } })).status;
};
const signIn = async (email: string, password: string): Promise<number> =>
  (await server.call('login', { body: { email, password } })).status;
const isIn = async (token: string): Promise<boolean> =>
  (await server.call('activeQuestions', { token })).status === 200;

const done = [200, { message: m.cancelEmailChangeDone() }];
const over = [400, { error: m.cancelEmailChangeInvalidLink() }];

/** A user whose phone was borrowed: the attacker has entered an address of their own. */
async function borrowed(more: object = {}) {
  const owner = await server.signInAs('home');
  const thief = newEmail();
  const { token = owner.token } = await enter(owner.token, thief, more);
  return { owner, thief, token, link: await cancelling(owner.email) };
}

describe('the link to the old address', () => {
  it('points to our site, says what it does, and changes nothing when opened', async () => {
    const { owner, thief, link } = await borrowed();
    const [mail] = await server.mailbox(owner.email);
    expect(mail?.subject).toBe('Your email address at Gameshow is being changed');
    expect(mail?.text).not.toContain(thief);
    expect(new URL(link).origin).toBe(server.config.appUrl);
    const { pathname } = new URL(link);
    expect(pathname).toMatch(/^\/cancel-email-change\/[\w-]{43}$/);
    for (const method of ['GET', 'HEAD']) {
      expect((await server.raw(pathname, { method })).status).toBe(200);
    }
    expect((await server.raw('/api/auth/cancel-email-change')).status).toBe(404);
    expect(await isIn(owner.token)).toBe(true);
    expect(await confirm(thief)).toBe(200);
  });

  it('cancels the change, signs out every session, and leads to a new password [R7.cancel-email-change]', async () => {
    const { owner, thief, link } = await borrowed();
    await server.ok('forgotPassword', { body: { email: owner.email } });
    const before = await newestLink(owner.email, /reset-password/);
    const socket = await server.connect(owner.token);
    const said: unknown[] = [];
    socket.on('signed-out', (payload) => said.push(payload));

    expect(await cancel(link)).toEqual(done);

    await until('the socket is closed', () => !socket.connected);
    expect(said).toEqual([{ reason: 'changed' }]);
    expect(await isIn(owner.token)).toBe(false);
    expect(await confirm(thief)).toBe(400);
    expect(await newestLink(owner.email, /reset-password/)).not.toBe(before);
    // A session with the old password may be the attacker's.
    expect(await signIn(owner.email, PASSWORD)).toBe(401);
    expect(await chooseAnew(owner.email)).toBe(200);
    expect(await signIn(owner.email, NEW)).toBe(200);
  });

  it('takes the account back after the change was confirmed, and the password changed [R7.cancel-email-change]', async () => {
    const { owner, thief, link } = await borrowed();
    expect(await confirm(thief)).toBe(200);
    const { token } = await server.signIn(thief);
    await enter(token, thief, { password: STOLEN });
    expect(await signIn(owner.email, PASSWORD)).toBe(401);

    expect(await cancel(link)).toEqual(done);

    expect([await signIn(thief, STOLEN), await signIn(owner.email, STOLEN)]).toEqual([401, 401]);
    expect(await chooseAnew(owner.email)).toBe(200);
    expect((await server.signIn(owner.email, NEW)).id).toBe(owner.id);
    await server.ok('forgotPassword', { body: { email: thief } });
    expect(await newestLink(thief, /reset-password/)).toBe('none');
  });

  it('survives a new password, and a reset at the new address', async () => {
    const { owner, thief, link } = await borrowed({ password: STOLEN });
    await confirm(thief);
    await server.ok('forgotPassword', { body: { email: thief } });
    expect(await chooseAnew(thief)).toBe(200);
    expect(await cancel(link)).toEqual(done);
    expect(await signIn(thief, NEW)).toBe(401);
    expect(await chooseAnew(owner.email)).toBe(200);
  });

  it('overrides the link of a later change, and ends it', async () => {
    const { owner, thief, link } = await borrowed();
    await confirm(thief);
    const next = newEmail();
    await enter((await server.signIn(thief)).token, next);
    await confirm(next);
    const ofThief = await cancelling(thief);
    expect(await cancel(ofThief)).toEqual(done);
    expect(await cancel(link)).toEqual(done);
    expect(await chooseAnew(thief)).toBe(400);
    expect(await chooseAnew(owner.email)).toBe(200);

    const second = await borrowed();
    await confirm(second.thief);
    await enter((await server.signIn(second.thief)).token, newEmail());
    const later = await cancelling(second.thief);
    expect(await cancel(second.link)).toEqual(done);
    expect(await cancel(later)).toEqual(over);
    expect(await chooseAnew(second.owner.email)).toBe(200);
  });

  it('works once', async () => {
    const { owner, link } = await borrowed();
    const answers = await Promise.all([cancel(link), cancel(link), cancel(link)]);
    expect(answers).toEqual([done, done, done]);
    const mails = await server.mailbox(owner.email);
    expect(mails.filter(({ links }) => links.some((each) => /reset/.test(each)))).toHaveLength(1);
    await chooseAnew(owner.email);
    expect(await cancel(link)).toEqual(done);
    expect(await signIn(owner.email, NEW)).toBe(200);
  });

  it('works for seven days', async () => {
    const { owner, link } = await borrowed();
    const own = server.db.read
      .selectFrom('mail_token')
      .select(['created_at', 'expires_at'])
      .where('user_id', '=', owner.id)
      .where('purpose', '=', 'cancel-email-change');
    const [row] = await own.execute();
    expect(row?.expires_at).toBe((row?.created_at ?? 0) + CANCELLING_LIFETIME_MS);
    await server.db.write
      .updateTable('mail_token')
      .set({ expires_at: Date.now() })
      .where('user_id', '=', owner.id)
      .execute();
    expect(await cancel(link)).toEqual(over);
    expect(await isIn(owner.token)).toBe(true);
  });

  it.each(['nonsense', 'A'.repeat(43), '../../etc/passwd', "' or 1=1--"])(
    'cannot be guessed: %s',
    async (token) => {
      const { status, body } = await server.call('cancelEmailChange', { body: { token } });
      expect([status, body]).toEqual(over);
    },
  );

  it('is stored as a hash, and does not work as a link of another kind', async () => {
    const { owner, thief, link } = await borrowed();
    const secret = new URL(link).pathname.split('/').at(-1) ?? '';
    const kept = await server.db.read.selectFrom('mail_token').select('hash').execute();
    expect(kept.map(({ hash }) => hash)).not.toContain(secret);
    const asReset = { body: { token: secret, newPassword: NEW } };
    expect((await server.call('resetPassword', asReset)).status).toBe(400);
    const query = { email: owner.email, hash: secret };
    expect((await server.call('verifyEmail', { query })).status).toBe(400);
    const other = new URL(await newestLink(thief, /verify-email/)).searchParams.get('hash') ?? '';
    const asCancel = await server.call('cancelEmailChange', { body: { token: other } });
    expect(asCancel.status).toBe(400);
  });
});

describe('an old address that another user has registered by now', () => {
  it('is restored if the other user has not verified it', async () => {
    const { owner, thief, link } = await borrowed();
    await confirm(thief);
    const body = { name: 'Squatter', email: owner.email, password: STOLEN };
    await server.ok('register', { body });
    expect(await cancel(link)).toEqual(done);
    expect(await chooseAnew(owner.email)).toBe(200);
    expect((await server.signIn(owner.email, NEW)).id).toBe(owner.id);
  });

  it('stays with the other user if it is verified; the reply says what to do, and the link remains valid', async () => {
    const { owner, thief, link } = await borrowed();
    await confirm(thief);
    const body = { name: 'Other', email: owner.email, password: PASSWORD, role_id: ROLE.home };
    const { user } = await server.ok('createUser', { token: admin.token, body });
    expect(await cancel(link)).toEqual([409, { error: m.cancelEmailChangeTaken() }]);
    expect((await server.signIn(owner.email)).id).toBe(user.id);
    expect(await signIn(thief, PASSWORD)).toBe(200);
    await server.ok('deleteUser', { token: admin.token, params: { id: user.id } });
    expect(await cancel(link)).toEqual(done);
  });
});

it('an address set by an admin is final', async () => {
  const { owner, thief, link } = await borrowed();
  await confirm(thief);
  const email = newEmail();
  await server.ok('updateUser', {
    token: admin.token,
    params: { id: owner.id },
    body: { name: owner.name, email, role_id: ROLE.contestant },
  });
  expect(await cancel(link)).toEqual(over);
  expect((await server.signIn(email)).id).toBe(owner.id);
});

it('a change of role keeps the link to the old address valid', async () => {
  const { owner, thief, link } = await borrowed();
  await confirm(thief);
  await server.ok('updateUser', {
    token: admin.token,
    params: { id: owner.id },
    body: { name: owner.name, email: thief, role_id: ROLE.contestant },
  });
  expect(await cancel(link)).toEqual(done);
});
