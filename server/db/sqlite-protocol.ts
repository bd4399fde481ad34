/** The start parameters of a connection's worker. */
export interface SqliteWorkerOptions {
  readonly file: string;
  readonly mode: 'read' | 'write';
}

export type Parameter = string | number | bigint | Uint8Array | null;

/**
 * One step for the worker. A message contains several steps, which the worker runs strictly in order. `begin` has no
 * reply: if it fails, the other steps of its transaction fail.
 */
export type Step =
  | {
      readonly do: 'query';
      readonly id: number;
      readonly sql: string;
      readonly parameters: readonly Parameter[];
      /** True if the statement belongs to the open transaction; otherwise it runs on its own. */
      readonly inside: boolean;
    }
  | { readonly do: 'begin' }
  | { readonly do: 'commit' | 'rollback' | 'close'; readonly id: number }
  /** A statement that cannot run in a transaction, such as `vacuum` and some pragmas. */
  | { readonly do: 'outside'; readonly id: number; readonly sql: string };

export interface Failure {
  /** SQLite's name of the error, e.g. `SQLITE_FULL`. */
  readonly code: string;
  readonly message: string;
}

export interface Rows<Row = unknown> {
  readonly rows: Row[];
  readonly changes: number;
}

/**
 * The reply to the step with the same `id`; id 0 reports whether the file could be opened. The rows default to `never`,
 * because only the query's own type describes them.
 */
export type Reply<Row = unknown> =
  | ({ readonly id: number; readonly failure?: never } & Rows<Row>)
  | { readonly id: number; readonly failure: Failure };
