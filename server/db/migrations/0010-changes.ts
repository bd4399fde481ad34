import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/**
 * What is told whoever tells it, and since when windows are open; `server/db/schema.ts` says what the
 * columns mean.
 */
export const changesMigration: Migration = {
  version: 10,
  name: 'changes',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table feed_change (
        version ${integer} not null primary key,
        at ${integer} not null,
        news ${text} not null,
        told ${integer} not null default 0 check (told in (0, 1))
      )${strict}`,
      `alter table release add column opened_at ${integer} not null default 0`,
      'update release set opened_at = released_at',
      `alter table show_page add column revision ${integer} not null default 0`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
