import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { Client } from 'pg';

const START_MS = 60_000;
const POLL_MS = 50;

const given = process.env['TEST_DATABASE_URL'];

/** Why tests cannot run on PostgreSQL here; null: they can. */
export const postgresIsMissing: string | null =
  findPostgres() === null
    ? 'no TEST_DATABASE_URL, and no initdb and postgres on the PATH or in /usr/lib/postgresql'
    : null;

/** An empty schema of its own on the run's PostgreSQL. */
export async function freshSchema(): Promise<{ url: string; drop: () => Promise<void> }> {
  const base = given ?? (await runningCluster());
  const schema = `${schemaPrefix()}${crypto.randomUUID().replaceAll('-', '')}`;
  await execute(base, `create schema ${schema}`);
  const url = new URL(base);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return { url: url.href, drop: () => execute(base, `drop schema ${schema} cascade`) };
}

/** The id of the process that runs the tests, in itself and in its workers. */
export const runId = (): number =>
  process.env['VITEST_POOL_ID'] !== undefined && isMainThread ? process.ppid : process.pid;

const schemaPrefix = (): string => `test_${runId()}_`;

/** Drops the schemas that the run left on a PostgreSQL that outlives it. */
export async function dropSchemasOfRun(): Promise<void> {
  if (given === undefined) return;
  const client = new Client({ connectionString: given });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select schema_name as name from information_schema.schemata where starts_with(schema_name, $1)',
      [schemaPrefix()],
    );
    for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
  } finally {
    await client.end();
  }
}

/** A separate database, for tests of everything connected to one. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const base = given ?? (await runningCluster());
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await execute(base, `create database ${name}`);
  const url = new URL(base);
  url.pathname = name;
  return { url: url.href, drop: () => execute(base, `drop database ${name} with (force)`) };
}

/** Executes one statement on the database of this address. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** `TEST_DATABASE_URL`, or the folder of PostgreSQL's programs; null if there is neither. */
export function findPostgres(): string | null {
  if (given !== undefined) return given;
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...(existsSync(debian)
      ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
      : []),
  ];
  const initdb = folders
    .filter((folder) => existsSync(join(folder, 'postgres')))
    .map((folder) => join(folder, 'initdb'))
    .find((path) => existsSync(path));
  return initdb === undefined ? null : join(realpathSync(initdb), '..');
}

/** One cluster a test run: the first process that asks starts it, the others wait for its address. */
async function runningCluster(): Promise<string> {
  const folder = join(tmpdir(), `postgres-of-run-${runId()}`);
  const address = join(folder, 'address');
  if (mkdirOnce(folder)) {
    const { url } = await startCluster(folder, {
      superuser: 'postgres',
      port: await freePort(),
      settings: {
        max_connections: 300,
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
      },
    });
    writeFileSync(`${address}.new`, url);
    renameSync(`${address}.new`, address);
  }
  await until(
    () => Promise.resolve(existsSync(address)),
    `PostgreSQL did not start: see ${folder}`,
  );
  return readFileSync(address, 'utf8');
}

function mkdirOnce(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A PostgreSQL to start. */
export interface ClusterOptions {
  readonly superuser: string;
  /** Without one, everybody is let in. */
  readonly password?: string;
  readonly port: number;
  readonly settings?: Readonly<Record<string, string | number>>;
}

/**
 * Makes a cluster in an existing folder and starts it on 127.0.0.1. When it or the run ends, the folder is removed.
 * @returns the address of its database `postgres`, and what ends it at once
 */
export async function startCluster(
  folder: string,
  { superuser, password, port, settings = {} }: ClusterOptions,
): Promise<{ url: string; kill: () => Promise<void> }> {
  const bin = findPostgres() ?? '';
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  const log = join(folder, 'log');
  const owner = unprivileged();
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(secret, password ?? '', { mode: 0o600 });
  if (owner !== null) for (const path of [data, secret]) chownSync(path, owner.uid, owner.gid);
  const options = { cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' }, ...owner };

  const auth =
    password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${secret}`];
  const initdb = ['-D', data, '-U', superuser, ...auth, '--encoding=UTF8', '--no-sync'];
  const made = spawnSync(join(bin, 'initdb'), initdb, { ...options, encoding: 'utf8' });
  if (made.status !== 0)
    throw new Error(`initdb failed: ${made.stderr}${String(made.error ?? '')}`);

  const all = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const output = openSync(log, 'a');
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options, detached: true, stdio: ['ignore', output, output] },
  );
  const ended = once(server, 'exit');
  server.unref();
  stopWithRun(runId(), server.pid, folder);

  const url = new URL(`postgres://127.0.0.1:${port}/postgres`);
  url.username = superuser;
  url.password = password ?? '';
  const answers = () =>
    execute(url.href, 'select 1').then(
      () => true,
      () => false,
    );
  await until(answers, `PostgreSQL did not start: ${readFileSync(log, 'utf8')}`);
  return {
    url: url.href,
    kill: async () => {
      server.kill('SIGQUIT');
      await ended;
    },
  };
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const account = ['postgres:', 'nobody:']
    .map((name) => accounts.find((line) => line.startsWith(name)))
    .find((line) => line !== undefined);
  const [, , uid, gid] = account?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** However the run ends, its cluster ends within a second and leaves nothing. */
function stopWithRun(run: number, server: number | undefined, folder: string): void {
  const script = `
    while kill -0 "$1" && kill -0 "$2"; do sleep 1; done
    kill -QUIT "$2"
    while kill -0 "$2"; do sleep 1; done
    rm -rf "$3"`;
  spawn('sh', ['-c', script, 'sh', String(run), String(server), folder], {
    detached: true,
    stdio: 'ignore',
  }).unref();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function until(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const end = Date.now() + START_MS; !(await holds());) {
    if (Date.now() > end) throw new Error(otherwise);
    await delay(POLL_MS);
  }
}
