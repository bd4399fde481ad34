import { Worker } from 'node:worker_threads';
import { sendAtEndOfTurn } from '#server/end-of-turn.ts';
import { StoreDamaged, StoreUnavailable } from './errors.ts';
import type { Parameter, Reply, Rows, SqliteWorkerOptions, Step } from './sqlite-protocol.ts';
import { Mutex } from './mutex.ts';

/** An error of SQLite; `code` is SQLite's name of the error, e.g. `SQLITE_CONSTRAINT_UNIQUE`. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Errors that are not the query's fault: a full or failing disk, or a file locked by another program. */
const UNAVAILABLE = /^SQLITE_(FULL|BUSY|LOCKED|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** Errors of a damaged file: no read or write is reliable until a backup is restored. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

/** `Omit` for each member of a union. */
type WithoutId<S> = S extends { readonly id: number } ? Omit<S, 'id'> : never;

interface Waiting {
  readonly resolve: (rows: Rows<never>) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's side of an SQLite connection (`sqlite-worker.ts`). */
export class SqliteConnection {
  /** Held while a statement or a transaction is sent. */
  readonly turns = new Mutex();
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #steps: Step[] = [];
  #lastId = 0;
  #ended: StoreUnavailable | null = null;
  #failing = false;
  #damage: StoreDamaged | null = null;
  #isClosing = false;
  #reportLoss: (why: Error) => void = () => {};
  /** Resolves with the reason if the thread ends without being closed. */
  readonly lost = new Promise<Error>((resolve) => {
    this.#reportLoss = resolve;
  });

  private constructor(script: URL, options: SqliteWorkerOptions) {
    this.#worker = new Worker(script, { workerData: options, name: `sqlite-${options.mode}` });
    this.#worker.on('message', (replies: Reply<never>[]) =>
      replies.forEach((r) => this.#settle(r)),
    );
    this.#worker.on('error', (error) => this.#end(`the store's thread failed: ${error.message}`));
    this.#worker.on('exit', () => this.#end("the store's thread has ended"));
  }

  /** Starts the worker and opens the file. @throws StoreUnavailable or SqliteError if the file cannot be opened */
  static async open(script: URL, options: SqliteWorkerOptions): Promise<SqliteConnection> {
    const connection = new SqliteConnection(script, options);
    try {
      await connection.#answer(0);
      return connection;
    } catch (error) {
      await connection.#worker.terminate();
      throw error;
    }
  }

  /** Runs one statement; `inside`: in the current transaction, else on its own. */
  query(sql: string, parameters: readonly Parameter[], inside: boolean): Promise<Rows<never>> {
    return this.#send({ do: 'query', sql, parameters, inside });
  }

  begin(): void {
    this.#post({ do: 'begin' });
  }

  /** Ends the transaction. Resolves once everything that it wrote or read is on disk. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    await this.#send({ do: how });
  }

  async outside(sql: string): Promise<void> {
    await this.#send({ do: 'outside', sql });
  }

  /**
   * Checks that the store works: runs `probe` if a statement found the file unavailable since the last successful
   * probe.
   * @throws StoreUnavailable; from then on always if the thread has ended or the file is damaged
   */
  async ready(probe: () => Promise<unknown>): Promise<void> {
    const gone = this.#ended ?? this.#damage;
    if (gone !== null) throw gone;
    if (!this.#failing) return;
    await probe();
    this.#failing = false;
  }

  /** Finishes running work and closes the connection; later queries are rejected. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.turns.end();
    try {
      await this.#send({ do: 'close' });
    } finally {
      await this.#worker.terminate();
    }
  }

  #send(step: WithoutId<Step>): Promise<Rows<never>> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    this.#lastId += 1;
    this.#post({ ...step, id: this.#lastId });
    return this.#answer(this.#lastId);
  }

  /**
   * Sends all requests of one turn of the event loop as one message. The end of one transaction then arrives together
   * with the beginning of the next, so both share a group commit, which doubles the transactions per second.
   */
  #post(step: Step): void {
    this.#steps.push(step);
    sendAtEndOfTurn(this.#sendSteps);
  }

  readonly #sendSteps = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(this.#steps);
    this.#steps = [];
  };

  #answer(id: number): Promise<Rows<never>> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #settle(reply: Reply<never>): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.failure === undefined) {
      waiting?.resolve(reply);
      return;
    }
    const { code, message } = reply.failure;
    waiting?.reject(this.#errorOf(code, message));
  }

  #errorOf(code: string, message: string): Error {
    if (DAMAGED.test(code)) {
      this.#damage ??= new StoreDamaged(`${code}: ${message}`);
      return this.#damage;
    }
    if (!UNAVAILABLE.test(code)) return new SqliteError(code, message);
    this.#failing = true;
    return new StoreUnavailable(`${code}: ${message}`);
  }

  #end(why: string): void {
    this.#ended ??= new StoreUnavailable(why);
    if (!this.#isClosing) this.#reportLoss(this.#ended);
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
