import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Keeps a total for each audience in which a person has answered, and one of both together. */
export const audienceTotalsMigration: Migration = {
  version: 43,
  name: 'audience totals',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      'drop table score',
      `create table score (
        scope ${text} not null,
        audience ${text} not null check (audience in ('all', 'home', 'studio')),
        user_id ${text} not null references "user" (id) on delete cascade,
        points ${integer} not null,
        answers ${integer} not null,
        first_answered_at ${integer} not null,
        primary key (user_id, scope, audience)
      )${strict}`,
      `insert into score (scope, audience, user_id, points, answers, first_answered_at)
        select scope, audience, user_id, sum(points), count(*), min(received_at) from (
          select 'all' as scope, 'all' as audience, user_id, points, received_at, game_session_id from answer
          union all select 'all', audience, user_id, points, received_at, game_session_id from answer
          union all select day, 'all', user_id, points, received_at, game_session_id from answer
          union all select day, audience, user_id, points, received_at, game_session_id from answer
        ) as counted
        where user_id is not null and points is not null
          and game_session_id not in (select id from game_session where rehearsal = 1)
        group by scope, audience, user_id`,
      'create index score_board on score (scope, audience, points desc, first_answered_at, user_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
