import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Kysely, sql } from 'kysely';
import type { Config } from './config.ts';
import { claimDataDir } from './data-dir.ts';
import { StoreRefused } from './db/errors.ts';
import { pendingOf } from './db/migrate.ts';
import { migrations } from './db/migrations/index.ts';
import type { MigrationTables } from './db/migrations/migration.ts';
import { APPLICATION_NAME, postgresDialect } from './db/postgres-dialect.ts';
import { revocations } from './db/revocations.ts';
import { SqliteConnection } from './db/sqlite-connection.ts';
import { sqliteDialect } from './db/sqlite-dialect.ts';
import type { SqliteWorkerOptions } from './db/sqlite-protocol.ts';
import { copyStore, moveIntoPlace, storedVersion, fileProblem } from './db/sqlite-store.ts';

interface BackupOptions extends Pick<Config, 'databaseUrl' | 'dataDir'> {
  /** URL of the built `sqlite-worker.js`. */
  readonly sqliteWorker: URL;
  /** Absolute path of the backup. */
  readonly file: string;
}

type Embedded = Omit<BackupOptions, 'databaseUrl'>;

/**
 * Writes a consistent copy of the store to a new file. Servers may be running; the copy contains every write that was
 * acknowledged before.
 * @throws StoreRefused, StoreUnavailable
 */
export async function backUp({ databaseUrl, ...options }: BackupOptions): Promise<void> {
  const { file } = options;
  if (existsSync(file)) throw new StoreRefused(`${file} already exists: choose another name.`);
  if (!existsSync(dirname(file))) throw new StoreRefused(`There is no folder ${dirname(file)}.`);
  await (databaseUrl === null ? copyEmbedded(options) : dump(databaseUrl, file));
}

/**
 * Replaces the whole store by a backup and ends all its sessions, tokens and links, atomically. No server may run.
 * @returns the path where the previous store is kept; null if there was none
 * @throws StoreRefused, StoreUnavailable
 */
export async function restore({ databaseUrl, ...options }: BackupOptions): Promise<string | null> {
  if (!existsSync(options.file)) throw new StoreRefused(`There is no file ${options.file}.`);
  if (databaseUrl !== null) return load(databaseUrl, options.file);
  const claimed = await claimDataDir(options.dataDir);
  try {
    return await replaceEmbedded(options);
  } finally {
    claimed.release();
  }
}

const storeIn = (dataDir: string): string => join(dataDir, 'store.sqlite');

/** Returns the present time in a form for file names. */
const stamp = (): string => new Date().toISOString().replaceAll(/[:.]/gu, '-');

/** Returns the token version of a restore that begins now. */
const restoredVersion = (): number => Math.floor(Date.now() / 1_000);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Runs `work` on an SQLite file. If the file cannot be used, the operator gets SQLite's message. */
async function using<T>(
  { file, mode, sqliteWorker }: SqliteWorkerOptions & Pick<BackupOptions, 'sqliteWorker'>,
  work: (connection: SqliteConnection) => Promise<T>,
): Promise<T> {
  try {
    const connection = await SqliteConnection.open(sqliteWorker, { file, mode });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  } catch (error) {
    const what = fileProblem(error);
    throw what === null
      ? error
      : new StoreRefused(`${file} cannot be read: ${what}.`, { cause: error });
  }
}

async function copyEmbedded({ dataDir, sqliteWorker, file }: Embedded): Promise<void> {
  const store = storeIn(dataDir);
  if (!existsSync(store)) throw new StoreRefused(`There is no store in DATA_DIR ${dataDir}.`);
  await using({ file: store, mode: 'read', sqliteWorker }, async (connection) => {
    // SQLite treats `vacuum into` as a write, so allow writing.
    await connection.outside('pragma query_only=off');
    await copyStore(connection, file);
  });
}

