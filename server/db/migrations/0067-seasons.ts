import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Seasons of shows; `server/db/schema.ts` describes the columns. */
export const seasonsMigration: Migration = {
  version: 67,
  name: 'seasons',
  up: async (tx, dialect) => {
    const { text, strict } = columnTypes(dialect);
    const statements = [
      `create table season (id ${text} not null primary key, name ${text} not null unique)${strict}`,
      `alter table show add column season_id ${text} references season (id) on delete set null`,
      'create index show_season_id on show (season_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
