import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** A rehearsal for each show, of which simulated players are members as well; `server/db/schema.ts` says what the columns mean. */
export const showRehearsalsMigration: Migration = {
  version: 48,
  name: 'show-rehearsals',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table rehearsal_of_show (
        show_id ${text} not null primary key references show_plan (id) on delete cascade,
        started_at ${integer} not null unique,
        players ${integer} not null,
        run_by ${text},
        run_until ${integer} not null,
        invitation_hash ${text},
        items_before ${text}
      )${strict}`,
      `insert into rehearsal_of_show
          (show_id, started_at, players, run_by, run_until, invitation_hash, items_before)
        select show_id, started_at, players, run_by, run_until, invitation_hash, items_before from rehearsal`,
      `create table rehearsal_player (
        user_id ${text} not null primary key references "user" (id) on delete cascade,
        show_id ${text} not null references rehearsal_of_show (show_id) on delete cascade,
        joined_at ${integer} not null
      )${strict}`,
      `insert into rehearsal_player (user_id, show_id, joined_at)
        select m.user_id, r.show_id, m.joined_at from rehearsal_member m cross join rehearsal r
        union all
        select u.id, r.show_id, u.created_at from "user" u cross join rehearsal r where u.simulated = 1`,
      'drop table rehearsal_member',
      'drop table rehearsal',
      'alter table rehearsal_of_show rename to rehearsal',
      'alter table rehearsal_player rename to rehearsal_member',
      'create index rehearsal_member_show on rehearsal_member (show_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
