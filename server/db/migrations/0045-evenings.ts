import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** When shows went live, because the day lasts as long as they do, and the time zone that an admin has chosen. */
export const eveningsMigration: Migration = {
  version: 45,
  name: 'evenings',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table evening (
        show_id ${text} not null references show_plan (id) on delete cascade,
        from_at ${integer} not null,
        midnight_at ${integer} not null,
        ended_at ${integer},
        primary key (show_id, from_at)
      )${strict}`,
      `create table chosen_zone (
        id ${integer} not null primary key check (id = 1),
        zone ${text} not null
      )${strict}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
