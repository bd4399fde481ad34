import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Points that wait to be revealed on air; `server/db/schema.ts` says what the columns mean. */
export const suspenseMigration: Migration = {
  version: 22,
  name: 'suspense',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    const statements = [
      `alter table show_plan add column suspense ${integer} not null default 1`,
      `alter table answer add column held ${integer} not null default 0`,
      `alter table grouping add column to_show ${integer} not null default 0`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
