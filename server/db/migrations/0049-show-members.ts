import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Shows that are open to everybody or to their members alone; `server/db/schema.ts` says what the columns mean. */
export const showMembersMigration: Migration = {
  version: 49,
  name: 'show-members',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `alter table show_plan add column is_open ${integer} not null default 1 check (is_open in (0, 1))`,
      'create index show_plan_closed on show_plan (id) where is_open = 0',
      `create table show_member (
        show_id ${text} not null references show_plan (id) on delete cascade,
        user_id ${text} not null references "user" (id) on delete cascade,
        joined_at ${integer} not null,
        primary key (show_id, user_id)
      )${strict}`,
      'create index show_member_user on show_member (user_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
