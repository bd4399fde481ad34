import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, onTestFinished } from 'vitest';
import { type Database, openDatabase, type OpenOptions } from '#server/db/client.ts';
import { freshSchema, postgresIsMissing } from './postgres.ts';

/** The built worker; the test projects of the server build it first (`tests/support/built.ts`). */
export const SQLITE_WORKER = new URL('../../dist/server/sqlite-worker.js', import.meta.url);

/** A place for one store: open it as often as you like. Removed when the test ends. */
export type Place = () => Promise<OpenOptions>;

type Suite = (
  open: () => Promise<Database>,
  place: Place,
  runs: (onSqlite: number) => number,
) => void;

/**
 * Runs a suite on SQLite and, where it can be had, on PostgreSQL. Each call of `open` gives an empty store,
 * closed and removed when the test ends; `place` is for tests that open the same store again. `runs`: of a
 * property, which is about our own code, a third on PostgreSQL, where every step is slower.
 */
export function describeStores(name: string, suite: Suite): void {
  describe(`${name}, SQLite`, () => {
    onStores(suite, sqlitePlace, (onSqlite) => onSqlite);
  });
  describe.skipIf(postgresIsMissing !== null)(`${name}, PostgreSQL`, () => {
    onStores(suite, postgresPlace, (onSqlite) => Math.ceil(onSqlite / 3));
  });
}

if (postgresIsMissing !== null) console.log(`PostgreSQL is not tested: ${postgresIsMissing}.`);

/** An empty store on PostgreSQL for what only it can show; closed and removed when the test ends. */
export async function openPostgresStore(): Promise<{ db: Database; url: string }> {
  const made = await postgresPlace();
  return { db: await openMade(made), url: made.options.databaseUrl ?? '' };
}

/** An empty embedded store for what only it can show; closed and removed when the test ends. */
export const openSqliteStore = (): Promise<Database> => openMade(sqlitePlace());

async function openMade({ options, remove }: Made): Promise<Database> {
  const db = await openDatabase(options);
  onTestFinished(async () => {
    await db.close();
    await remove();
  });
  return db;
}

type Made = { options: OpenOptions; remove: () => Promise<void> | void };

function onStores(
  suite: Suite,
  make: () => Made | Promise<Made>,
  runs: (onSqlite: number) => number,
): void {
  const endings: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end();
  });
  const place = async (): Promise<OpenOptions> => {
    const { options, remove } = await make();
    endings.push(remove);
    return options;
  };
  const open = async (): Promise<Database> => {
    const db = await openDatabase(await place());
    endings.push(() => db.close());
    return db;
  };
  suite(open, place, runs);
}

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
