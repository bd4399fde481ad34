import { m } from 'messages';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { ADMIN } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let admin: Person;
beforeEach(async () => {
  server = await startTestServer();
  admin = await server.signIn(ADMIN.email, ADMIN.password);
});
afterEach(() => server.close());

const demote = async (by: Person, { id, name, email }: Person) => {
  const body = { name, email, role_id: ROLE.home };
  const { status, body: reply } = await server.call('updateUser', {
    token: by.token,
    params: { id },
    body,
  });
  return [status, reply];
};

it('stays admin [R6.last-admin]', async () => {
  expect(await demote(admin, admin)).toEqual([409, { error: m.usersLastAdmin() }]);
  expect((await server.call('adminStats', { token: admin.token })).status).toBe(200);
});

it('is left when all are demoted at once [R6.last-admin]', async () => {
  const others = [await server.signInAs('admin'), await server.signInAs('admin')];
  const all = [admin, ...others];
  await Promise.all(all.map((each) => demote(each, each)));
  const left = await server.db.read
    .selectFrom('user')
    .select('id')
    .where('role_id', '=', ROLE.admin)
    .execute();
  expect(left).toHaveLength(1);
});
