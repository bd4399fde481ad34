import { m } from 'messages';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SERVER_TIME_HEADER } from '#machines/contract/events.ts';
import { createHttp } from '#server/http/server.ts';
import { createLog } from '#server/log.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

const PAGE =
  '<!doctype html><html><head><meta name="brand" content="" /><meta name="days" content="" /><title>Any</title></head><body></body></html>';
const SCRIPT = `console.log("${'the show '.repeat(500)}");`;
/** A file that is compressed already when the server starts. */
const READY = brotliCompressSync(SCRIPT, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
});

/** The first screen's chunks of the build in German. */
const GERMAN_CHUNKS = '{"src/screens/home/home.tsx":{"file":"assets/de/home-abc123.js"}}';

let server: TestServer;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'show-client-'));
  const client = join(root, 'client');
  await mkdir(join(client, 'assets'), { recursive: true });
  await mkdir(join(client, '.vite'));
  await writeFile(join(root, '.env'), 'SECRET=1');
  await writeFile(join(client, '.vite/manifest.json'), '{}');
  await writeFile(join(client, 'index.html'), PAGE);
  await writeFile(join(client, 'index.de.html'), PAGE.replace('<html', '<html lang="de"'));
  await writeFile(join(client, '.vite/manifest.de.json'), GERMAN_CHUNKS);
  await writeFile(join(client, 'layers.css'), '@layer reset;\n');
  await writeFile(join(client, 'assets/app-abc123.older.css'), OLDER_STYLES);
  await writeFile(join(client, 'manifest.webmanifest'), '{"name":"Any","display":"standalone"}');
  await writeFile(join(root, 'logo.svg'), '<svg><script>x()</script><path d="M0 0h1v1z"/></svg>');
  await writeFile(join(client, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(client, 'assets/app-abc123.js'), SCRIPT);
  await writeFile(join(client, 'assets/ready-abc123.js'), SCRIPT);
  await writeFile(join(client, 'assets/ready-abc123.js.br'), READY);
  await writeFile(join(client, 'assets/ready-abc123.js.map'), '{}');
  server = await startTestServer({
    client,
    now: () => 1_700_000_000_000,
    env: {
      BRAND_NAME: `Who's "<b>"?`,
      BRAND_SLUG: 'who-s',
      BRAND_HUE: '200',
      BRAND_LOGO: join(root, 'logo.svg'),
      APP_URL: 'https://show.example',
    },
  });
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

/** The older stylesheet as built, with the default brand hue. */
const OLDER_STYLES =
  'a{color:#3e4a9b/*oklch(.44 .1 var(--brand-hue))*/;fill:#9b2aa680/*oklch(.55 .2 calc(var(--brand-hue) + 40)/50%)*/}';

/** The raw reply for exactly this path; `fetch` would decode and normalise. */
const plain = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  url = server.url,
) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(url);
      const call = request({ hostname, port, path, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      call.on('error', reject);
      call.end();
    },
  );

const policyOf = async (path: string) =>
  String((await plain(path)).headers['content-security-policy']);

const STANDING = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  [SERVER_TIME_HEADER]: '1700000000000',
};

