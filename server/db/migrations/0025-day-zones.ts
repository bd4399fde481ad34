import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Which zone's days are counted since when; what was answered before had days of UTC. */
export const dayZonesMigration: Migration = {
  version: 25,
  name: 'day zones',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table day_zone (
        from_at ${integer} not null primary key,
        zone ${text} not null
      )${strict}`,
      `insert into day_zone (from_at, zone)
        select 0, 'UTC' where exists (select 1 from answer)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
