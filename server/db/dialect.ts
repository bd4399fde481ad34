/** Everything in which the two databases differ for the queries of the modules. */
import { type SelectModifierNode, SqliteQueryCompiler } from 'kysely';
import { DatabaseError } from 'pg';
import { SqliteError } from './sqlite-connection.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Drops `for update` and its kin: a write transaction of SQLite has the store to itself. */
export class PlainSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct' || node.rawModifier !== undefined) {
      super.visitSelectModifier(node);
    }
  }
}

/**
 * Types of the columns in migrations. A text is compared and sorted by its bytes on both, whatever the
 * server's locale, and neither database takes a text for a number.
 */
export const columnTypes = (dialect: DialectName) =>
  dialect === 'postgres'
    ? { text: 'text collate "C"', integer: 'bigint', strict: '' }
    : { text: 'text', integer: 'integer', strict: ' strict' };

/** Whether the error says that a row with the same unique value exists already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof SqliteError
    ? error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
    : error instanceof DatabaseError && error.code === '23505';

/** Whether the same transaction may succeed when it is tried again: serialization failure, deadlock. */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');
