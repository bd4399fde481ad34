import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Results that are locked, revealed, published and corrected; `server/db/schema.ts` says what the tables mean. */
export const resultsMigration: Migration = {
  version: 16,
  name: 'results',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const session = `game_session_id ${text} not null references game_session (id) on delete cascade`;
    const states = `('counting', 'locked', 'revealed', 'published', 'corrected')`;
    const statements = [
      `create table result (
        ${session} primary key,
        state ${text} not null check (state in ${states}),
        version ${integer} not null,
        locked_at ${integer},
        published_at ${integer},
        corrected_at ${integer},
        reason ${text}
      )${strict}`,
      `create table result_act (
        ${session},
        version ${integer} not null,
        at ${integer} not null,
        user_id ${text} references "user" (id) on delete set null,
        act ${text} not null
          check (act in ('lock', 'unlock', 'reveal', 'publish', 'correct', 'reopen')),
        state_before ${text} not null check (state_before in ${states}),
        state_after ${text} not null check (state_after in ${states}),
        reason ${text},
        primary key (game_session_id, version)
      )${strict}`,
      'create index result_act_user on result_act (user_id)',
      `create table published_form (
        ${session},
        text_key ${text} not null,
        representative ${text} not null,
        home_points ${integer} not null,
        contestant_points ${integer} not null,
        primary key (game_session_id, text_key)
      )${strict}`,
      `create table appeal (
        id ${text} not null primary key,
        ${session},
        user_id ${text} not null references "user" (id) on delete cascade,
        text_key ${text} not null,
        wanted ${text} not null,
        group_id ${text} references answer_group (id) on delete set null,
        state ${text} not null check (state in ('open', 'accepted', 'declined')),
        created_at ${integer} not null,
        settled_at ${integer},
        settled_by ${text} references "user" (id) on delete set null,
        unique (game_session_id, user_id)
      )${strict}`,
      'create index appeal_user on appeal (user_id)',
      'create index appeal_group on appeal (group_id)',
      'create index appeal_settled_by on appeal (settled_by)',
      `alter table answer_form add column automatic ${text}`,
      `alter table answer_form add column automatic_reason ${text}`,
      `alter table model_join add column decided_at ${integer}`,
      `alter table show_reveal add column revealed_at ${integer}`,
      // What was on air before there were results stays as it was.
      `insert into result (game_session_id, state, version)
        select distinct g.game_session_id, 'revealed', 1
        from show_reveal r join answer_group g on g.id = r.group_id`,
      // Of another shape now; whoever missed one asks for the list.
      'delete from feed_change',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
