import { m } from 'messages';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Log } from '#server/log.ts';
import { createLog } from '#server/log.ts';
import { readConfig } from '#server/config.ts';
import { missingSettings } from '#server/development-mode.ts';
import { isDirectFromLoopback, proxyEvidence } from '#server/http/peer.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

const PUBLIC = { APP_URL: 'https://show.example' };

/** Logged warnings. */
function listening(): { log: Log; warnings: string[] } {
  const log = createLog('silent');
  const warnings: string[] = [];
  log.warn = (_: unknown, message?: string) => void warnings.push(message ?? '');
  return { log, warnings };
}

async function start(env: Record<string, string> = {}) {
  const { log, warnings } = listening();
  const server = await startTestServer({ env, log });
  onTestFinished(() => server.close());
  return { ...server, warnings };
}

/** Sends a request with these headers; `fetch` does not allow setting Host and Origin. */
const send = (url: string, path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const call = request({ hostname, port, path, headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end();
  });

/** The parts of development mode that currently respond. */
async function parts(server: TestServer) {
  const { payments, inspector } = await server.ok('config');
  const intent = await send(server.url, '/v1/payment_intents', {}, 'POST');
  return {
    mailbox: (await server.raw('/dev/mailbox')).status,
    messages: (await server.raw('/dev/mailbox/messages')).status,
    metrics: (await server.raw('/metrics')).status,
    standIn: intent,
    payments,
    inspector,
  };
}
const ON = {
  mailbox: 200,
  messages: 200,
  metrics: 200,
  standIn: 401,
  payments: 'test',
  inspector: 'everybody',
};
const OFF = {
  mailbox: 404,
  messages: 404,
  metrics: 404,
  standIn: 404,
  payments: 'off',
  inspector: 'nobody',
};

describe('the parts of development mode', () => {
  it('respond on a local machine', async () => {
    const server = await start();
    // Headers that a browser there sends.
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      await send(server.url, '/', { host: `${host}:3000`, origin: `http://${host}:3000` }, 'POST');
    await send(server.url, '/', { origin: 'null' }, 'POST');
    expect(await parts(server)).toEqual(ON);
    expect(server.warnings).toEqual([]);
  });

  it('are disabled for good after one request through a proxy', async () => {
    const server = await start();
    const { clientSecret } = await server.ok('createPaymentIntent', {
      body: { amount: 50, currency: 'usd' },
    });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await send(server.url, '/', headers);
    await send(server.url, '/', headers);
    expect(await parts(server)).toEqual(OFF);
    const refused = await server.call('createPaymentIntent', {
      body: { amount: 50, currency: 'usd' },
    });
    expect([refused.status, refused.body]).toEqual([503, { error: m.paymentUnavailable() }]);
    const begun = { paymentIntentId: clientSecret.split('_secret_')[0] ?? '' };
    expect((await server.call('confirmPayment', { body: begun })).status).toBe(503);
    expect(server.warnings).toEqual([
      m.developmentModeDevelopmentEnds(),
      m.developmentModeUndeclaredProxy(),
    ]);
  });

  it('are disabled after a WebSocket from a page of another host', async () => {
    const server = await start();
    const socket = io(server.url, {
      transports: ['websocket'],
      extraHeaders: { origin: 'https://show.example' },
      reconnection: false,
      forceNew: true,
    });
    onTestFinished(() => void socket.disconnect());
    await new Promise<void>((resolve) => {
      for (const event of ['connect', 'connect_error']) socket.once(event, () => resolve());
    });
    expect(await parts(server)).toEqual(OFF);
  });

  it('are disabled with a public address, even if other settings are missing', async () => {
    const server = await start(PUBLIC);
    expect(await parts(server)).toEqual(OFF);
    expect(server.warnings).toEqual([]);
  });

  it('are disabled in production', async () => {
    expect(await parts(await start({ NODE_ENV: 'production' }))).toEqual(OFF);
  });
});

/** The warnings about a proxy for operators and admins. */
const said = async (server: TestServer) => {
  const { token } = await server.signInAs('admin');
  const { status, body } = await server.raw('/readyz');
  return [status, body, (await server.ok('adminStats', { token })).notices];
};

describe('a proxy missing from TRUST_PROXY', () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };

  it('is reported in the log once, by /readyz and to admins', async () => {
    const server = await start({ NODE_ENV: 'production' });
    expect(await said(server)).toEqual([200, { status: 'ready' }, undefined]);
    await send(server.url, '/', headers);
    await send(server.url, '/', headers);
    expect(await said(server)).toEqual([
      200,
      { status: 'ready', warnings: [m.developmentModeUndeclaredProxy()] },
      [m.developmentModeUndeclaredProxy()],
    ]);
    expect(server.warnings).toEqual([m.developmentModeUndeclaredProxy()]);
  });

  it('is no longer reported once it is listed', async () => {
    const server = await start({ NODE_ENV: 'production', TRUST_PROXY: 'loopback' });
    await send(server.url, '/', headers);
    expect(await said(server)).toEqual([200, { status: 'ready' }, undefined]);
    expect(server.warnings).toEqual([]);
  });
});

