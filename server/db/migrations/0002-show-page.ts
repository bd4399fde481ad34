import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** How the show page is directed; `server/db/schema.ts` says what the tables mean. */
export const showPageMigration: Migration = {
  version: 2,
  name: 'show page',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table show_page (
        id ${integer} not null primary key check (id = 1),
        scene ${text} not null check (scene in ('idle', 'question', 'board')),
        game_session_id ${text} references game_session (id) on delete set null,
        link_id ${text},
        link_hash ${text},
        link_created_at ${integer},
        link_created_by ${text} references "user" (id) on delete set null
      )${strict}`,
      `insert into show_page (id, scene) values (1, 'idle')`,
      `create table show_reveal (
        group_id ${text} not null primary key references answer_group (id) on delete cascade,
        turn ${integer} not null
      )${strict}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
