/** The differences between the two databases. */
import { type SelectModifierNode, SqliteQueryCompiler } from 'kysely';
import { DatabaseError } from 'pg';
import { SqliteError } from './sqlite-connection.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Drops `for update` and `for share`: SQLite's write transactions are exclusive. */
export class PlainSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct' || node.rawModifier !== undefined) {
      super.visitSelectModifier(node);
    }
  }
}

/**
 * Column types in migrations. Both databases compare and sort texts by their bytes, independent of the server's locale, and
 * neither converts a text to a number.
 */
export const columnTypes = (dialect: DialectName) =>
  dialect === 'postgres'
    ? { text: 'text collate "C"', integer: 'bigint', strict: '' }
    : { text: 'text', integer: 'integer', strict: ' strict' };

/** A pattern of `like … escape '\\'` for texts that contain this one. */
export const containing = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Whether the error is a violation of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof SqliteError
    ? error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
    : error instanceof DatabaseError && error.code === '23505';

/** Whether a retry of the transaction may succeed: serialization failure or deadlock. */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');
