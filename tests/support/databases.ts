import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import { type Database, openDatabase, type OpenOptions } from '#server/db/client.ts';
import type { DialectName } from '#server/db/dialect.ts';
import { LONGER } from './run-length.ts';
import { dropSchemasOfRun, freshSchema, postgresIsMissing, runId } from './postgres.ts';
import { tablesOf } from './database-contents.ts';

/** The built worker; the test projects of the server build it first (`tests/support/build-server.ts`). */
export const SQLITE_WORKER = new URL('../../dist/server/sqlite-worker.js', import.meta.url);

/** A place for one store: open it as often as you like. Removed when the test ends. */
export type Place = () => Promise<OpenOptions>;

type Suite = (
  open: () => Promise<Database>,
  place: Place,
  runs: (onSqlite: number) => number,
) => void;

/**
 * Runs a suite on SQLite and, if available, on PostgreSQL. Each call of `open` returns an empty store, like
 * `openSqliteStore`; `place` is for tests that open or close a store themselves. `runs` reduces the runs of a property
 * to a third on PostgreSQL, which is slower.
 */
export function describeStores(name: string, suite: Suite): void {
  describe(`${name}, SQLite`, () => {
    suite(openSqliteStore, placeOf(sqlitePlace), (onSqlite) => onSqlite * LONGER);
  });
  describe.skipIf(postgresIsMissing !== null)(`${name}, PostgreSQL`, () => {
    suite(openPostgresDatabase, placeOf(postgresPlace), (onSqlite) =>
      Math.ceil((onSqlite * LONGER) / 3),
    );
  });
}

/** An empty store on PostgreSQL. Tests neither close it nor change its schema. */
export const openPostgresStore = (): Promise<{ db: Database; url: string }> =>
  takeStore('postgres');

const openPostgresDatabase = async (): Promise<Database> => (await openPostgresStore()).db;

/** An empty embedded store. Tests neither close it nor change its schema. */
export const openSqliteStore = async (): Promise<Database> => (await takeStore('sqlite')).db;

/** A store that stays open until its worker ends: opening one takes longer than most tests. */
interface KeptStore {
  readonly db: Database;
  readonly url: string;
  /** The rows of a new store, by table. */
  readonly initial: ReadonlyMap<string, readonly Row[]>;
}
type Row = Readonly<Record<string, unknown>>;

const idle: Readonly<Record<DialectName, KeptStore[]>> = { sqlite: [], postgres: [] };

const OPTIONS: Readonly<Record<DialectName, () => Promise<OpenOptions>>> = {
  sqlite: async () => {
    const dataDir = mkdtempSync(join(folderOfRun(), 'store-'));
    await putNewStore(dataDir);
    return { databaseUrl: null, dataDir, sqliteWorker: SQLITE_WORKER };
  },
  postgres: async () => (await postgresPlace()).options,
};

/** The free memory needed for the stores of all workers. */
const LEAST_MEMORY_BYTES = 512 * 1024 * 1024;

/** A folder in memory, so that commits do not wait for a disk; otherwise the temporary folder. */
function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < LEAST_MEMORY_BYTES ? tmpdir() : memory;
}

/** The folder of the run's stores, shared by its workers and removed with everything in it. */
export function folderOfRun(): string {
  const folder = join(fastFolder(), `stores-of-run-${runId()}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Called after all tests of a run (`tests/support/remove-stores.ts`). */
export async function removeStoresOfRun(): Promise<void> {
  rmSync(folderOfRun(), { recursive: true, force: true });
  await dropSchemasOfRun();
}

/** Puts an empty store into a data folder: copying is faster than migrating. */
export async function putNewStore(dataDir: string): Promise<void> {
  const template = join(folderOfRun(), 'new.sqlite');
  if (!existsSync(template)) {
    const draft = mkdtempSync(join(folderOfRun(), 'new-'));
    const options = { databaseUrl: null, dataDir: draft, sqliteWorker: SQLITE_WORKER };
    await (await openDatabase(options)).close();
    renameSync(join(draft, 'store.sqlite'), template);
  }
  copyFileSync(template, join(dataDir, 'store.sqlite'));
}

async function takeStore(dialect: DialectName): Promise<KeptStore> {
  const kept = idle[dialect].pop();
  if (kept !== undefined) await empty(kept);
  const store = kept ?? (await createStore(await OPTIONS[dialect]()));
  onTestFinished(() => void idle[dialect].push(store));
  return store;
}

async function createStore(options: OpenOptions): Promise<KeptStore> {
  const db = await openDatabase(options);
  const names = (await tablesOf(db)).filter((name) => name !== 'schema_migration');
  const rows = names.map(async (name): Promise<[string, readonly Row[]]> => {
    const found = await sql<Row>`select * from ${sql.table(name)}`.execute(db.read);
    return [name, found.rows];
  });
  return {
    db,
    url: options.databaseUrl ?? '',
    initial: new Map(await Promise.all(rows)),
  };
}

/** Resets a used store to its initial state. */
async function empty({ db, initial }: KeptStore): Promise<void> {
  const isUsed = [...initial.keys()].map(
    (name) => sql`select ${sql.lit(name)} as name where exists (select 1 from ${sql.table(name)})`,
  );
  const used = await sql<{ name: string }>`${sql.join(isUsed, sql` union all `)}`.execute(db.read);
  const tables = used.rows.map(({ name }) => sql.table(name));
  await db.write.transaction().execute(async (tx) => {
    if (db.dialect === 'postgres') await sql`truncate ${sql.join(tables)} cascade`.execute(tx);
    else {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      for (const table of tables) await sql`delete from ${table}`.execute(tx);
    }
    for (const [name, rows] of initial)
      for (const row of rows) {
        const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
        const values = sql.join(Object.values(row));
        await sql`insert into ${sql.table(name)} (${columns}) values (${values})`.execute(tx);
      }
  });
}

type Made = { options: OpenOptions; remove: () => Promise<void> | void };

const placeOf =
  (make: () => Made | Promise<Made>): Place =>
  async () => {
    const { options, remove } = await make();
    onTestFinished(remove);
    return options;
  };

function sqlitePlace(): Made {
  const dataDir = mkdtempSync(join(folderOfRun(), 'place-'));
  return {
    options: { databaseUrl: null, dataDir, sqliteWorker: SQLITE_WORKER },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function postgresPlace(): Promise<Made> {
  const { url, drop } = await freshSchema();
  return {
    options: { databaseUrl: url, dataDir: '', sqliteWorker: SQLITE_WORKER },
    remove: drop,
  };
}
