import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import { PlainSqliteCompiler } from './dialect.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Parameter, Rows } from './sqlite-protocol.ts';

/** The dialect for kysely that uses SQLite in a worker thread. */
export const sqliteDialect = (connection: SqliteConnection): Dialect => ({
  createDriver: () => new SqliteDriver(connection),
  createQueryCompiler: () => new PlainSqliteCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<Lease> {
    return Promise.resolve(new Lease(this.#connection));
  }

  beginTransaction(lease: Lease): Promise<void> {
    return lease.begin();
  }

  commitTransaction(lease: Lease): Promise<void> {
    return lease.end('commit');
  }

  rollbackTransaction(lease: Lease): Promise<void> {
    return lease.end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  /** Does nothing, because the connection is closed by the code that opened it. */
  async destroy(): Promise<void> {}
}

/**
 * One caller's use of the connection. The mutex is released when the last step of a transaction is sent, not when its
 * reply arrives, so that the next transaction joins the same group commit.
 */
class Lease implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  #state: 'single' | 'inside' | 'ended' = 'single';

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async begin(): Promise<void> {
    await this.#connection.turns.take();
    this.#state = 'inside';
    this.#connection.begin();
  }

  /** Ends the transaction. Does nothing if it has already ended, for example after a failed commit. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#state !== 'inside') return;
    this.#state = 'ended';
    const ended = this.#connection.end(how);
    this.#connection.turns.pass();
    await ended;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(storable);
    const answer =
      this.#state === 'inside'
        ? this.#connection.query(sql, values, true)
        : this.#single(sql, values);
    const { rows, changes } = await answer;
    return { rows, numAffectedRows: BigInt(changes) };
  }

  async #single(sql: string, values: readonly Parameter[]): Promise<Rows<never>> {
    // A query that is sent late must not run outside its finished transaction.
    if (this.#state === 'ended') throw new Error('The transaction has ended.');
    await this.#connection.turns.take();
    const answer = this.#connection.query(sql, values, false);
    this.#connection.turns.pass();
    return answer;
  }

  // oxlint-disable-next-line require-yield -- kysely asks for the method; nobody streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store does not stream.');
  }
}

/** Rejects values that PostgreSQL would reject; on some of them libsql would end the process. */
function storable(value: unknown): Parameter {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `The store keeps texts, numbers, bytes and null, not ${typeof value} values.`,
  );
}
