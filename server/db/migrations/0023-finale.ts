import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** The board of a show on the show page; `server/db/schema.ts` says what the columns mean. */
export const finaleMigration: Migration = {
  version: 23,
  name: 'finale',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    const statements = [
      `alter table show_page add column finale ${text}
        check (finale in ('standings', 'podium', 'winner'))`,
      `alter table show_page add column show_id ${text}
        references show_plan (id) on delete set null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
