import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';
import { sql } from 'kysely';

/** Every table of the first release; `server/db/schema.ts` says what they mean. */
export const firstMigration: Migration = {
  version: 1,
  name: 'first',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const session = `game_session_id ${text} not null references game_session (id) on delete cascade`;
    const statements = [
      `create table "user" (
        id ${text} not null primary key,
        name ${text} not null,
        email ${text} not null unique,
        password_hash ${text} not null,
        role_id ${integer} not null check (role_id in (1, 2, 3)),
        verified_at ${integer},
        pending_email ${text},
        token_version ${integer} not null default 0,
        created_at ${integer} not null
      )${strict}`,
      `create table mail_token (
        id ${text} not null primary key,
        user_id ${text} not null references "user" (id) on delete cascade,
        purpose ${text} not null check (purpose in ('verify', 'reset', 'change-email')),
        hash ${text} not null unique,
        email ${text} not null,
        created_at ${integer} not null,
        expires_at ${integer} not null,
        used_at ${integer}
      )${strict}`,
      `create index mail_token_user on mail_token (user_id)`,
      `create table question (
        id ${text} not null primary key,
        text ${text} not null,
        start_at ${integer} not null,
        end_at ${integer} not null,
        created_at ${integer} not null,
        created_by ${text} references "user" (id) on delete set null
      )${strict}`,
      `create index question_created_by on question (created_by)`,
      `create table game_session (
        id ${text} not null primary key,
        question_id ${text} not null references question (id) on delete cascade,
        created_at ${integer} not null
      )${strict}`,
      `create index game_session_question on game_session (question_id)`,
      `create table release (
        ${session},
        audience ${text} not null check (audience in ('studio', 'home')),
        released ${integer} not null check (released in (0, 1)),
        timed ${integer} not null check (timed in (0, 1)),
        duration_s ${integer} not null,
        closes_at ${integer},
        released_at ${integer} not null,
        first_released_at ${integer} not null,
        lapse_announced ${integer} not null default 0 check (lapse_announced in (0, 1)),
        primary key (game_session_id, audience)
      )${strict}`,
      `create table answer (
        id ${text} not null primary key,
        ${session},
        user_id ${text} references "user" (id) on delete set null,
        audience ${text} not null check (audience in ('studio', 'home')),
        text ${text} not null,
        text_key ${text} not null,
        received_at ${integer} not null,
        day ${text} not null,
        points ${integer},
        unique (game_session_id, user_id)
      )${strict}`,
      `create index answer_form_audience on answer (game_session_id, text_key, audience)`,
      `create index answer_user on answer (user_id)`,
      `create table answer_form (
        ${session},
        text_key ${text} not null,
        group_id ${text} not null,
        reason ${text} not null,
        primary key (game_session_id, text_key)
      )${strict}`,
      `create table answer_group (
        id ${text} not null primary key,
        ${session},
        representative ${text} not null,
        home_count ${integer} not null,
        studio_count ${integer} not null,
        home_points ${integer} not null,
        contestant_points ${integer} not null
      )${strict}`,
      `create index answer_group_session on answer_group (game_session_id)`,
      `create table "grouping" (
        ${session} primary key,
        version ${integer} not null,
        ai_enabled ${integer} not null check (ai_enabled in (0, 1)),
        explanation ${text} not null,
        updated_at ${integer} not null,
        answers_counted ${integer} not null
      )${strict}`,
      `create table score (
        scope ${text} not null,
        user_id ${text} not null references "user" (id) on delete cascade,
        role_id ${integer} not null check (role_id in (1, 2, 3)),
        points ${integer} not null,
        answers ${integer} not null,
        first_answered_at ${integer} not null,
        primary key (scope, user_id)
      )${strict}`,
      `create index score_user on score (user_id)`,
      `create index score_board on score (scope, points desc, first_answered_at)`,
      `create index score_role_board on score (scope, role_id, points desc, first_answered_at)`,
      `create table mail (
        id ${text} not null primary key,
        recipient ${text} not null,
        subject ${text} not null,
        body ${text} not null,
        created_at ${integer} not null,
        next_attempt_at ${integer} not null,
        attempts ${integer} not null default 0,
        sent_at ${integer},
        last_error ${text}
      )${strict}`,
      `create index mail_due on mail (sent_at, next_attempt_at)`,
      `create table feed (
        id ${integer} not null primary key check (id = 1),
        version ${integer} not null
      )${strict}`,
      `insert into feed (id, version) values (1, 0)`,
      `create table audit (
        id ${text} not null primary key,
        at ${integer} not null,
        user_id ${text},
        action ${text} not null,
        target ${text},
        address ${text} not null
      )${strict}`,
      `create index audit_at on audit (at)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
