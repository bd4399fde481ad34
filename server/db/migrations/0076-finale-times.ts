import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** When a stage last showed its show's board; `server/db/schema.ts` describes the column. */
export const finaleTimesMigration: Migration = {
  version: 76,
  name: 'finale-times',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    await sql.raw(`alter table stage add column finale_at ${integer}`).execute(tx);
    await sql.raw('update stage set finale_at = directed_at where finale is not null').execute(tx);
  },
};
