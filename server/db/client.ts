import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** The store, whichever database keeps it. */
export interface Database {
  /** For queries that change nothing; sees every acknowledged write. */
  readonly read: Kysely<Schema>;
  /** For single statements that change something; several belong into `inTransaction`. */
  readonly write: Kysely<Schema>;
  readonly dialect: 'sqlite' | 'postgres';
  /** Throws `StoreUnavailable` when the store cannot be reached or written. */
  ready(): Promise<void>;
  /** Waits for what is under way; afterwards every query is refused. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** `postgres://…`, or null for the embedded store. */
  readonly databaseUrl: string | null;
  /** The folder of the embedded store; its owner holds the lock (`server/data-dir.ts`). */
  readonly dataDir: string;
  /** The built `sqlite-worker.js`. */
  readonly sqliteWorker: URL;
  /** Told in one line what an operator should know: a migration and where the copy is. */
  readonly notice?: (line: string) => void;
}

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreRefused when the store must not be used as it is; StoreUnavailable when it cannot be reached.
 */
export function openDatabase(options: OpenOptions): Promise<Database> {
  return Promise.reject(new Error(`not built yet: ${options.dataDir}`));
}

/**
 * Runs `fn` in one write transaction: all of it is stored, durably, or nothing.
 * A serialization failure or deadlock is tried again, so `fn` must have no effect but its queries,
 * and must use `tx` alone (a query on `db.write` inside would wait for its own transaction).
 */
export function inTransaction<T>(
  db: Pick<Database, 'write'>,
  fn: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return db.write.transaction().execute(fn);
}
