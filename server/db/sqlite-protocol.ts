/** What one connection's worker is told at its start. */
export interface SqliteWorkerOptions {
  readonly file: string;
  readonly mode: 'read' | 'write';
}

export type Parameter = string | number | bigint | null;

/**
 * One step. Messages carry several, and the worker takes them strictly in order.
 * `begin` is never answered: when it fails, the steps of its transaction do.
 */
export type Step =
  | {
      readonly do: 'query';
      readonly id: number;
      readonly sql: string;
      readonly parameters: readonly Parameter[];
      /** Belongs to the transaction that was begun; otherwise it stands for itself. */
      readonly inside: boolean;
    }
  | { readonly do: 'begin' }
  | { readonly do: 'commit' | 'rollback' | 'close'; readonly id: number }
  /** Statements that no transaction may contain, such as `vacuum` and some pragmas. */
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
 * The answer to the step of the same `id`; id 0 tells whether the file could be opened.
 * Whoever receives it names the rows `never`: what they are, only the query's own type says.
 */
export type Reply<Row = unknown> =
  | ({ readonly id: number; readonly failure?: never } & Rows<Row>)
  | { readonly id: number; readonly failure: Failure };
