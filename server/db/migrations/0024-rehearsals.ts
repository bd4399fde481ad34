import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Rehearsals with simulated players; `server/db/schema.ts` says what the tables mean. */
export const rehearsalsMigration: Migration = {
  version: 24,
  name: 'rehearsals',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table rehearsal (
        id ${integer} not null primary key check (id = 1),
        show_id ${text} not null unique references show_plan (id) on delete cascade,
        players ${integer} not null,
        started_at ${integer} not null,
        run_by ${text},
        run_until ${integer} not null
      )${strict}`,
      `alter table game_session add column rehearsal ${integer} not null default 0`,
      'create index game_session_rehearsal on game_session (id) where rehearsal = 1',
      `alter table "user" add column simulated ${integer} not null default 0`,
      'create index user_simulated on "user" (id) where simulated = 1',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
