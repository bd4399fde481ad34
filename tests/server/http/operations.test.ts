import { m } from 'messages';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { CALL_NAMES, calls } from '#machines/contract/calls.ts';
import type { Call } from '#machines/contract/call.ts';
import { createLog } from '#server/log.ts';
import { ADMIN, until } from '#tests/support/process.ts';
import { openStore } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { BRAND_NAME: 'The Quiz', BRAND_SLUG: 'quiz' } });
});
afterAll(() => server.close());

/** The status of a reply to these headers; `fetch` does not allow setting Host. */
const statusFrom = (url: string, path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const call = request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end();
  });

it('reports that it is alive, and that it is ready', async () => {
  expect(await server.raw('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await server.raw('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

it('is not ready without its store', async () => {
  const other = await startTestServer();
  await other.db.close();
  const ready = await other.raw('/readyz');
  expect([ready.status, ready.body]).toEqual([503, { error: m.serverUnavailable() }]);
  expect(ready.headers.get('retry-after')).toBe('2');
  expect((await other.raw('/healthz')).status).toBe(200);
  const login = await other.call('login', { body: { email: 'a@b.example', password: 'x' } });
  expect(login.status).toBe(503);
  await other.close();
});

it('is not ready once its store turns out to be damaged, with 503', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'damaged-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const store = await openStore(dataDir);
  const file = join(dataDir, 'store.sqlite');
  await store.close();
  const { size: sound } = await stat(file);
  const filled = await openStore(dataDir);
  const row = { at: 1, user_id: null, action: 'x'.repeat(4_000), target: null, address: '::1' };
  for (let id = 0; id < 100; id += 1)
    await filled.write
      .insertInto('audit')
      .values({ ...row, id: `${id}` })
      .execute();
  await filled.close();
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - sound, 0xaa), 0, undefined, sound);
  await handle.close();

  const logged: string[] = [];
  const log = createLog('error', { write: (line) => void logged.push(line) });
  const other = await startTestServer({ dataDir, log });
  onTestFinished(() => other.close());
  const admin = await other.signIn(ADMIN.email, ADMIN.password);
  expect((await other.raw('/readyz')).status).toBe(200);
  const { status, body } = await other.call('adminAudit', { token: admin.token });
  expect([status, body]).toEqual([503, { error: m.serverUnavailable() }]);
  // The store is probed again after a moment.
  await until('it is not ready', async () => (await other.raw('/readyz')).status === 503);
  expect(logged.join('')).toContain('The store is damaged (SQLITE_CORRUPT');
});

it('sends a client the public configuration [R9.payment-price]', async () => {
  const before = Date.now();
  const { serverTime, ...known } = await server.ok('config');
  expect(known).toEqual({
    brand: { name: 'The Quiz', slug: 'quiz' },
    entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
    payments: 'test',
    stripePublishableKey: 'pk_test_standin',
    model: false,
    inspector: 'everybody',
    hosts: [],
    joinOrigin: server.config.appUrl,
    terms: {},
    days: [{ from: 0, zone: 'UTC' }],
  });
  expect(serverTime).toBeGreaterThanOrEqual(before);
});

it('derives the paths from the brand', async () => {
  const { status } = await server.raw('/api/auth/admin/create-quiz-user', { method: 'POST' });
  expect(status).toBe(401);
});

it('reports that no model is configured', async () => {
  const admin = await server.signInAs('admin');
  const answer = await server.call('aiGenerate', { token: admin.token, body: { topic: 'birds' } });
  expect([answer.status, answer.body]).toEqual([503, { error: m.generateNoModel() }]);
});

describe('the description of the API', () => {
  it('has every call, from the contract', async () => {
    const { body } = await server.raw('/api/openapi.json');
    const { info, paths } = z
      .object({
        info: z.object({ title: z.string() }),
        paths: z.record(
          z.string(),
          z.record(z.string(), z.object({ operationId: z.string(), summary: z.string() })),
        ),
      })
      .parse(body);
    expect(info.title).toBe('The Quiz API');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId, summary }]) =>
          `${operationId}: ${method.toUpperCase()} ${path} ${summary}`,
      ),
    );
    const expected = CALL_NAMES.map((name) => {
      const { method, path, summary }: Call = calls[name];
      return `${name}: ${method} ${path.replace('{product}', 'quiz')} ${summary}`;
    });
    expect(described.toSorted()).toEqual(expected.toSorted());
  });

  it('has a page', async () => {
    const page = await server.raw('/api/docs/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('swagger-ui');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    for (const [, file = ''] of String(page.body).matchAll(/(?:href|src)="([^"]+)"/g))
      expect([file, (await server.raw(file)).status]).toEqual([file, 200]);
    expect((await server.raw('/api/docs')).body).toBe(page.body);
  });

  it.each(['/api/docs/json', '/api/docs/yaml'])('has no other address: %s', async (path) => {
    expect((await server.raw(path)).status).toBe(404);
  });
});

