import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { DatabaseError, Pool, type PoolClient, type QueryResult as PgResult, types } from 'pg';
import { StoreUnavailable } from './errors.ts';

/** Name under which PostgreSQL lists the connections of a running server. */
export const APPLICATION_NAME = 'live-trivia';
const MOST_CONNECTIONS = 10;
/** Maximum number of callers that wait for a connection; further callers are rejected at once. */
const MOST_WAITING = 2_000;
const CONNECTION_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;

// Return the same JavaScript values as SQLite: counts and sums as numbers, comparisons as 1 or 0.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
types.setTypeParser(types.builtins.BOOL, (text) => (text === 't' ? 1 : 0));

/**
 * SQL states for which the server, not the query, is to blame: connection, resources (disk, memory, connections),
 * intervention (shutdown, cancelled by the time limit), system error, read-only standby, damaged data or index.
 */
const UNAVAILABLE = /^(08|53|57|58|25006|XX00[12])/;

/**
 * Converts errors of the server or the connection to `StoreUnavailable`. An error without an SQL state is one of the
 * connection, unless it is a `TypeError` because a value could not be sent.
 */
function storeError(error: unknown): unknown {
  const isOurs =
    error instanceof DatabaseError
      ? !UNAVAILABLE.test(error.code ?? '')
      : error instanceof TypeError || error instanceof StoreUnavailable;
  if (isOurs) return error;
  const reason = error instanceof AggregateError ? error.errors.join(', ') : String(error);
  return new StoreUnavailable(`PostgreSQL cannot answer: ${reason}`, { cause: error });
}

/** PostgreSQL for kysely. `patient` is for migrations, which use one connection without a statement timeout. */
export const postgresDialect = (url: string, patience: 'patient' | 'bounded'): Dialect => ({
  createDriver: () => new PostgresDriver(url, patience === 'patient'),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

class PostgresDriver implements Driver {
  readonly #pool: Pool;

  constructor(connectionString: string, patient: boolean) {
    this.#pool = new Pool({
      connectionString,
      keepAlive: true,
      max: patient ? 1 : MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      ...(patient
        ? {}
        : {
            application_name: APPLICATION_NAME,
            statement_timeout: STATEMENT_TIMEOUT_MS,
            idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
            // In case the network drops packets: then the server's own timeout does not reach this process.
            query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
          }),
    });
    // Ignored, because the pool replaces a connection that breaks while idle, and the next query reports an unreachable
    // server. Without listeners either event would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    if (this.#pool.waitingCount >= MOST_WAITING) {
      throw new StoreUnavailable('too many wait for PostgreSQL');
    }
    try {
      return new Session(await this.#pool.connect());
    } catch (error) {
      throw storeError(error);
    }
  }

  async beginTransaction(session: Session, { isolationLevel }: TransactionSettings): Promise<void> {
    await session.run(
      `begin${isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`}`,
    );
  }

  async commitTransaction(session: Session): Promise<void> {
    const { command } = await session.end('commit');
    // PostgreSQL replies this to a commit if an earlier error of the transaction was caught and ignored.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back.');
  }

  async rollbackTransaction(session: Session): Promise<void> {
    await session.end('rollback');
  }

  async releaseConnection(session: Session): Promise<void> {
    session.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class Session implements DatabaseConnection {
  readonly #client: PoolClient;
  #broken = false;
  #ended = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Runs one statement at a time, because several readers may share a connection's snapshot. */
  run(sql: string, parameters: readonly unknown[] = []): Promise<PgResult<never>> {
    const send = () => this.#send(sql, parameters);
    const answer = this.#last.then(send, send);
    this.#last = answer;
    return answer;
  }

  async #send(sql: string, parameters: readonly unknown[]): Promise<PgResult<never>> {
    try {
      return await this.#client.query<never, unknown[]>(sql, [...parameters]);
    } catch (error) {
      const mapped = storeError(error);
      this.#broken ||= mapped instanceof StoreUnavailable;
      throw mapped;
    }
  }

  end(how: 'commit' | 'rollback'): Promise<PgResult<never>> {
    this.#ended = true;
    return this.run(how);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // A query that is sent late must not run outside its finished transaction.
    if (this.#ended) throw new Error('The transaction has ended.');
    const { rows, rowCount } = await this.run(sql, parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // oxlint-disable-next-line require-yield -- kysely asks for the method; nobody streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store does not stream.');
  }

  /** Returns the connection to the pool, or closes it if its state is unknown. */
  release(): void {
    this.#client.release(this.#broken);
  }
}
