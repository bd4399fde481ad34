import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { signedInSchema } from '#machines/account/calls.ts';
import { StoreRefused } from '#server/db/errors.ts';
import { putNewStore } from '#tests/support/databases.ts';
import { startTestServer } from '#tests/support/server.ts';
import {
  ADMIN,
  removeDataDir,
  type RunningServer,
  startProcess,
  until,
} from '#tests/support/process.ts';

const PROGRAM = join(import.meta.dirname, '../../../dist/server/main.js');

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'show-program-'));
  onTestFinished(() => removeDataDir(dataDir));
  return dataDir;
}

async function start(dataDir: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startProcess({ dataDir, env });
  onTestFinished(() => server.kill());
  // The server responds slightly before it prints that it is ready.
  await until('it has said that it is on', () => server.output().includes(' is on: '));
  return server;
}

/** Runs the program until it ends; `onceOn` runs when it is ready. */
async function runToEnd(
  env: Record<string, string>,
  onceOn: (child: ChildProcess) => void = () => {},
) {
  const dataDir = await newDataDir();
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let isOn = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (isOn || !said.includes(' is on: ')) return;
      isOn = true;
      onceOn(child);
    });
  }
  const [code, signal] = z
    .tuple([z.number().nullable(), z.string().nullable()])
    .parse(await once(child, 'close'));
  if (code === null) throw new Error(`The program ended by ${signal}; it said: ${said}`);
  return { code, said };
}

/** The first three lines, which must name the next step. */
const threeLines = (server: RunningServer): string[] =>
  (server.output().trimStart().split('\n\n')[0] ?? '').split('\n').map((line) => line.trim());

const post = async (server: RunningServer, path: string, body: object): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const signIn = async (server: RunningServer, email: string, password: string) => {
  const answer = await post(server, '/api/auth/login', { email, password });
  return signedInSchema.parse(await answer.json());
};

describe('the first start', () => {
  it('prints the next steps in three lines, the admin once, and that payments are in test mode [R7.payment-test-mode]', async () => {
    const dataDir = await newDataDir();
    const unset = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
    const first = await start(dataDir, unset);
    const place = `http://localhost:${new URL(first.url).port}`;
    const [, email = '', password = ''] =
      /First admin: (\S+)  password: (\w{16})  \(shown once/.exec(first.output()) ?? [];
    const next = `Run a show: log in as an admin and open ${place}/control`;
    expect(threeLines(first)).toEqual([
      `Gameshow is on: ${place}`,
      expect.stringMatching(/^First admin: /u),
      next,
    ]);
    expect(first.output()).toContain(`Mails arrive at ${first.url}/dev/mailbox`);
    expect((await signIn(first, email, password)).user).toMatchObject({ email, role_id: 1 });
    await first.stop();
    expect(first.output().match(/Payments are in TEST MODE: no money moves/gu)).toHaveLength(1);

    const second = await start(dataDir, unset);
    expect(threeLines(second)).toEqual([
      expect.stringMatching(/^Gameshow is on: /u),
      'There is already an admin. To reset a forgotten password, use "Forgot password".',
      expect.stringMatching(/^Run a show: /u),
    ]);
    expect((await signIn(second, email, password)).user.email).toBe(email);
  });

  it('prints where phones find it, with a QR code', async () => {
    const near = await start(await newDataDir(), { HOST: '0.0.0.0' });
    const [, place] = /Phones of this network: (http:\/\/[\d.]+:\d+)/u.exec(near.output()) ?? [];
    expect((await fetch(`${place}/healthz`)).status).toBe(200);
    expect(near.output().match(/[█▀▄]{20}/gu)).not.toBeNull();
    const [, mailbox = ''] = /Mails arrive at (\S+)/u.exec(near.output()) ?? [];
    expect((await fetch(mailbox)).status).toBe(200);
  });
});

describe('a first start on this machine alone, with a configured admin and a log', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startProcess({ env: { LOG_LEVEL: 'info' } });
    await until('it has logged', () => server.output().includes('"level"'));
  });
  afterAll(async () => {
    await server.stop();
    await removeDataDir(server.dataDir);
  });

  it('prints the next steps before any log line; the log is JSON outside a terminal', () => {
    const lines = server.output().split('\n').filter(Boolean);
    const first = lines.findIndex((line) => line.startsWith('{'));
    expect(lines.slice(0, first).every((line) => line.startsWith('  '))).toBe(true);
    expect(lines[0]).toMatch(/^ {2}Gameshow is on: /);
    expect(JSON.parse(lines[first] ?? '')).toMatchObject({ level: 30 });
    expect(lines.slice(first).filter((line) => !line.startsWith('{'))).toEqual([]);
  });

  it('prints how phones can reach it', () => {
    expect(server.output()).toContain('Phones cannot reach it. Start it with HOST=0.0.0.0');
  });

  it('creates the configured admin, and does not print the password', async () => {
    expect(server.output()).toContain(
      `First admin: ${ADMIN.email}  password: as set in ADMIN_PASSWORD\n`,
    );
    expect(server.output()).not.toContain(ADMIN.password);
    expect((await signIn(server, ADMIN.email, ADMIN.password)).user.role_id).toBe(1);
  });
});