async function replaceEmbedded({ dataDir, sqliteWorker, file }: Embedded): Promise<string | null> {
  const store = storeIn(dataDir);
  const draft = `${store}.restored`;
  const remove = (): void => {
    for (const name of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(name, { force: true });
  };
  remove();
  try {
    copyFileSync(file, draft);
    await using({ file: draft, mode: 'read', sqliteWorker }, (read) => check(read, file));
    await using({ file: draft, mode: 'write', sqliteWorker }, revokeEmbedded);
    if (existsSync(`${draft}-wal`) && statSync(`${draft}-wal`).size > 0)
      throw new StoreRefused(`${draft} could not be completed.`);
    const kept = existsSync(store) ? `${store}.before-restore-${stamp()}` : null;
    // Move the old store away first: a server that is started in between finds no store and refuses to start.
    for (const suffix of kept === null ? [] : ['', '-wal', '-shm'])
      if (existsSync(`${store}${suffix}`)) renameSync(`${store}${suffix}`, `${kept}${suffix}`);
    moveIntoPlace(draft, store);
    return kept;
  } finally {
    remove();
  }
}

/** Checks that the file is a complete store of a version that this program knows. */
async function check(connection: SqliteConnection, file: string): Promise<void> {
  const db = new Kysely<MigrationTables>({ dialect: sqliteDialect(connection) });
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
  const found = rows[0]?.integrity_check ?? 'nothing';
  if (found !== 'ok') throw new StoreRefused(`${file} is damaged: ${found.replaceAll('\n', ' ')}.`);
  const version = await storedVersion(db);
  if (version === 0) throw new StoreRefused(`${file} holds no store.`);
  pendingOf(version, migrations);
}

async function revokeEmbedded(connection: SqliteConnection): Promise<void> {
  const db = new Kysely<MigrationTables>({ dialect: sqliteDialect(connection) });
  await db.transaction().execute(async (tx) => {
    const found = await sql<{ name: string }>`select name from sqlite_master`.execute(tx);
    const names = new Set(found.rows.map(({ name }) => name));
    for (const { table, statement } of revocations(quoted, restoredVersion()))
      if (names.has(table)) await sql.raw(statement).execute(tx);
  });
}

/** Environment variables of PostgreSQL's programs, by the setting of a connection URL. */
const LIBPQ = {
  host: 'PGHOST',
  port: 'PGPORT',
  options: 'PGOPTIONS',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const;

/**
 * Returns environment variables for the connection: other users can read a process's arguments, but not its
 * environment.
 */
function connectionOf(databaseUrl: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const given = {
    PGHOST: hostname.replaceAll(/^\[|\]$/gu, ''),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  };
  const more = Object.entries(LIBPQ).map(([name, variable]) => [variable, searchParams.get(name)]);
  const set = [...Object.entries(given), ...more].filter(([, value]) => value);
  return Object.fromEntries(set);
}

/** Runs a program of PostgreSQL. @throws StoreRefused with a one-line message if the program is missing or fails */
async function runClient(
  program: 'pg_dump' | 'pg_restore' | 'psql',
  databaseUrl: string,
  options: readonly string[],
): Promise<void> {
  const { PATH, HOME } = process.env;
  const child = spawn(program, options, {
    env: { PATH, HOME, LC_ALL: 'C', ...connectionOf(databaseUrl) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const [code] = await once(child, 'close').catch(() => {
    throw new StoreRefused(
      `${program} cannot be run: install PostgreSQL's client programs, of the server's version or newer.`,
    );
  });
  if (code === 0) return;
  const lines = (await said).split('\n');
  const line = lines.find((each) => each.includes('error:')) ?? lines[0] ?? '';
  throw new StoreRefused(`${program} failed: ${line}`);
}

interface Present {
  readonly schema: string;
  readonly tables: readonly string[];
  /** Number of connections of running servers. */
  readonly servers: number;
}

async function lookAt(databaseUrl: string): Promise<Present> {
  const db = new Kysely<MigrationTables>({ dialect: postgresDialect(databaseUrl, 'patient') });
  try {
    const tables = await sql<{ schema: string; name: string | null }>`
      select current_schema() as schema, tablename as name
      from (select) as one left join pg_tables on schemaname = current_schema()`.execute(db);
    const others = await sql<{ servers: number }>`
      select count(*) as servers from pg_stat_activity
      where datname = current_database() and application_name = ${APPLICATION_NAME}`.execute(db);
    return {
      schema: tables.rows[0]?.schema ?? 'public',
      tables: tables.rows.flatMap(({ name }) => name ?? []),
      servers: others.rows[0]?.servers ?? 0,
    };
  } finally {
    await db.destroy();
  }
}

/** Returns one PostgreSQL statement that revokes access in all of the tables that exist when it runs. */
function revokeInPostgres(schema: string): string {
  const nameOf = (table: string): string => `${quoted(schema)}.${quoted(table)}`;
  const steps = revocations(nameOf, restoredVersion()).map(({ table, statement }) => {
    const name = nameOf(table).replaceAll("'", "''");
    return `if to_regclass('${name}') is not null then ${statement}; end if;`;
  });
  return `do $revoke$ begin ${steps.join(' ')} end $revoke$`;
}

async function dump(databaseUrl: string, file: string): Promise<void> {
  const { schema } = await lookAt(databaseUrl);
  const draft = `${file}.new`;
  try {
    const tables = `--table=${quoted(schema)}.*`;
    await runClient('pg_dump', databaseUrl, ['--format=custom', tables, `--file=${draft}`]);
    moveIntoPlace(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

async function load(databaseUrl: string, file: string): Promise<string | null> {
  const { schema, tables, servers } = await lookAt(databaseUrl);
  if (servers > 0)
    throw new StoreRefused(`The database is in use by ${servers} connections: stop every server.`);
  const script = `${file}.sql`;
  try {
    const bare = ['--no-owner', '--no-privileges', `--file=${script}`];
    await runClient('pg_restore', databaseUrl, [...bare, file]);
    const kept = tables.length === 0 ? null : `${file}.before-restore-${stamp()}`;
    if (kept !== null) await dump(databaseUrl, kept);
    // Drops tables of later versions too; their migrations create them again.
    const names = tables.map((name) => `${quoted(schema)}.${quoted(name)}`);
    const drop = names.length === 0 ? [] : [`--command=drop table ${names.join(', ')} cascade`];
    await runClient('psql', databaseUrl, [
      '--no-psqlrc',
      '--quiet',
      '--single-transaction',
      '--set=ON_ERROR_STOP=1',
      ...drop,
      `--file=${script}`,
      // This query fails, and so rolls back, if the backup belongs to another program.
      `--command=select version from ${quoted(schema)}.schema_migration`,
      `--command=${revokeInPostgres(schema)}`,
    ]);
    return kept;
  } finally {
    rmSync(script, { force: true });
  }
}
