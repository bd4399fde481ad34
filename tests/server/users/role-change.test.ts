import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { inTransaction } from '#server/db/client.ts';
import { createToken, recordRequest } from '#server/show/remote-control/tokens.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { newEmail, type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { openQuestion } from '#tests/support/questions.ts';

const onPostgres = async () => {
  const { url, drop } = await freshSchema();
  const env = { DATABASE_URL: url, JWT_SECRET: 'a secret of these tests that is long enough' };
  return { server: await startTestServer({ env }), drop };
};

describe.each([
  ['SQLite', async () => ({ server: await startTestServer(), drop: async () => {} }), null],
  ['PostgreSQL', onPostgres, postgresIsMissing],
] as const)('another role, %s', (_store, start, missing) => {
  describe.skipIf(missing !== null)('of an account', () => {
    let server: TestServer;
    let drop: () => Promise<void>;
    let admin: Person;
    beforeAll(async () => {
      ({ server, drop } = await start());
      admin = await server.signInAs('admin');
    });
    afterAll(async () => {
      await server.close();
      await drop();
    });

    const change = ({ id, name, email }: Person, roleId: RoleId, query = {}) =>
      server.call('updateUser', {
        token: admin.token,
        params: { id },
        query,
        body: { name, email, role_id: roleId },
      });
    const list = (name: 'activeQuestions' | 'contestantQuestions', token: string) =>
      server.call(name, { token });
    const renew = (token: string) => server.call('renewSession', { body: { token } });
    const renewed = async (token: string) => server.ok('renewSession', { body: { token } });

    it('limits the old token to renewal, with the role that the server has', async () => {
      const viewer = await server.signInAs('home');
      await change(viewer, ROLE.contestant);
      const role = [401, { error: m.roleChanged(), code: 'role' }];
      for (const name of ['activeQuestions', 'contestantQuestions'] as const) {
        const { status, body } = await list(name, viewer.token);
        expect([status, body]).toEqual(role);
      }
      const { token, user } = await renewed(viewer.token);
      const { id, name, email } = viewer;
      expect(user).toEqual({ id, name, email, role_id: ROLE.contestant });
      expect((await list('contestantQuestions', token)).status).toBe(200);
      expect((await list('activeQuestions', token)).status).toBe(403);
      expect((await list('contestantQuestions', viewer.token)).status).toBe(401);
    });

    it('removes all rights of an admin', async () => {
      const other = await server.signInAs('admin');
      await change(other, ROLE.home);
      expect((await server.call('adminStats', { token: other.token })).status).toBe(401);
      const { token } = await renewed(other.token);
      expect((await server.call('adminStats', { token })).status).toBe(403);
    });

    it('refuses an act of a control token that is revoked at the same time', async () => {
      const doing = inTransaction(server.db, (tx) => recordRequest(tx, 'revoked', 'a request', 0));
      await expect(doing).rejects.toMatchObject({ status: 401 });
    });

    it('ends the control tokens of an admin for good, even if the role is restored', async () => {
      const other = await server.signInAs('admin');
      const asked = { token: other.token, body: { name: 'Stream Deck' } };
      const { token: device } = await server.ok('createControlToken', asked);
      const isUseful = async () =>
        (await server.call('controlState', { token: device })).status === 200;
      expect(await isUseful()).toBe(true);
      await change(other, ROLE.home);
      expect(await isUseful()).toBe(false);
      const late = createToken({ db: server.db, now: Date.now }, 'Late', {
        id: other.id,
        version: 0,
      });
      await expect(late).rejects.toThrow(m.adminOnly());
      await change(other, ROLE.admin);
      expect(await isUseful()).toBe(false);
    });

    it('renews no token that a new password has ended', async () => {
      const viewer = await server.signInAs('home');
      const { name, email, token } = viewer;
      await server.ok('updateProfile', { token, body: { name, email, password: 'Brand-new-1' } });
      await change(viewer, ROLE.contestant);
      const { status, body } = await renew(token);
      expect([status, body]).toEqual([401, { error: m.signInFirst() }]);
    });

    it('renews no token from before a change of address', async () => {
      const viewer = await server.signInAs('home');
      await change({ ...viewer, email: newEmail() }, ROLE.contestant);
      expect((await renew(viewer.token)).status).toBe(401);
    });

    it('informs a deleted account of the deletion', async () => {
      const viewer = await server.signInAs('home');
      await server.ok('deleteUser', { token: admin.token, params: { id: viewer.id } });
      const deleted = [401, { error: m.accountDeleted(), code: 'deleted' }];
      for (const { status, body } of [
        await list('activeQuestions', viewer.token),
        await renew(viewer.token),
      ])
        expect([status, body]).toEqual(deleted);
    });

    it('is refused, if requested, while the user has an unanswered open question', async () => {
      const viewer = await server.signInAs('home', 'Vera');
      const other = await server.signInAs('contestant', 'Carl');
      const { token } = admin;
      const unlessAnswering = { unlessAnswering: 'true' };
      const ask = async (person: Person, roleId: RoleId) => {
        const { status, body } = await change(person, roleId, unlessAnswering);
        return status === 200 ? 200 : [status, body];
      };
      const disturbed = [
        409,
        { error: m.roleChangeWhileAnswering({ name: 'Vera' }), code: 'answering' },
      ];

      const { gameSessionId } = await openQuestion(server.ok, token);
      expect(await ask(viewer, ROLE.contestant)).toEqual(disturbed);
      // Allowed: a change to the same role, or from an audience that cannot answer.
      expect(await ask(viewer, ROLE.home)).toBe(200);
      expect(await ask(other, ROLE.home)).toBe(200);

      await server.ok('submitAnswer', {
        token: viewer.token,
        body: { gameSessionId, answerText: 'Apple' },
      });
      expect(await ask(viewer, ROLE.contestant)).toBe(200);
      // Without that request, the change is made.
      expect(await ask(other, ROLE.contestant)).toEqual([
        409,
        { error: m.roleChangeWhileAnswering({ name: 'Carl' }), code: 'answering' },
      ]);
      expect((await change(other, ROLE.contestant)).status).toBe(200);
    });
  });
});