describe('a start for the public', () => {
  it('prints what is missing, one line each, and nothing about test payments [R7.payment-test-mode]', async () => {
    const server = await start(await newDataDir(), { APP_URL: 'https://show.example' });
    const lines = server
      .output()
      .split('\n')
      .map((line) => line.trim());
    expect(lines.filter((line) => line.includes(' missing: '))).toEqual([
      'NODE_ENV=production is missing: APP_URL is public.',
      'SMTP_URL is missing: no mails are sent, so no one can register or reset a password.',
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are missing: no one can pay.',
      'METRICS_TOKEN is missing: /metrics is closed.',
      'TRUST_PROXY is missing: everyone behind the TLS proxy counts as one address.',
    ]);
    expect(server.output()).not.toContain('mailbox');
    expect(server.output()).not.toContain('TEST MODE');
  });
});

describe('an impossible start', () => {
  it('ends with one line: a short secret', async () => {
    const { code, said } = await runToEnd({ JWT_SECRET: 'short' });
    expect(code).toBe(1);
    expect(said).toMatch(/^Not started. JWT_SECRET is wrong[^\n]*\n$/u);
  });

  it('ends with one line: the address is not of this machine', async () => {
    const { code, said } = await runToEnd({ HOST: '192.0.2.1' });
    expect(code).toBe(1);
    expect(said).toMatch(/^Not started\. HOST is not an address of this machine[^\n]*\n$/u);
  });

  it('ends with one line: the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = z.object({ port: z.number() }).parse(other.address());
    expect(await runToEnd({ PORT: String(port) })).toEqual({
      code: 1,
      said: 'Not started. The port is in use: stop the other program, or set PORT.\n',
    });
  });
});

/** A store in which every page but the first is garbage. */
const damage = async (dataDir: string): Promise<void> => {
  await putNewStore(dataDir);
  const file = join(dataDir, 'store.sqlite');
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(size - 4_096, 0xaa), 0, undefined, 4_096);
  await handle.close();
};

describe('an unusable data folder', () => {
  it.each<[string, (dataDir: string) => Promise<unknown>]>([
    ['the store is damaged', damage],
    // An error of the file system.
    ['the store cannot be made', (dataDir) => mkdir(join(dataDir, 'store.sqlite.new'))],
  ])('ends the start with one line that names it: %s', async (_, spoil) => {
    const dataDir = await newDataDir();
    await spoil(dataDir);
    const { code, said } = await runToEnd({ DATA_DIR: dataDir });
    expect(said).toMatch(/^Not started\. [^\n]+\n$/u);
    expect(said).toContain(dataDir);
    expect(code).toBe(1);
  });

  it.each<[string, (dataDir: string) => Promise<unknown>]>([
    [
      'it is a file',
      (dataDir) => rm(dataDir, { recursive: true }).then(() => writeFile(dataDir, '')),
    ],
    ['its lock is no lock', (dataDir) => writeFile(join(dataDir, 'lock'), 'x'.repeat(4_096))],
    ['the PID cannot be written', (dataDir) => mkdir(join(dataDir, 'lock.pid'))],
    ['the secret cannot be read', (dataDir) => mkdir(join(dataDir, 'jwt-secret'))],
    ['the secret cannot be written', (dataDir) => mkdir(join(dataDir, 'jwt-secret.new'))],
    ['the store cannot be opened', (dataDir) => mkdir(join(dataDir, 'store.sqlite'))],
    ['the store cannot be noted', (dataDir) => mkdir(join(dataDir, 'store.exists'))],
  ])('is refused with one line that names it: %s', async (_, spoil) => {
    const dataDir = await newDataDir();
    await spoil(dataDir);
    const refused: unknown = await startTestServer({ dataDir }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreRefused);
    const said = String(refused);
    expect(said).not.toContain('\n');
    expect(said).toContain(dataDir);
  });
});

