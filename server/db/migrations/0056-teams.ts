import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Teams of a show and of its rehearsal; `server/db/schema.ts` describes the columns. */
export const teamsMigration: Migration = {
  version: 56,
  name: 'teams',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `alter table show add column teams ${text} not null default 'off' check (teams in ('off', 'chosen', 'dealt'))`,
      `create table show_team (
        id ${text} not null primary key,
        show_id ${text} not null references show (id) on delete cascade,
        name ${text} not null,
        position ${integer} not null
      )${strict}`,
      'create index show_team_show on show_team (show_id)',
      `alter table show_member add column team_id ${text} references show_team (id) on delete set null`,
      `alter table rehearsal_member add column team_id ${text} references show_team (id) on delete set null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
