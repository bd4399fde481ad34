import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type CallName, callPath, calls } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { CALL_NAMES, mergeHandlers } from '#server/http/handlers.ts';
import type { Handlers } from '#server/http/route.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let people: Person[];
beforeAll(async () => {
  server = await startTestServer();
  people = [
    await server.signInAs('admin'),
    await server.signInAs('home'),
    await server.signInAs('contestant'),
  ];
});
afterAll(() => server.close());

/** Nonsense in every place, so that only who asks can decide. */
const ask = (name: CallName, token?: string) => {
  const { method, path }: Call = calls[name];
  const nowhere = { id: '%00', gameSessionId: '%00', userId: '%00' };
  return server.raw(callPath(path, server.config.brand, nowhere), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'GET' ? {} : { body: '{"malformed' }),
  });
};
/** Nobody for the public calls. */
const rolesOf = (name: CallName): readonly number[] => {
  const { access }: Call = calls[name];
  return access === 'public' ? [] : access;
};
const closed = CALL_NAMES.filter((name) => rolesOf(name).length > 0);

describe.each(closed)('%s', (name) => {
  it('asks who is there before it looks at anything else', async () => {
    for (const token of [undefined, 'nonsense', '']) {
      const { status, body } = await ask(name, token);
      expect([status, body]).toEqual([401, { error: MESSAGES.signInFirst }]);
    }
  });

  it('then asks for the role', async () => {
    const denied: number[] = [];
    for (const { token, roleId } of people) {
      if ((await ask(name, token)).status === 403) denied.push(roleId);
    }
    const roles: number[] = Object.values(ROLE);
    expect(denied).toEqual(roles.filter((role) => !rolesOf(name).includes(role)));
  });
});

it('says why', async () => {
  const home = people.find(({ roleId }) => roleId === ROLE.home);
  expect((await ask('adminStats', home?.token)).body).toEqual({ error: MESSAGES.adminOnly });
  expect((await ask('contestantQuestions', home?.token)).body).toEqual({
    error: MESSAGES.forbidden,
  });
});

it.each([
  'Basic YWRtaW46YWRtaW4=',
  'Bearer',
  'Bearer  ',
  'bearer: x',
  `Bearer ${'a'.repeat(5_000)}`,
])('takes %s for nobody', async (authorization) => {
  const { status } = await server.raw('/api/game-sessions/admin/stats', {
    headers: { authorization },
  });
  expect(status).toBe(401);
});

it('ignores a bearer that is none where everybody may ask', async () => {
  expect((await server.call('config', { token: 'nonsense' })).status).toBe(200);
});

it('takes no token from the address, a cookie or the body', async () => {
  const token = people[0]?.token ?? '';
  const path = '/api/game-sessions/admin/stats';
  expect((await server.raw(`${path}?token=${token}&authToken=${token}`)).status).toBe(401);
  const cookie = { cookie: `authToken=${token}; userRole=1` };
  expect((await server.raw(path, { headers: cookie })).status).toBe(401);
});

const serveAll = (): Handlers =>
  Object.fromEntries(CALL_NAMES.map((name) => [name, () => Promise.reject(new Error(name))]));

describe('the table of handlers', () => {
  it('has every call once', () => {
    expect([...mergeHandlers([serveAll()]).keys()]).toEqual(CALL_NAMES);
  });

  it('refuses a call that nobody serves, or two', () => {
    const { login, ...others } = serveAll();
    expect(() => mergeHandlers([others])).toThrow('The call login has 0 handlers.');
    expect(() => mergeHandlers([serveAll(), login === undefined ? {} : { login }])).toThrow(
      'The call login has 2 handlers.',
    );
  });
});
