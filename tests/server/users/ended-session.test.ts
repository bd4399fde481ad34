import { afterEach, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { describeStores } from '#tests/support/databases.ts';
import {
  newEmail,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end();
});

/** Ends the session in the store. This process caches the account for up to a second and gets no announcement. */
const endElsewhere = async (
  server: TestServer,
  { id, token }: Pick<Person, 'id' | 'token'>,
  row: object,
): Promise<void> => {
  expect((await server.call('config', { token })).status).toBe(200);
  await server.db.write.updateTable('user').set(row).where('id', '=', id).execute();
};

describeStores('a session that another process has just ended', (_, place) => {
  const start = async (): Promise<TestServer> => {
    const { databaseUrl } = await place();
    const JWT_SECRET = 'a secret of the tests with enough bytes in it';
    const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, JWT_SECRET };
    const server = await startTestServer({ env });
    endings.push(() => server.close());
    return server;
  };
  it('cannot take over an account with a new password or address', async () => {
    const server = await start();
    for (const more of [{ password: 'of-the-thief-1' }, { email: newEmail() }]) {
      const { id, name, email, token } = await server.signInAs('home');
      await endElsewhere(server, { id, token }, { token_version: 1 });
      const body = { name, email, ...more };
      expect((await server.call('updateProfile', { token, body })).status).toBe(401);
      expect(await server.signIn(email)).toMatchObject({ id, email });
    }
  });

  it.each([
    ['an admin who is none any more', { role_id: ROLE.home }],
    ['an admin with a new password', { token_version: 1 }],
  ])('of %s neither gives nor removes rights', async (_who, row) => {
    const server = await start();
    const [admin, viewer] = [await server.signInAs('admin'), await server.signInAs('home')];
    const { token } = admin;
    await endElsewhere(server, admin, row);
    const made = { name: 'Made', email: newEmail(), password: PASSWORD, role_id: ROLE.admin };
    const raised = { name: admin.name, email: admin.email, role_id: ROLE.admin };
    const answers = await Promise.all([
      server.call('createUser', { token, body: made }),
      server.call('updateUser', { token, params: { id: admin.id }, body: raised }),
      server.call('deleteUser', { token, params: { id: viewer.id } }),
      server.call('createControlToken', { token, body: { name: 'Stream Deck' } }),
      server.call('createShowLink', { token }),
    ]);
    for (const { status } of answers) expect([401, 403]).toContain(status);
    expect((await server.signIn(viewer.email)).id).toBe(viewer.id);
  });
});
