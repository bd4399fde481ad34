import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Shows with their rundowns; `server/db/schema.ts` says what the tables mean. */
export const rundownsMigration: Migration = {
  version: 18,
  name: 'rundowns',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table show_plan (
        id ${text} not null primary key,
        title ${text} not null,
        state ${text} not null check (state in ('draft', 'live', 'ended')),
        version ${integer} not null,
        created_at ${integer} not null,
        ended_at ${integer}
      )${strict}`,
      'create index show_plan_created on show_plan (created_at, id)',
      `create table rundown_item (
        id ${text} not null primary key,
        show_id ${text} not null references show_plan (id) on delete cascade,
        game_session_id ${text} not null references game_session (id) on delete cascade,
        place ${integer} not null,
        state ${text} not null check (state in ('planned', 'armed', 'skipped', 'done')),
        studio_seconds ${integer},
        home_seconds ${integer},
        release_order ${text} not null check (release_order in ('both', 'studio', 'home')),
        note ${text} not null
      )${strict}`,
      'create index rundown_item_show on rundown_item (show_id, place)',
      'create index rundown_item_session on rundown_item (game_session_id)',
      `create table show_request (
        show_id ${text} not null references show_plan (id) on delete cascade,
        request_id ${text} not null,
        at ${integer} not null,
        primary key (show_id, request_id)
      )${strict}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