describe('shutdown', () => {
  it('finishes pending requests, closes sockets, and accepts no more', async () => {
    const dataDir = await newDataDir();
    const server = await start(dataDir);
    const { token } = await signIn(server, ADMIN.email, ADMIN.password);
    const socket = io(server.url, { auth: { token }, transports: ['websocket'] });
    onTestFinished(() => void socket.close());
    await until('the socket is connected', () => socket.connected);
    // Hashing a password takes long enough to be pending.
    const under = Array.from({ length: 8 }, (_, index) =>
      post(server, '/api/auth/register', {
        name: 'Late',
        email: `late${index}@show.example`,
        password: 'a good password',
      }).then(({ status }) => status),
    );
    await until('a request is under way', async () => {
      const metrics = await fetch(`${server.url}/metrics`);
      return (await metrics.text()).includes('route="/api/auth/register"');
    });
    const startedAt = performance.now();
    await server.stop();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const statuses = await Promise.all(under);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    await until('the socket is closed', () => !socket.connected);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');

    // Everything was closed: the folder is free, and nothing has to be repaired.
    const again = await start(dataDir);
    expect((await signIn(again, ADMIN.email, ADMIN.password)).user.email).toBe(ADMIN.email);
  });

  it('behind a proxy answers a connection that was made before it stopped listening', async () => {
    const server = await start(await newDataDir(), { TRUST_PROXY: '1' });
    const port = Number(new URL(server.url).port);
    const early = connect(port, '127.0.0.1');
    await once(early, 'connect');
    const stopped = server.stop();
    await until('it has stopped listening', async () => {
      const late = connect(port, '127.0.0.1');
      const isRefused = await once(late, 'connect').then(
        () => false,
        () => true,
      );
      late.destroy();
      return isRefused;
    });
    early.write('GET /healthz HTTP/1.1\r\nhost: show.example\r\nconnection: close\r\n\r\n');
    const [reply]: unknown[] = await once(early, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 200 /u);
    await stopped;
  });

  it('happens with code 1 and a line when a thread of the store has ended, so that a supervisor restarts it', async () => {
    const breaking = `
      import threads from 'node:worker_threads';
      import { syncBuiltinESMExports } from 'node:module';
      threads.Worker = class extends threads.Worker {
        constructor(script, options) {
          super(script, options);
          if (options.name === 'sqlite-write') process.once('SIGUSR2', () => this.terminate());
        }
      };
      syncBuiltinESMExports();`;
    const { code, said } = await runToEnd(
      { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(breaking)}` },
      (child) => child.kill('SIGUSR2'),
    );
    expect(code).toBe(1);
    expect(said).toContain("the store's thread has ended");
    expect(said).toContain('"msg":"the process ends"');
  });

  it('is announced to a proxy before requests are refused', async () => {
    // The process leaves on a signal instead of after three seconds, which could be too short for the requests on a
    // busy machine.
    const untilSignal = `
      const later = globalThis.setTimeout;
      globalThis.setTimeout = (act, ms, ...rest) =>
        ms === 3_000 ? process.once('SIGUSR2', act) : later(act, ms, ...rest);`;
    const server = await start(await newDataDir(), {
      TRUST_PROXY: 'loopback',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(untilSignal)}`,
    });
    const stopped = server.stop();
    await until('it says that it leaves', async () => {
      const { status } = await fetch(`${server.url}/readyz`);
      return status === 503;
    });
    expect((await signIn(server, ADMIN.email, ADMIN.password)).user.role_id).toBe(1);
    process.kill(server.pid, 'SIGUSR2');
    await stopped;
  });

  it('happens with a stack trace after an unhandled error', async () => {
    const oversight =
      'process.once("SIGUSR2", () => void Promise.reject(new Error("overlooked")));';
    const { code, said } = await runToEnd(
      { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(oversight)}` },
      (child) => child.kill('SIGUSR2'),
    );
    expect(code).toBe(1);
    expect(said).toContain('"msg":"the process ends"');
    expect(said).toContain('Error: overlooked');
  });
});

it('logs no personal data and no secrets, at any level', async () => {
  const server = await start(await newDataDir(), { LOG_LEVEL: 'trace' });
  const email = 'whisper@show.example';
  const password = 'a whispered password';
  const name = 'Wilhelmina Whisper';
  await post(server, '/api/auth/register', { name, email, password });
  await post(server, '/api/auth/login', { email, password });
  await post(server, '/api/auth/login', { email, password: 'a wrong guess' });
  await post(server, '/api/auth/register', { name, email: 'no address', password });
  const mails = z
    .array(z.object({ links: z.array(z.string()) }))
    .parse(await (await fetch(`${server.url}/dev/mailbox/messages?to=${email}`)).json());
  const secret = new URL(mails[0]?.links[0] ?? '').searchParams.get('hash') ?? '';
  await fetch(`${server.url}/api/auth/verify-email?email=${email}&hash=${secret}`);
  await fetch(`${server.url}/verify-email?email=${email}&hash=${secret}`);
  await fetch(`${server.url}/reset-password/${secret}`);
  const { token } = await signIn(server, email, password);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = '{"gameSessionId":"none","answerText":"a whispered answer"}';
  await fetch(`${server.url}/api/game-sessions/answers`, { method: 'POST', headers, body });
  const socket = io(server.url, { auth: { token }, transports: ['websocket'] });
  await until('the socket is connected', () => socket.connected);
  socket.close();
  await server.stop();

  const said = server.output().toLowerCase();
  expect(said).toContain('"route":"/api/auth/login"');
  const secrets = [email, password, 'a wrong guess', 'whisper', secret, token, '$argon2'];
  expect(secrets.filter((each) => said.includes(each.toLowerCase()))).toEqual([]);
});
