import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** What producers decide about groups by hand; `server/db/schema.ts` says what the tables mean. */
export const decisionsMigration: Migration = {
  version: 17,
  name: 'decisions',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table decision (
        game_session_id ${text} not null references game_session (id) on delete cascade,
        turn ${integer} not null,
        request_id ${text} not null,
        at ${integer} not null,
        user_id ${text} references "user" (id) on delete set null,
        kind ${text} not null,
        details ${text} not null,
        reason ${text},
        primary key (game_session_id, turn),
        unique (game_session_id, request_id)
      )${strict}`,
      `create index decision_user on decision (user_id)`,
      `alter table answer_group add column name ${text}`,
      `alter table answer_group add column held ${integer} not null default 0`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
