import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Void questions, which give no points; `server/db/schema.ts` says what the columns mean. */
export const voidsMigration: Migration = {
  version: 57,
  name: 'voids',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const states = `('counting', 'locked', 'revealed', 'published', 'corrected')`;
    const acts =
      "check (act in ('lock', 'unlock', 'reveal', 'publish', 'correct', 'reopen', 'void', 'unvoid'))";
    const statements = [
      `alter table result add column voided_at ${integer}`,
      `alter table result add column void_reason ${text}`,
      ...(dialect === 'postgres'
        ? [
            'alter table result_act drop constraint result_act_act_check',
            `alter table result_act add constraint result_act_act_check ${acts}`,
          ]
        : [
            `create table rebuilt (
              game_session_id ${text} not null references game_session (id) on delete cascade,
              version ${integer} not null,
              at ${integer} not null,
              user_id ${text} references "user" (id) on delete set null,
              act ${text} not null ${acts},
              state_before ${text} not null check (state_before in ${states}),
              state_after ${text} not null check (state_after in ${states}),
              reason ${text},
              primary key (game_session_id, version)
            )${strict}`,
            `insert into rebuilt (game_session_id, version, at, user_id, act, state_before, state_after, reason)
              select game_session_id, version, at, user_id, act, state_before, state_after, reason from result_act`,
            'drop table result_act',
            'alter table rebuilt rename to result_act',
            'create index result_act_user on result_act (user_id)',
          ]),
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
