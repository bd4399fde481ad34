import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/**
 * A feed for each show, instead of one for all; `server/db/schema.ts` says what the columns mean. Stored changes live for
 * seconds and name no feed; clients that missed one get a snapshot as they reconnect.
 */
export const feedsMigration: Migration = {
  version: 51,
  name: 'feeds',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `alter table show_plan add column feed_version ${integer} not null default 0`,
      `update show_plan set feed_version = (select version from feed) where id = 'house'`,
      'drop table feed',
      'drop table feed_change',
      `create table feed_change (
        feed ${text} not null references show_plan (id) on delete cascade,
        version ${integer} not null,
        at ${integer} not null,
        event ${text} not null,
        announced ${integer} not null default 0 check (announced in (0, 1)),
        primary key (feed, version)
      )${strict}`,
      `alter table disclosure add column show_id ${text} not null default 'house'
        references show_plan (id) on delete cascade`,
      `update disclosure set show_id = coalesce(
        (select i.show_id from rundown_item i where i.game_session_id = disclosure.game_session_id), 'house')`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
