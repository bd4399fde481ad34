import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Keys of pictures and sounds that phones load ahead; `server/db/schema.ts` describes the column. */
export const mediaSealsMigration: Migration = {
  version: 74,
  name: 'media-seals',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    await sql.raw(`alter table rundown_item add column media_key ${text}`).execute(tx);
  },
};
