import { Kysely, sql } from 'kysely';
import type { Database } from './client.ts';
import { StoreUnavailable } from './errors.ts';
import { migrate, pendingOf, schemaVersion } from './migrate.ts';
import type { Migration, MigrationTables } from './migrations/migration.ts';
import { postgresDialect } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';
import { createPostgresReads } from './consistent-reads.ts';

/** An arbitrary number for the advisory lock, which no other program of this database uses. */
const MIGRATION_LOCK = 7_316_021;

/** Opens the store on PostgreSQL, which several processes share. */
export async function openPostgres(
  url: string,
  migrations: readonly Migration[],
): Promise<Database> {
  await bringUpToDate(url, migrations);
  const db = new Kysely<Schema>({ dialect: postgresDialect(url, 'bounded') });
  return {
    read: db,
    write: db,
    consistent: createPostgresReads(db),
    dialect: 'postgres',
    // Never resolves, because the pool replaces a broken connection.
    lost: new Promise(() => {}),
    ready: async () => {
      const { rows } = await sql<{
        standby: number;
      }>`select pg_is_in_recovery() as standby`.execute(db);
      if (rows[0]?.standby !== 0) throw new StoreUnavailable('PostgreSQL is a read-only standby');
    },
    close: () => db.destroy(),
  };
}

/** Migrates the schema. Processes that start at the same time wait for the one that migrates. */
async function bringUpToDate(url: string, migrations: readonly Migration[]): Promise<void> {
  const db = new Kysely<MigrationTables>({ dialect: postgresDialect(url, 'patient') });
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}, hashtext(current_schema()::text))`.execute(
        tx,
      );
      const version = await schemaVersion(tx);
      await migrate(tx, 'postgres', pendingOf(version, migrations));
    });
  } finally {
    await db.destroy();
  }
}
