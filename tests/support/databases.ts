import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import { type Database, openDatabase, type OpenOptions } from '#server/db/client.ts';
import type { DialectName } from '#server/db/dialect.ts';
import { LONGER } from './run-length.ts';
import { freshSchema, postgresIsMissing } from './postgres.ts';
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
 * Runs a suite on SQLite and, where it can be had, on PostgreSQL. Each call of `open` gives an empty store, as
 * `openSqliteStore`; `place` is for tests that open or close a store themselves. `runs`: of a property, which is
 * about our own code, a third on PostgreSQL, where every step is slower.
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

/** An empty store on PostgreSQL. Nobody closes it, and nobody changes its schema. */
export const openPostgresStore = (): Promise<{ db: Database; url: string }> =>
  takeStore('postgres', postgresPlace);

const openPostgresDatabase = async (): Promise<Database> => (await openPostgresStore()).db;

/** An empty embedded store. Nobody closes it, and nobody changes its schema. */
export const openSqliteStore = async (): Promise<Database> =>
  (await takeStore('sqlite', sqlitePlace)).db;

/** A store that stays open for the tests of a file: opening one takes longer than most tests. */
interface KeptStore {
  readonly db: Database;
  readonly url: string;
  /** The rows of a new store, by table. */
  readonly initial: ReadonlyMap<string, readonly Row[]>;
  readonly close: () => Promise<void>;
}
type Row = Readonly<Record<string, unknown>>;

const idle: Readonly<Record<DialectName, KeptStore[]>> = { sqlite: [], postgres: [] };

/** After the tests of a file (`tests/support/stores.ts`). */
export async function closeStores(): Promise<void> {
  const stores = Object.values(idle).flatMap((kept) => kept.splice(0));
  await Promise.all(stores.map(({ close }) => close()));
}

async function takeStore(
  dialect: DialectName,
  make: () => Made | Promise<Made>,
): Promise<KeptStore> {
  const kept = idle[dialect].pop();
  if (kept !== undefined) await empty(kept);
  const store = kept ?? (await createStore(await make()));
  onTestFinished(() => void idle[dialect].push(store));
  return store;
}

async function createStore({ options, remove }: Made): Promise<KeptStore> {
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
    close: async () => {
      await db.close();
      await remove();
    },
  };
}

/** Puts a used store back to what it was when it was new. */
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
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
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
