import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Database, OpenOptions } from './client.ts';
import { StoreDamaged, StoreRefused, StoreUnavailable } from './errors.ts';
import { migrate, pendingOf, schemaVersion } from './migrate.ts';
import type { Migration, MigrationTables } from './migrations/migration.ts';
import type { Schema } from './schema.ts';
import { createSqliteReads } from './consistent-reads.ts';
import { SqliteConnection, SqliteError } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

const LEAST_FREE_BYTES = 4 * 1024 * 1024;

type Settings = Omit<OpenOptions, 'databaseUrl' | 'migrations'> & {
  readonly migrations: readonly Migration[];
};

/** Opens the embedded store: one SQLite file in `dataDir` with three connections: for writes, reads and snapshots. */
export async function openSqlite(settings: Settings): Promise<Database> {
  const { dataDir, sqliteWorker } = settings;
  const file = join(dataDir, 'store.sqlite');
  const marker = join(dataDir, 'store.exists');
  if (!existsSync(file)) {
    // SQLite would replay a leftover journal into the new file.
    if (existsSync(marker) || existsSync(`${file}-wal`)) {
      throw new StoreRefused(
        `${file} is missing although a store was kept there: put a copy back, or empty ${dataDir} to start over.`,
      );
    }
    await create(file, settings);
  }
  closeSync(openSync(marker, 'a', 0o600));

  const writer = await openExisting(file, settings);
  const openReader = () => SqliteConnection.open(sqliteWorker, { file, mode: 'read' });
  // At the same time, as a thread takes a while to start.
  const opening = [openReader(), openReader()] as const;
  const [reader, snapshotReader] = await Promise.all(opening).catch(async (error: unknown) => {
    for (const each of await Promise.allSettled(opening))
      if (each.status === 'fulfilled') await each.value.close();
    await writer.close();
    throw error;
  });
  const read = new Kysely<Schema>({ dialect: sqliteDialect(reader) });
  const write = new Kysely<Schema>({ dialect: sqliteDialect(writer) });
  const snapshots = new Kysely<Schema>({ dialect: sqliteDialect(snapshotReader) });
  return {
    read,
    write,
    consistent: createSqliteReads(read, snapshots),
    dialect: 'sqlite',
    lost: Promise.race([writer, reader, snapshotReader].map(({ lost }) => lost)),
    ready: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      if (bavail * bsize < LEAST_FREE_BYTES) throw new StoreUnavailable('the disk is full');
      await sql`select 1`.execute(read);
      for (const each of [reader, snapshotReader]) await each.ready(async () => {});
      await writer.ready(() =>
        write
          .updateTable('show')
          .set((eb) => ({ version: eb.ref('version') }))
          .execute(),
      );
    },
    close: async () => {
      try {
        await Promise.all([reader.close(), snapshotReader.close()]);
      } finally {
        await writer.close();
      }
    },
  };
}

/** Creates the file under a temporary name first, so that an interrupted start leaves no partial store. */
async function create(file: string, { sqliteWorker, migrations }: Settings): Promise<void> {
  const draft = `${file}.new`;
  const journals = [`${draft}-wal`, `${draft}-shm`];
  for (const leftover of [draft, ...journals]) rmSync(leftover, { force: true });
  const connection = await SqliteConnection.open(sqliteWorker, { file: draft, mode: 'write' });
  const db = new Kysely<MigrationTables>({ dialect: sqliteDialect(connection) });
  try {
    await schemaVersion(db);
    await db.transaction().execute((tx) => migrate(tx, 'sqlite', migrations));
  } finally {
    await connection.close();
  }
  if (existsSync(`${draft}-wal`) && statSync(`${draft}-wal`).size > 0) {
    throw new StoreRefused(`${draft} could not be completed.`);
  }
  for (const journal of journals) rmSync(journal, { force: true });
  moveIntoPlace(draft, file);
}

/** Opens an existing store and migrates it. */
async function openExisting(file: string, settings: Settings): Promise<SqliteConnection> {
  const { sqliteWorker, migrations, notice } = settings;
  const connection = await SqliteConnection.open(sqliteWorker, { file, mode: 'write' }).catch(
    (error: unknown) => {
      const what = fileProblem(error);
      throw what === null
        ? error
        : new StoreRefused(`${file} cannot be opened: ${what}. Put a copy back.`);
    },
  );
  const db = new Kysely<MigrationTables>({ dialect: sqliteDialect(connection) });
  try {
    const version = await storedVersion(db);
    if (version === 0) throw new StoreRefused(`${file} holds no store. Put a copy back.`);
    const pending = pendingOf(version, migrations);
    if (pending.length > 0) {
      const copy = `${file}.before-${version + 1}`;
      await copyStore(connection, copy);
      notice?.(
        `The store moves from schema version ${version} to ${pending.at(-1)?.version}; a copy is kept as ${copy}.`,
      );
      await connection.outside('pragma foreign_keys=off');
      await db.transaction().execute(async (tx) => {
        await migrate(tx, 'sqlite', pending);
        const broken = await sql`pragma foreign_key_check`.execute(tx);
        if (broken.rows.length > 0) throw new StoreRefused('The migration would break references.');
      });
      await connection.outside('pragma foreign_keys=on');
    }
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Returns SQLite's message if the error is about an unusable file; null for any other error. */
export const fileProblem = (error: unknown): string | null =>
  error instanceof StoreDamaged ? error.what : error instanceof SqliteError ? error.message : null;

/** Returns the schema version; 0 for an empty or foreign file, which must not silently become an empty store. */
export async function storedVersion(db: Kysely<MigrationTables>): Promise<number> {
  const { rows } = await sql`select 1 from sqlite_master where name = 'schema_migration'`.execute(
    db,
  );
  return rows.length === 0 ? 0 : schemaVersion(db);
}

/**
 * Writes a consistent copy that includes the journal. SQLite does the copying, because reading the file directly would
 * drop SQLite's locks on it.
 */
export async function copyStore(connection: SqliteConnection, copy: string): Promise<void> {
  const draft = `${copy}.new`;
  rmSync(draft, { force: true });
  await connection.outside(`vacuum into '${draft.replaceAll("'", "''")}'`);
  moveIntoPlace(draft, copy);
}

/** Renames a file durably: after a crash it is there completely or not at all. Makes it readable by its owner only. */
export function moveIntoPlace(draft: string, file: string): void {
  chmodSync(draft, 0o600);
  syncToDisk(draft);
  renameSync(draft, file);
  // Windows neither needs nor allows syncing a folder.
  if (process.platform !== 'win32') syncToDisk(join(file, '..'));
}

function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
