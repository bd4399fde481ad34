import { describe, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { serverEvents } from '#machines/contract/events.ts';
import { png, upload } from '#tests/support/media.ts';
import { ADMIN, until } from '#tests/support/process.ts';
import { newEmail, type TestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { twoServers, twoServersAreMissing } from '#tests/realtime/two-servers.ts';
import { openQuestion } from '#tests/support/questions.ts';

const wrong = (server: TestServer, email: string) =>
  server.call('login', { body: { email, password: 'not the password' } });

describe.skipIf(twoServersAreMissing !== null)(
  `two processes, ${twoServersAreMissing ?? 'with PostgreSQL and Redis'}`,
  () => {
    it('share accounts and one first admin', async () => {
      const { here, there } = await twoServers();
      const person = await here.signUp('Ann');
      expect(await there.signIn(person.email)).toMatchObject({ id: person.id, name: 'Ann' });
      expect((await there.call('activeQuestions', { token: person.token })).status).toBe(200);
      const admins = await here.db.read
        .selectFrom('user')
        .select('email')
        .where('role_id', '=', ROLE.admin)
        .execute();
      expect(admins).toEqual([{ email: ADMIN.email }]);
    });

    it('serve the pictures that the other one has stored [R2.media-processes]', async () => {
      const { here, there } = await twoServers();
      const { token } = await here.signIn(ADMIN.email, ADMIN.password);
      const { id } = await upload(here, token, png());
      const response = await fetch(`${there.url}/api/media/${id}`);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(png());
    });

    it('take rights away on both within a second, and close sockets on both', async () => {
      const { here, there } = await twoServers();
      const person = await here.signUp();
      expect((await there.call('activeQuestions', { token: person.token })).status).toBe(200);
      const socket = await there.connect(person.token);
      const admin = await here.signIn(ADMIN.email, ADMIN.password);
      const { id, name, email } = person;
      await until('both processes hear each other', async () => {
        const { status } = await there.raw('/readyz');
        return status === 200;
      });
      await here.ok('updateUser', {
        token: admin.token,
        params: { id },
        body: { name, email, role_id: ROLE.contestant },
      });
      await until(
        'the other process knows',
        async () => (await there.call('activeQuestions', { token: person.token })).status === 401,
        2_000,
      );
      await until('the socket is closed', () => !socket.connected);
    });

    it('count guesses together, and separately while Redis is down', async () => {
      const { redis, here, there } = await twoServers();
      const email = newEmail();
      for (let guess = 0; guess < 5; guess += 1) {
        expect((await wrong(here, email)).status).toBe(401);
        expect((await wrong(there, email)).status).toBe(401);
      }
      expect((await wrong(here, email)).status).toBe(429);
      expect((await wrong(there, email)).status).toBe(429);

      await redis.stop();
      const other = newEmail();
      await until('Redis is missed', async () => (await here.raw('/readyz')).status === 503);
      const statuses: number[] = [];
      for (let guess = 0; guess < 11; guess += 1) statuses.push((await wrong(here, other)).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
      // The counts in Redis continue where they were.
      await redis.start();
      await until('Redis is back', async () => (await here.raw('/readyz')).status === 200);
      expect((await wrong(there, newEmail())).status).toBe(401);
    });

    it('notify their own clients of boards that the other one has changed', async () => {
      const { here, there } = await twoServers();
      const admin = await here.signIn(ADMIN.email, ADMIN.password);
      const [ann, bob] = [await here.signUp('Ann'), await here.signUp('Bob')];
      const probe = await connectProbe(there.url, ann);
      onTestFinished(() => probe.close());
      await probe.next('snapshot');
      const { token } = admin;
      const { id, gameSessionId } = await openQuestion(here.ok, token);
      for (const player of [ann, bob])
        await here.ok('submitAnswer', {
          token: player.token,
          body: { gameSessionId, answerText: 'apple' },
        });
      const last = (name: string) =>
        probe.received.findLast((event) => event.name === name)?.payload;
      /**
       * The newest event for Ann: the number of players on the board of the day, and her own
       * points.
       */
      const told = () => {
        return [
          serverEvents['boards-updated'].safeParse(last('boards-updated')).data?.boards?.daily
            .people,
          serverEvents['standing-updated'].safeParse(last('standing-updated')).data?.daily.points,
        ];
      };
      await until('both are on the board', () => told().join() === '2,2');
      await here.ok('deleteUser', { token, params: { id: bob.id } });
      await until('one is left on it', () => told()[0] === 1);
      await here.ok('revokeHome', { token, params: { id } });
      await here.ok('deleteQuestion', { token, params: { id } });
      await until('nobody is left, and no points', () => told().join() === '0,0');
      const bare = probe.received.filter(
        ({ name, payload }) =>
          name === 'boards-updated' && serverEvents[name].parse(payload).boards === undefined,
      );
      expect(bare).toEqual([]);
    });

    it('leave one admin when two demote each other', async () => {
      const { here, there } = await twoServers();
      const first = await here.signIn(ADMIN.email, ADMIN.password);
      const second = await there.signInAs('admin');
      const demote = (server: TestServer, by: typeof first, whom: typeof first) =>
        server.call('updateUser', {
          token: by.token,
          params: { id: whom.id },
          body: { name: whom.name, email: whom.email, role_id: ROLE.home },
        });
      const answers = await Promise.all([
        demote(here, first, second),
        demote(there, second, first),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await here.db.read
        .selectFrom('user')
        .select('id')
        .where('role_id', '=', ROLE.admin)
        .execute();
      expect(left).toHaveLength(1);
    });
  },
);
