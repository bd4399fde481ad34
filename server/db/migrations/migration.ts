import type { Transaction } from 'kysely';
import type { DialectName } from '../dialect.ts';

/** What the store remembers of its own schema. */
export interface MigrationTables {
  schema_migration: { version: number; name: string; applied_at: number };
}

/**
 * One step of the schema. It runs in a transaction, on SQLite with foreign keys not enforced meanwhile
 * (so that a table can be rebuilt) and checked at the end. It writes its own SQL: `Schema` moves on.
 */
export interface Migration {
  /** 1, 2, 3 … */
  readonly version: number;
  readonly name: string;
  readonly up: (tx: Transaction<MigrationTables>, dialect: DialectName) => Promise<void>;
}
