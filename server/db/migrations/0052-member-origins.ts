import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** The device and the network from which members joined; `server/db/schema.ts` says what the columns mean. */
export const memberOriginsMigration: Migration = {
  version: 52,
  name: 'member origins',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    for (const column of ['device', 'network'])
      await sql.raw(`alter table show_member add column ${column} ${text}`).execute(tx);
  },
};
