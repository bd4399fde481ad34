import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { baseLocale } from 'messages/runtime';
import { textIn } from '#server/http/language.ts';
import type { AuditDetails } from './audit-details.ts';
import { type DialectName, isWorthRetrying } from './dialect.ts';
import { StoreUnavailable } from './errors.ts';
import { migrations as ALL } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite-store.ts';
import type { ConsistentReads } from './consistent-reads.ts';

const MOST_RETRIES = 3;
const RETRY_MS = 25;

/** The store on either database, SQLite or PostgreSQL. */
export interface Database {
  /** For queries without changes; sees every acknowledged write. */
  readonly read: Kysely<Schema>;
  /** For single statements with changes; use `inTransaction` for several. */
  readonly write: Kysely<Schema>;
  readonly dialect: DialectName;
  /** For reads of groups and of the points, totals and ranks that derive from them. */
  readonly consistent: ConsistentReads;
  /** Writes the audit. Runs at the end of every transaction of `inTransaction`. */
  readonly record?: (tx: Transaction<Schema>, details: AuditDetails) => Promise<void>;
  /** Resolves with the reason when this process can no longer use the store. */
  readonly lost: Promise<Error>;
  /** Throws `StoreUnavailable` if the store cannot be reached or written. */
  ready(): Promise<void>;
  /** Waits for running queries; later ones are rejected. May be called again. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** `postgres://…`, or null for the embedded SQLite store. */
  readonly databaseUrl: string | null;
  /** The folder of the embedded store; the caller holds its lock (`server/data-dir.ts`). */
  readonly dataDir: string;
  /** URL of the built `sqlite-worker.js`. */
  readonly sqliteWorker: URL;
  /** Logs a line for the operator: that a migration ran, and where the copy made before it is. */
  readonly notice?: (line: string) => void;
  /** Overrides the product's migrations, in tests only. */
  readonly migrations?: readonly Migration[];
}

/**
 * Opens the store and migrates its schema.
 * @throws StoreRefused if the store must not be used in its present state; StoreUnavailable if it cannot be reached
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, migrations = ALL } = options;
  const db =
    databaseUrl === null
      ? await openSqlite({ ...options, migrations })
      : await (await import('./postgres-store.ts')).openPostgres(databaseUrl, migrations);
  let closed: Promise<void> | null = null;
  return { ...db, close: () => (closed ??= db.close()) };
}

/**
 * Runs `fn` in one write transaction: either everything is stored durably, or nothing. Serialization failures and
 * deadlocks are retried, so `fn` must have no effects other than its queries. It must only use `tx`, because a query on
 * `db.write` would wait for its own transaction. On PostgreSQL other transactions run concurrently (read committed), so
 * read with `.forUpdate()` before deciding; on SQLite that costs nothing, because writes are exclusive.
 * `detailsOf` returns the change for the audit, with the labels that an admin reads:
 * `({ before, after }) => ({ before: { role: before.role }, after: { role: after.role }, reason })`.
 * @throws StoreUnavailable also if every attempt failed
 */
export async function inTransaction<T>(
  db: Pick<Database, 'write' | 'record'>,
  fn: (tx: Transaction<Schema>) => Promise<T>,
  detailsOf: (result: T) => AuditDetails = () => ({}),
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await db.write.transaction().execute(async (tx) => {
        const result = await fn(tx);
        // Many admins read the stored words, and their names are English too.
        await db.record?.(
          tx,
          textIn(baseLocale, () => detailsOf(result)),
        );
        return result;
      });
    } catch (error) {
      if (!isWorthRetrying(error)) throw error;
      if (attempt === MOST_RETRIES) {
        throw new StoreUnavailable('too many conflicting transactions', { cause: error });
      }
      await delay(RETRY_MS * (attempt + Math.random()));
    }
  }
}
