import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** The house show, which owns every question that was created outside a show: each question is an item of exactly one show. */
export const houseShowMigration: Migration = {
  version: 46,
  name: 'house-show',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    const statements = [
      `alter table show_plan add column kind ${text} not null default 'show' check (kind in ('show', 'house'))`,
      `insert into show_plan (id, title, state, version, created_at, ended_at, kind, suspense)
        values ('house', 'House show', 'live', 0, 0, null, 'house', 0)`,
      `insert into rundown_item
          (id, show_id, game_session_id, place, state, studio_seconds, home_seconds, release_order, note)
        select s.id, 'house', s.id, row_number() over (order by s.created_at, s.id) - 1, 'planned', null, null, 'both', ''
        from game_session s
        where s.id not in (select game_session_id from rundown_item)`,
      'drop index rundown_item_session',
      'create unique index rundown_item_session on rundown_item (game_session_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
