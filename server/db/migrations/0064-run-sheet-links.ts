import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Links that show a run sheet without an account; `server/db/schema.ts` describes the columns. */
export const runSheetLinksMigration: Migration = {
  version: 64,
  name: 'run-sheet-links',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table run_sheet_link (
        show_id ${text} not null primary key references show (id) on delete cascade,
        hash ${text} not null unique,
        created_at ${integer} not null,
        created_by ${text} not null references "user" (id) on delete cascade,
        owner_version ${integer} not null
      )${strict}`,
      'create index run_sheet_link_creator on run_sheet_link (created_by)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
