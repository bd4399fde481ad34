/** The differences between SQLite and PostgreSQL. */
import { type SelectModifierNode, SqliteQueryCompiler } from 'kysely';
import { SqliteError } from './sqlite-connection.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Omits `for update` and `for share`, which SQLite does not have or need: its write transactions are exclusive. */
export class PlainSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct' || node.rawModifier !== undefined) {
      super.visitSelectModifier(node);
    }
  }
}

/**
 * Column types for migrations. Both databases compare and sort texts by their bytes, independent of the server's
 * locale, and neither converts a text to a number.
 */
export const columnTypes = (dialect: DialectName) =>
  dialect === 'postgres'
    ? { text: 'text collate "C"', integer: 'bigint', bytes: 'bytea', strict: '' }
    : { text: 'text', integer: 'integer', bytes: 'blob', strict: ' strict' };

/** Returns the pattern of `like … escape '\\'` that matches texts containing this text. */
export const containing = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** PostgreSQL's code of an error. Read without its client, which a server with SQLite does not load. */
const sqlState = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : null;

/** Whether the error is a violation of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof SqliteError
    ? error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
    : sqlState(error) === '23505';

/** Whether a retry of the transaction may succeed: serialization failure or deadlock. */
export const isWorthRetrying = (error: unknown): boolean =>
  ['40001', '40P01'].some((code) => sqlState(error) === code);
