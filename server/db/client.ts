import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { AuditDetails } from './audit-details.ts';
import { type DialectName, isWorthRetrying } from './dialect.ts';
import { StoreUnavailable } from './errors.ts';
import { migrations as ALL } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { openPostgres } from './postgres-store.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite-store.ts';
import type { ConsistentReads } from './consistent-reads.ts';

const MOST_RETRIES = 3;
const RETRY_MS = 25;

/** The store, whichever database keeps it. */
export interface Database {
  /** For queries that change nothing; sees every acknowledged write. */
  readonly read: Kysely<Schema>;
  /** For single statements that change something; several belong into `inTransaction`. */
  readonly write: Kysely<Schema>;
  readonly dialect: DialectName;
  /** For what stands on the groups of answers: points, totals, ranks and the groups themselves. */
  readonly consistent: ConsistentReads;
  /** Written at the end of every transaction of `inTransaction`, for who records what it is done for. */
  readonly record?: (tx: Transaction<Schema>, details: AuditDetails) => Promise<void>;
  /** Resolves with the reason when this process can no longer use the store. */
  readonly lost: Promise<Error>;
  /** Throws `StoreUnavailable` when the store cannot be reached or written. */
  ready(): Promise<void>;
  /** Waits for what is under way; afterwards every query is refused. May be called again. */
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
  /** The steps of the schema; only tests give others than the program's own. */
  readonly migrations?: readonly Migration[];
}

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreRefused when the store must not be used as it is; StoreUnavailable when it cannot be reached.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, migrations = ALL } = options;
  const db =
    databaseUrl === null
      ? await openSqlite({ ...options, migrations })
      : await openPostgres(databaseUrl, migrations);
  let closed: Promise<void> | null = null;
  return { ...db, close: () => (closed ??= db.close()) };
}

/**
 * Runs `fn` in one write transaction: all of it is stored, durably, or nothing.
 * A serialization failure or deadlock is tried again, so `fn` must have no effect but its queries, and
 * must use `tx` alone (a query on `db.write` inside would wait for its own transaction).
 * On PostgreSQL others run meanwhile (read committed): what is read to decide upon is read `.forUpdate()`,
 * which costs nothing on SQLite, where a write transaction has the store to itself.
 * `detailsOf` says for the audit what the act changed and why, with the names as an admin reads them:
 * `({ before, after }) => ({ before: { role: before.role }, after: { role: after.role }, reason })`. The admin panel shows them.
 * @throws StoreUnavailable also when every attempt failed.
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
        await db.record?.(tx, detailsOf(result));
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