describe('the description of the API and its page', () => {
  const PATHS = ['/api/openapi.json', '/api/docs', '/api/docs/static/swagger-ui-bundle.js'];

  it.each(PATHS)('are not sent again to a client that has them: %s', async (path) => {
    const first = await server.raw(path);
    const etag = first.headers.get('etag') ?? '';
    const again = await server.raw(path, { headers: { 'if-none-match': etag } });
    expect([first.status, again.status, again.body]).toEqual([200, 304, '']);
    const other = await server.raw(path, { headers: { 'if-none-match': 'W/"another"' } });
    expect(other.status).toBe(200);
  });

  it('are built without blocking other requests', async () => {
    const other = await startTestServer();
    const answered: string[] = [];
    const ask = async (path: string) => {
      await other.raw(path);
      answered.push(path);
    };
    await ask('/healthz');
    const described = ask('/api/openapi.json');
    await ask('/healthz');
    await described;
    expect(answered.at(-1)).toBe('/api/openapi.json');
    await other.close();
  });

  it('have a limit by address that affects nothing else', async () => {
    // The window of the limit must not end on a slow machine.
    const other = await startTestServer({ env: { TRUST_PROXY: '1' }, now: () => 0 });
    const ask = async (path: string, from: string) =>
      (await other.raw(path, { headers: { 'x-forwarded-for': from } })).status;
    for (let count = 0; count < 100; count += 1)
      for (const path of PATHS) expect(await ask(path, '10.0.0.1')).toBe(200);
    for (const path of PATHS) expect(await ask(path, '10.0.0.1')).toBe(429);
    expect(await ask('/api/config', '10.0.0.1')).toBe(200);
    for (const path of PATHS) expect(await ask(path, '10.0.0.2')).toBe(200);
    await other.close();
  });
});

describe('the development mailbox', () => {
  it('shows mails to this machine', async () => {
    const person = await server.signUp('<b>Bold</b>');
    const page = await server.raw(`/dev/mailbox?to=${encodeURIComponent(person.email)}`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.body).toContain(`${person.email}</bdi>`);
    expect(page.body).toContain('<a href="http://localhost:0/verify-email?email=');
    expect(page.body).not.toContain('<b>');
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
      expect(await statusFrom(server.url, '/dev/mailbox', { host })).toBe(200);
    }
  });

  it.each([
    ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
    ['in production', { NODE_ENV: 'production' }],
  ])('is unavailable %s', async (_, env) => {
    const other = await startTestServer({ env });
    for (const path of ['/dev/mailbox', '/dev/mailbox/messages']) {
      expect((await other.raw(path)).status).toBe(404);
    }
    await other.close();
  });
});

describe('metrics', () => {
  it('count calls by pattern, without personal data', async () => {
    const person = await server.signUp();
    await server.call('userAnswer', {
      token: person.token,
      params: { gameSessionId: 'unknown', userId: person.id },
    });
    const { body } = await server.raw('/metrics');
    expect(body).toContain(
      'http_request_duration_seconds_count{route="/api/game-sessions/user-answer/:gameSessionId/:userId",status="404"} 1',
    );
    expect(body).toContain('players_connected{audience="home"} 0');
    expect(body).not.toContain(person.id);
    expect(body).not.toContain('@');
  });

  it('require the token, once one is set', async () => {
    const other = await startTestServer({ env: { METRICS_TOKEN: 'a-token' } });
    const ask = (authorization: string) =>
      statusFrom(other.url, '/metrics', { authorization, 'x-forwarded-for': '10.0.0.1' });
    expect(await ask('Bearer a-token')).toBe(200);
    expect(await ask('Bearer another')).toBe(401);
    expect(await ask('')).toBe(401);
    await other.close();
  });
});
