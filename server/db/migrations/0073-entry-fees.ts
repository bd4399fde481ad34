import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Whether a show asks for the entry fee; `server/db/schema.ts` describes the column. The house show always does. */
export const entryFeesMigration: Migration = {
  version: 73,
  name: 'entry-fees',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    await sql
      .raw(`alter table show add column entry_fee ${integer} not null default 0`)
      .execute(tx);
    await sql.raw(`update show set entry_fee = 1 where kind = 'house'`).execute(tx);
  },
};
