import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Windows of single people; `server/db/schema.ts` describes the columns. */
export const ownWindowsMigration: Migration = {
  version: 59,
  name: 'own windows',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table own_window (
        game_session_id ${text} not null references game_session (id) on delete cascade,
        user_id ${text} not null references "user" (id) on delete cascade,
        audience ${text} not null check (audience in ('studio', 'home')),
        opened_at ${integer} not null,
        closes_at ${integer} not null,
        primary key (game_session_id, user_id)
      )${strict}`,
      'create index own_window_user on own_window (user_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
