import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** How far Home is behind the studio, and windows that open by themselves; `server/db/schema.ts` says what the columns mean. */
export const homeDelayMigration: Migration = {
  version: 21,
  name: 'home-delay',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    await sql
      .raw(`alter table show_plan add column home_delay_s ${integer} not null default 0`)
      .execute(tx);
    await sql.raw(`alter table release add column opens_at ${integer}`).execute(tx);
    await sql
      .raw(`alter table release add column opening_announced ${integer} not null default 1`)
      .execute(tx);
  },
};