describe('a proxy', () => {
  const HERE = '127.0.0.1';
  const sign = (headers: Record<string, string>, remoteAddress = HERE, httpVersion = '1.1') =>
    proxyEvidence({ headers, httpVersion, socket: { remoteAddress } });

  it.each([
    ['x-forwarded-for', { 'x-forwarded-for': '203.0.113.7' }],
    ['x-forwarded-proto', { 'x-forwarded-proto': 'https' }],
    ['forwarded', { forwarded: 'for=203.0.113.7' }],
    ['x-real-ip', { 'x-real-ip': '203.0.113.7' }],
    ['via', { via: '1.1 proxy' }],
  ])('is recognised by %s, wherever it runs', (name, headers) => {
    expect([sign(headers), sign(headers, '10.0.0.2')]).toEqual([name, name]);
  });

  it('that adds no header is recognised by its requests', () => {
    const origin = 'https://show.example';
    expect(sign({ host: '127.0.0.1:3000' }, HERE, '1.0')).toBe('HTTP/1.0');
    expect(sign({ host: '127.0.0.1:3000', origin })).toBe('origin');
    expect(sign({ host: 'app:3000', origin }, '172.18.0.3')).toBe('origin');
    expect(sign({ host: 'show.example' }, '::1')).toBe('host');
    expect(sign({ host: 'show.example' }, '::ffff:127.0.0.1')).toBe('host');
  });

  it('gets no local trust, nor does a name that resolves to this machine', () => {
    const here = (headers: Record<string, string>, remoteAddress = HERE) =>
      isDirectFromLoopback({ headers, httpVersion: '1.1', socket: { remoteAddress } });
    expect([here({ host: 'localhost:3000' }), here({ host: '[::1]' }, '::1')]).toEqual([
      true,
      true,
    ]);
    for (const host of [
      'evil.example',
      'localhost.evil.example:3000',
      '127.0.0.1.evil.example',
      '',
    ])
      expect([host, here({ host })]).toEqual([host, false]);
    expect(here({ host: 'localhost:3000', 'x-forwarded-for': HERE })).toBe(false);
    expect(here({ host: 'localhost:3000' }, '192.168.1.9')).toBe(false);
  });

  it('is not assumed from normal requests of a browser or program', () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '127.0.0.1']) {
      expect(sign({ host })).toBe(null);
      expect(sign({ host, origin: 'http://localhost:3000' })).toBe(null);
      expect(sign({ host, origin: 'null' })).toBe(null);
    }
  });

  it('is not assumed from requests of a local network, from phones and from the machine itself', () => {
    for (const host of ['192.168.1.5:3000', '10.0.0.7', '[fd00::5]:3000', 'studio.local:3000'])
      for (const peer of ['192.168.1.9', '::ffff:192.168.1.5', HERE])
        expect([host, peer, sign({ host, origin: `http://${host}` }, peer)]).toEqual([
          host,
          peer,
          null,
        ]);
  });

  it('is recognised in a request to a local address for a page of the public host', () => {
    expect(sign({ host: '192.168.1.5:3000', origin: 'https://show.example' }, '10.0.0.1')).toBe(
      'origin',
    );
    expect(sign({ host: '203.0.113.5', origin: 'http://203.0.113.5' })).toBe('origin');
  });
});

const lacks = (env: Record<string, string>): string[] =>
  missingSettings(readConfig(env)).map((line) => line.split(' missing: ')[0] ?? '');

describe('missing settings of a public server', () => {
  it('are reported one by one, and not once all are set', () => {
    expect(lacks({ NODE_ENV: 'production' })).toEqual([
      'APP_URL is',
      'SMTP_URL is',
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are',
      'METRICS_TOKEN is',
    ]);
    const set = {
      ...PUBLIC,
      TRUST_PROXY: 'loopback',
      SMTP_URL: 'smtp://127.0.0.1:9',
      METRICS_TOKEN: 'a-token',
    };
    expect(lacks({ ...set, ENTRY_FEE_CENTS: '0' })).toEqual(['NODE_ENV=production is']);
    expect(lacks({ ...set, ENTRY_FEE_CENTS: '0', NODE_ENV: 'production' })).toEqual([]);
  });

  it('are not reported in development', () => {
    expect(lacks({})).toEqual([]);
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
      expect(lacks({ APP_URL: `http://${host}` })).toEqual([]);
  });
});

it('creates no admin if the password would appear in a log, and needs none if one exists', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'exposure-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const unset = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  for (const env of [PUBLIC, { NODE_ENV: 'production' }])
    await expect(startTestServer({ dataDir, env: { ...unset, ...env } })).rejects.toThrow(
      /^ADMIN_EMAIL and ADMIN_PASSWORD are missing: there is no admin yet/,
    );
  await (await startTestServer({ dataDir })).close();
  await (await startTestServer({ dataDir, env: { ...unset, ...PUBLIC } })).close();
});

it('accepts the token in any position', async () => {
  const server = await start({ ...PUBLIC, METRICS_TOKEN: 'a-token' });
  const authorization = 'Bearer a-token';
  expect(await send(server.url, '/metrics', { authorization })).toBe(200);
  expect(await send(server.url, '/metrics', {})).toBe(401);
});