describe('every reply', () => {
  it.each([
    ['data', '/api/config'],
    ['an error', '/api/game-sessions/admin/stats'],
    ['what is not there', '/api/nothing'],
    ['a page', '/login'],
    ['a file', '/assets/app-abc123.js'],
    ['health', '/healthz'],
  ])('carries the headers: %s', async (_, path) => {
    const { headers } = await plain(path);
    expect(headers).toMatchObject(STANDING);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('replies of the API', () => {
  it.each(['/api/config', '/api/game-sessions/admin/stats', '/api/nothing', '/healthz'])(
    'are not cached: %s [R7.json]',
    async (path) => {
      const { headers } = await plain(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    },
  );

  it('may be read by the page at the public address, and by no other origin', async () => {
    const ours = await plain('/api/config', { origin: 'https://show.example' });
    expect(ours.headers).toMatchObject({
      'access-control-allow-origin': 'https://show.example',
      'access-control-expose-headers': `${SERVER_TIME_HEADER}, x-total-count, retry-after, content-disposition`,
    });
    const preflight = await plain(
      '/api/auth/login',
      { origin: 'https://show.example', 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    });
    for (const origin of ['https://evil.example', 'null', 'https://show.example.evil.example']) {
      const theirs = await plain('/api/config', { origin });
      expect(theirs.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('a page', () => {
  it('has the colour and logo of the operator', async () => {
    const styles = await plain('/layers.css');
    expect(styles.body.toString()).toBe('@layer reset;\n:root { --brand-hue: 200 }\n');
    const older = await plain('/assets/app-abc123.older.css');
    expect(older.body.toString()).toBe(
      'a{color:#005f63/*oklch(.44 .1 var(--brand-hue))*/;fill:#0079b380/*oklch(.55 .2 calc(var(--brand-hue) + 40)/50%)*/}',
    );
    // Another hue may be set at the next start.
    expect(older.headers['cache-control']).toBe('public, max-age=3600');
    const manifest = await plain('/manifest.webmanifest');
    expect(JSON.parse(manifest.body.toString())).toEqual({
      name: `Who's "<b>"?`,
      short_name: `Who's "<b>"?`,
      display: 'standalone',
      background_color: 'oklch(0.15 0.06 200)',
      theme_color: 'oklch(0.22 0.06 200)',
    });
    const logo = await plain('/brand-logo.svg');
    expect([logo.headers['content-type'], logo.body.toString()]).toEqual([
      'image/svg+xml',
      '<svg><path d="M0 0h1v1z"/></svg>',
    ]);
    expect(logo.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each(['/', '/login', '/who-s', '/reset-password/a-token_1', '/no/such/page'])(
    'is the application at %s',
    async (path) => {
      const { status, headers, body } = await plain(path);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      });
      expect(body.toString()).toBe(
        '<!doctype html><html><head>' +
          '<meta name="brand" content="{&quot;name&quot;:&quot;Who&#39;s \\&quot;&lt;b&gt;\\&quot;?&quot;,&quot;slug&quot;:&quot;who-s&quot;,&quot;logo&quot;:&quot;/brand-logo.svg&quot;}" />' +
          '<meta name="days" content="{&quot;zones&quot;:[{&quot;from&quot;:0,&quot;zone&quot;:&quot;UTC&quot;}],&quot;livePeriods&quot;:[]}" />' +
          '<title>Who&#39;s &quot;&lt;b&gt;&quot;?</title></head><body></body></html>',
      );
    },
  );

  it.each([
    ['/?language=de', {}, 'de'],
    ['/', { cookie: 'language=de', 'accept-language': 'en' }, 'de'],
    ['/', { 'accept-language': 'de-AT' }, 'de'],
    ['/?language=tlh', {}, 'en'],
  ])('is in the language of the request: %s %j', async (path, sent, language) => {
    const { headers, body } = await plain(path, sent);
    expect(headers).toMatchObject({
      'content-language': language,
      vary: 'accept-language, cookie, accept-encoding',
    });
    const isGerman = language === 'de';
    expect(body.toString().includes('<html lang="de">')).toBe(isGerman);
    expect(body.toString().includes('href="/assets/de/home-abc123.js"')).toBe(isGerman);
    const other = isGerman ? 'en' : 'de';
    const etag = String(headers['etag']);
    const changed = await plain('/', { 'accept-language': other, 'if-none-match': etag });
    expect(changed.status).toBe(200);
  });

  it('runs no inline and no third-party scripts', async () => {
    const { headers } = await plain('/login');
    expect(String(headers['content-security-policy']).split('; ').toSorted()).toEqual(
      [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "frame-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].toSorted(),
    );
  });

  it.each(['/', '/payment', '/payment/', '/payments', '/success'])(
    'allows no third party without a payment provider: %s',
    async (path) => {
      expect(await policyOf(path)).not.toContain('stripe');
    },
  );

  it.each([
    ['/inspect', 'same-origin-allow-popups'],
    ['/inspect/', 'same-origin-allow-popups'],
    ['/inspect/atlas', 'same-origin'],
    ['/inspector', 'same-origin'],
    ['/admin/inspect', 'same-origin'],
  ])('keeps windows that it opens only for /inspect: %s', async (path, opener) => {
    const { headers, body } = await plain('/');
    const page = await plain(path);
    const unchanged = await plain(path, { 'if-none-match': String(headers['etag']) });
    expect(unchanged.status).toBe(304);
    for (const { headers: own } of [page, unchanged])
      expect(own).toMatchObject({ ...STANDING, 'cross-origin-opener-policy': opener });
    expect(page.body).toEqual(body);
    expect(page.headers['content-security-policy']).toBe(headers['content-security-policy']);
  });

  it('is sent again only when it has changed', async () => {
    const { headers } = await plain('/');
    const etag = String(headers['etag']);
    const again = await plain('/login', { 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await plain('/login', {}, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(Number(headers['content-length'])).toBeGreaterThan(100);
  });
});

describe('a file of the build', () => {
  const path = '/assets/app-abc123.js';

  it('is cached for ever if its name has a hash', async () => {
    expect((await plain(path)).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await plain('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
  ])('is sent as %s to clients that accept %s', async (encoding, accepted, decode) => {
    const { headers, body } = await plain(path, { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(body.length).toBeLessThan(SCRIPT.length / 10);
    expect(decode(body).toString()).toBe(SCRIPT);
  });

  it('is sent as the build has compressed it', async () => {
    const ready = '/assets/ready-abc123.js';
    const { headers, body } = await plain(ready, { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(body).toEqual(READY);
    expect((await plain(ready)).body.toString()).toBe(SCRIPT);
  });

  it('is sent uncompressed to all other clients', async () => {
    const { headers, body } = await plain(path);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(body.toString()).toBe(SCRIPT);
  });
});

describe('a larger reply', () => {
  const LARGE = { list: Array.from({ length: 1_000 }, (_, index) => `number ${index}`) };
  let large: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    large = createHttp({
      config: { appUrl: 'http://localhost:3000', trustProxy: false },
      log: createLog('silent'),
      now: () => 0,
      measure: () => {},
    });
    large.get('/large', () => LARGE);
    large.get('/larger', () => [LARGE, LARGE]);
    large.get('/small', () => ({}));
    url = await large.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => large.close());

  it('is sent compressed to clients that accept it, with the same content', async () => {
    const expected = await plain('/large', {}, 'GET', url);
    expect(expected.headers['content-encoding']).toBeUndefined();
    expect(expected.headers['vary']).toBe('accept-encoding');
    const accepted = { 'accept-encoding': 'gzip, deflate, br' };
    const { headers, body } = await plain('/large', accepted, 'GET', url);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(body.length).toBeLessThan(expected.body.length / 4);
    expect(gunzipSync(body)).toEqual(expected.body);
    expect(JSON.parse(expected.body.toString())).toEqual(LARGE);
  });

  it('is compressed while all threads of the pool are busy, unless it is larger than a board', async () => {
    const pipe = join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const release = () => closeSync(openSync(pipe, 'r+'));
    onTestFinished(release);
    // Each waits in its thread until the pipe is opened for writing.
    const busy = Array.from({ length: 4 }, () => open(pipe));
    const accepted = { 'accept-encoding': 'gzip' };
    const larger = large.inject({ url: '/larger', headers: accepted });
    const { rawPayload } = await large.inject({ url: '/large', headers: accepted });
    expect(gunzipSync(rawPayload).toString()).toBe(JSON.stringify(LARGE));
    release();
    for (const each of await Promise.all(busy)) await each.close();
    expect(gunzipSync((await larger).rawPayload).toString()).toBe(JSON.stringify([LARGE, LARGE]));
  });

  it('is sent uncompressed if it is small', async () => {
    const { headers } = await plain('/small', { 'accept-encoding': 'gzip' }, 'GET', url);
    expect(headers['content-encoding']).toBeUndefined();
  });
});

it.each([
  '/.env',
  '/../.env',
  '/assets/../../.env',
  '/%2e%2e/.env',
  '/..%2f.env',
  '/assets/..%5c..%5c.env',
  '//etc/passwd%00',
  '/.vite/manifest.json',
  '/index.html',
  '/index.de.html',
  '/assets/missing.js',
  '/assets/ready-abc123.js.br',
  '/assets/ready-abc123.js.map',
  '/data/store.sqlite',
  '/dev/mailbox/messages/x',
  '/socket.io.js',
])('serves nothing else: %s', async (path) => {
  const { status, body } = await plain(path);
  expect([status, JSON.parse(body.toString())]).toEqual([404, { error: m.notFound() }]);
});

it.each([
  ['/reset-password/aB3-_x.', '/reset-password/aB3-_x'],
  ['/reset-password/aB3-_x%3E', '/reset-password/aB3-_x'],
  ['/cancel-email-change/aB3).', '/cancel-email-change/aB3'],
  ['/who-s&amp;', '/who-s'],
  ['/login.?x=1', '/login?x=1'],
  ['//show.', '/show'],
])('redirects a link with trailing characters to the intended page: %s', async (path, to) => {
  const { status, headers } = await plain(path);
  expect([status, headers['location'], headers['cache-control']]).toEqual([302, to, 'no-store']);
});
