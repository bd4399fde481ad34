import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Of how many answers groups were made; `server/db/schema.ts` says what for. */
export const groupedMigration: Migration = {
  version: 8,
  name: 'grouped',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    const statements = [
      `alter table "grouping" add column answers_grouped ${integer} not null default 0`,
      'update "grouping" set answers_grouped = answers_counted',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
