import { m } from 'messages';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import type { Call } from '#machines/contract/call.ts';
import { CALL_NAMES, calls } from '#machines/contract/calls.ts';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';
import { exchange } from '#tests/support/wire.ts';
import { createQuestion } from '#tests/support/questions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(async () => {
  if ((await server.raw('/healthz')).status !== 200) throw new Error('The server is gone.');
});

const json = { 'content-type': 'application/json' };
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  server.raw('/api/auth/register', { method: 'POST', headers, body });
const person = () => ({ name: 'Body', email: newEmail(), password: PASSWORD });

/** Sends these bytes and returns the reply. */
const tell = async (bytes: string) => (await exchange(server.url, [bytes])).replies[0];

describe('a request that does not match the schema: 400', () => {
  it.each([
    ['cut short', '{"name":"a"'],
    ['not JSON', 'name=a&email=b'],
    ['a number', '1'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number too large', '{"name":1e999}'],
    ['deep', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
    ['a deep list', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
    ['empty', '{}'],
  ])('%s', async (_, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.any(String) });
  });

  it('an unstorable field name, which is not repeated in the reply', async () => {
    const { status, body } = await post(JSON.stringify({ ...person(), 'a\0b': 1 }));
    expect([status, body]).toMatchObject([422, { error: m.textTextHasCharactersWe() }]);
  });

  it('no body at all', async () => {
    expect((await post('')).status).toBe(400);
  });

  it('bytes that are not text', async () => {
    expect((await post(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).status).toBe(400);
  });

  it('wrong types, each field named [R7.errors]', async () => {
    const { status, body } = await post(JSON.stringify({ name: 1, email: {}, password: ['x'] }));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: m.serverFieldWrongType({ field: 'name', expected: 'string' }),
      details: [
        { field: 'name', message: m.serverFieldWrongType({ field: 'name', expected: 'string' }) },
        { field: 'email', message: m.serverFieldWrongType({ field: 'email', expected: 'string' }) },
        {
          field: 'password',
          message: m.serverFieldWrongType({ field: 'password', expected: 'string' }),
        },
      ],
    });
  });

  it('unknown fields, each named, without any effect', async () => {
    const known = person();
    const { status, body } = await post(JSON.stringify({ ...known, nick: 'a', age: 1 }));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'nick is not a field of this call.',
      details: [
        { field: 'nick', message: 'nick is not a field of this call.' },
        { field: 'age', message: 'age is not a field of this call.' },
      ],
    });
    expect((await post(JSON.stringify(known))).status).toBe(201);
  });

  it.each(CALL_NAMES.filter((name) => name !== 'myLastAnswer'))(
    'of %s too, where it changes something',
    (name) => {
      const { method, body, mostBytes }: Call = calls[name];
      if (method === 'GET' || body === undefined || mostBytes !== undefined) return;
      const issues = safeParse(body, { unheardOf: 1 }).error?.issues.map(({ code }) => code);
      expect(issues).toContain('unrecognized_keys');
    },
  );

  it('what is missing, each field named [R7.errors]', async () => {
    expect((await post('{"name":"Ann"}')).body).toMatchObject({
      error: m.serverFieldMissing({ field: 'email' }),
      details: [{ field: 'email' }, { field: 'password' }],
    });
    expect((await post('[]')).body).toMatchObject({ error: m.serverMalformed() });
  });

  it('a thousand unknown fields: ten of them are named', async () => {
    const more = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1]));
    const { status, body } = await post(JSON.stringify({ ...person(), ...more }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: { length: 10 } });
  });
});

describe('a missing body where an empty one is allowed,', () => {
  it.each([
    ['says nothing of its type', {}],
    ['says that it is JSON', json],
  ])('counts as an empty one: it %s', async (_, headers) => {
    const { token } = await server.signInAs('admin');
    const { id } = await createQuestion(server.ok, token);
    const released = await server.call('release', { token, params: { id }, headers });
    expect([released.status, released.body]).toMatchObject([
      200,
      { question: { shown_on_air: true } },
    ]);
  });
});

describe('prototype-polluting keys', () => {
  it.each([
    '{"__proto__":{"roleId":1,"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"name":{"__proto__":{"polluted":true}}}',
    String.raw`{"__pr\u006fto__":{"polluted":true}}`,
  ])('%s', async (body) => {
    expect((await post(body)).status).toBe(400);
    expect('polluted' in {}).toBe(false);
  });

  it('in the URL have no effect', async () => {
    await server.raw('/api/config?__proto__[polluted]=1&constructor.prototype.polluted=1');
    expect('polluted' in {}).toBe(false);
  });
});

it('a body larger than 100,000 bytes: 413', async () => {
  const answer = await post(JSON.stringify({ ...person(), password: 'x'.repeat(200_000) }));
  expect([answer.status, answer.body]).toEqual([413, { error: m.serverTooLarge() }]);
});

it.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
])('an unsupported media type, %s: 415', async (type) => {
  const answer = await post(JSON.stringify(person()), { 'content-type': type });
  expect([answer.status, answer.body]).toEqual([415, { error: m.serverMalformed() }]);
});

describe('an unknown path: 404', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/api/auth/login'],
    ['DELETE', '/api/auth/login'],
    ['POST', '/nothing'],
    ['GET', '/api/auth/admin/create-{product}-user'],
    ['GET', '/api/game-sessions/leaderboard/a%00b'],
    ['GET', `/api/game-sessions/leaderboard/${'x'.repeat(65)}`],
  ])('%s %s', async (method, path) => {
    const { status, body } = await server.raw(path, { method });
    expect([status, body]).toEqual([404, { error: m.notFound() }]);
  });
});

it('a URL longer than any valid one: 414', async () => {
  const { status, body } = await server.raw(`/api/game-sessions/leaderboard/${'x'.repeat(5_000)}`);
  expect([status, body]).toEqual([414, { error: m.serverMalformed() }]);
});

describe('malformed HTTP requests', () => {
  it.each([
    ['a malformed address', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n', 417],
    ['nonsense', 'HELLO\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /',
      400,
    ],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_, bytes, status) => {
    expect((await tell(bytes))?.status).toBe(status);
  });

  it.each([
    [
      'a malformed address',
      'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      m.serverMalformed(),
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', m.serverMalformed()],
    [
      'an expectation',
      'GET /api/config HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n',
      m.serverMalformed(),
    ],
    ['nonsense', 'HELLO\r\n\r\n', m.serverMalformed()],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      m.serverMalformed(),
    ],
    [
      'huge headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
      m.serverTooLarge(),
    ],
  ])('get a JSON reply: %s', async (_, bytes, error) => {
    const reply = await tell(bytes);
    expect(reply?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply?.headers.get('x-content-type-options')).toBe('nosniff');
    expect(JSON.parse(reply?.body ?? '')).toEqual({ error });
  });

  it.each([
    ['no host in HTTP/1.0', 'GET /api/config HTTP/1.0\r\n\r\n'],
    ['an empty host', 'GET /api/config HTTP/1.1\r\nHost:\r\n\r\n'],
    [
      'the expectation of a 100',
      'GET /api/config HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\n\r\n',
    ],
  ])('get the status: %s', async (_, bytes) => {
    expect((await tell(bytes))?.status).toBe(200);
  });
});
