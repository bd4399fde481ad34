import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** How a show decides a shared first place; `server/db/schema.ts` describes the column. */
export const tieBreaksMigration: Migration = {
  version: 69,
  name: 'tie-breaks',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    await sql
      .raw(
        `alter table show add column tie_break ${text} not null default 'shared' check (tie_break in ('shared', 'earlier'))`,
      )
      .execute(tx);
  },
};
