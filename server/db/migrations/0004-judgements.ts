import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** What a language model said of answers; `server/db/schema.ts` says what the tables mean. */
export const judgementsMigration: Migration = {
  version: 4,
  name: 'judgements',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const session = `game_session_id ${text} not null references game_session (id) on delete cascade`;
    const statements = [
      `create table model_join (
        id ${text} not null primary key,
        ${session},
        status ${text} not null check (status in ('joined', 'held', 'accepted', 'dismissed')),
        judged_at ${integer} not null
      )${strict}`,
      `create index model_join_session on model_join (game_session_id)`,
      `create table judged_text (
        ${session},
        judgement ${text} not null,
        text_key ${text} not null,
        join_id ${text} references model_join (id) on delete cascade,
        primary key (game_session_id, judgement, text_key)
      )${strict}`,
      `create index judged_text_join on judged_text (join_id)`,
      `alter table "grouping" add column joins_version ${integer} not null default 0`,
      `alter table "grouping" add column joins_counted ${integer} not null default 0`,
      `alter table "grouping" add column asked ${integer} not null default 0`,
      `alter table "grouping" add column asking_until ${integer}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
