import { m } from 'messages';
import { afterEach, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { describeStores } from '#tests/support/databases.ts';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';

const SECRET = 'a secret of the tests with enough bytes in it';
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end();
});

/** Three people who want the same new address, each with a confirmation mail there. */
const wanting = async (server: TestServer, email: string) => {
  const people = await Promise.all([1, 2, 3].map(() => server.signInAs('home')));
  await Promise.all(
    people.map(({ token, name }) => server.ok('updateProfile', { token, body: { name, email } })),
  );
  const mails = await server.mailbox(email);
  return mails.map(({ links }) => Object.fromEntries(new URL(links[0] ?? '').searchParams));
};
const confirm = async (server: TestServer, query: Record<string, string>) => {
  const { status, body } = await server.call('verifyEmail', { query });
  return { status, body };
};

describeStores('an address that several want', (_, place) => {
  const start = async (): Promise<TestServer> => {
    const { databaseUrl } = await place();
    const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, JWT_SECRET: SECRET };
    const server = await startTestServer({ env });
    endings.push(() => server.close());
    return server;
  };
  const done = { status: 200, body: { message: m.verificationSuccess() } };
  const lost = { status: 400, body: { error: m.verificationInvalidLink() } };

  it('has the name and password of the registration whose link was opened first', async () => {
    const server = await start();
    const registrations = [
      { name: 'Stranger', password: 'the password of a stranger' },
      { name: 'Owner', password: PASSWORD },
      { name: 'Latecomer', password: 'the password of a latecomer' },
    ];
    for (const opened of [0, 1, 2]) {
      const email = newEmail();
      for (const { name, password } of registrations)
        await server.ok('register', { body: { name, email, password } });
      const links = (await server.mailbox(email)).map(({ links: [link = ''] }) =>
        Object.fromEntries(new URL(link).searchParams),
      );
      // The newest mail comes first.
      const inOrder = links.toReversed();
      const first = inOrder[opened] ?? {};
      expect(await confirm(server, first)).toEqual(done);
      const signIns = registrations.map(({ password }) =>
        server.call('login', { body: { email, password } }),
      );
      const answers = await Promise.all(signIns);
      const name = registrations[opened]?.name;
      expect(answers.map(({ status }) => status)).toEqual(
        registrations.map((_one, index) => {
          if (index === opened) return 200;
          // The newest registration waits for verification (403); the older ones are replaced (401).
          return index === registrations.length - 1 ? 403 : 401;
        }),
      );
      expect(answers[opened]?.body).toMatchObject({ user: { name } });
      for (const query of inOrder) expect(await confirm(server, query)).toEqual(done);
      const { password = '' } = registrations[opened] ?? {};
      expect(await server.signIn(email, password)).toMatchObject({ name });
    }
  });

  it('has one reset link, even after many requests', async () => {
    const server = await start();
    const people = await Promise.all([1, 2, 3, 4].map(() => server.signUp()));
    for (const { email } of people)
      await Promise.all([1, 2, 3].map(() => server.ok('forgotPassword', { body: { email } })));
    const links = server.db.read.selectFrom('mail_token').where('purpose', '=', 'reset');
    expect(await links.select('id').execute()).toHaveLength(people.length);
  });

  it('is given to one user; the others are informed that their link is invalid', async () => {
    const server = await start();
    for (let round = 0; round < 2; round += 1) {
      const links = await wanting(server, newEmail());
      const answers = await Promise.all(links.map((query) => confirm(server, query)));
      expect(answers.toSorted((a, b) => a.status - b.status)).toEqual([done, lost, lost]);
      expect(await Promise.all(links.map((query) => confirm(server, query)))).toEqual(answers);
    }
  });

  it('is given to one user, even if an admin also creates one there and moves one there', async () => {
    const server = await start();
    const [admin, moved] = [await server.signInAs('admin'), await server.signInAs('home')];
    const { token } = admin;
    for (let round = 0; round < 2; round += 1) {
      const email = newEmail();
      const [one = {}, other = {}] = await wanting(server, email);
      const answers = await Promise.all([
        confirm(server, one),
        confirm(server, other),
        server.call('createUser', {
          token,
          body: { name: 'Made', email, password: PASSWORD, role_id: ROLE.home },
        }),
        server.call('updateUser', {
          token,
          params: { id: moved.id },
          body: { name: 'Moved', email, role_id: ROLE.home },
        }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    }
  });
});
