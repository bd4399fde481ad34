import { type Kysely, sql, type Transaction } from 'kysely';
import type { DialectName } from './dialect.ts';
import { StoreRefused } from './errors.ts';
import type { Migration, MigrationTables } from './migrations/migration.ts';

type Tx = Transaction<MigrationTables>;

/** Returns the version of the store's schema; 0 if it has none yet. */
export async function schemaVersion(db: Kysely<MigrationTables>): Promise<number> {
  await sql`
    create table if not exists schema_migration (
      version integer not null primary key, name text not null, applied_at bigint not null
    )`.execute(db);
  const { version } = await db
    .selectFrom('schema_migration')
    .select((eb) => eb.fn.coalesce(eb.fn.max('version'), eb.lit(0)).as('version'))
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * Returns the migrations that are still to run. @throws StoreRefused if a newer version of the program wrote the store
 */
export function pendingOf(version: number, migrations: readonly Migration[]): readonly Migration[] {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new StoreRefused(
      `The store has schema version ${version}, this program knows versions up to ${newest}: start the newer program.`,
    );
  }
  return migrations.filter((migration) => migration.version > version);
}

/**
 * Runs all `pending` migrations in the transaction `tx`.
 * @throws StoreRefused with the name of the migration that failed
 */
export async function migrate(
  tx: Tx,
  dialect: DialectName,
  pending: readonly Migration[],
): Promise<void> {
  for (const { version, name, up } of pending) {
    await up(tx, dialect).catch((error: unknown) => {
      throw new StoreRefused(
        `Migration ${version} (${name}) failed and nothing was changed: ${String(error)}`,
        { cause: error },
      );
    });
    await tx
      .insertInto('schema_migration')
      .values({ version, name, applied_at: Date.now() })
      .execute();
  }
}
