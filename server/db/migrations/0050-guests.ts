import { sql } from 'kysely';
import { newJoinCode } from '#server/show/joining/codes.ts';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Join codes of shows, and guests; `server/db/schema.ts` says what the columns mean. */
export const guestsMigration: Migration = {
  version: 50,
  name: 'guests',
  up: async (tx, dialect) => {
    const { text, integer } = columnTypes(dialect);
    const statements = [
      `alter table show_plan add column join_code ${text}`,
      `alter table show_plan add column by_code ${integer} not null default 1 check (by_code in (0, 1))`,
      'create unique index show_plan_join_code on show_plan (join_code)',
      `alter table "user" add column guest_of ${text} references show_plan (id) on delete cascade`,
      `alter table "user" add column personal_code_hash ${text}`,
      'create unique index user_personal_code on "user" (personal_code_hash)',
      'create index user_guest on "user" (guest_of) where guest_of is not null',
    ];
    // Shows from before codes were for accounts alone.
    statements.push("update show_plan set by_code = 0 where kind = 'show'");
    for (const statement of statements) await sql.raw(statement).execute(tx);
    const { rows } = await sql<{
      id: string;
    }>`select id from show_plan where kind = 'show'`.execute(tx);
    for (const { id } of rows)
      await sql`update show_plan set join_code = ${newJoinCode()} where id = ${id}`.execute(tx);
  },
};
