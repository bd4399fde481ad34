import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Identifies the state of the totals by a few rows, for any number of questions: `server/db/consistent-reads.ts`. */
export const newestRecountsMigration: Migration = {
  version: 30,
  name: 'newest recounts',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    const statements = [
      `alter table score_lock add column version ${integer} not null default 0`,
      // Only PostgreSQL reads it: SQLite has one process.
      ...(dialect === 'postgres'
        ? ['create index grouping_newest on "grouping" (updated_at desc)']
        : []),
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
