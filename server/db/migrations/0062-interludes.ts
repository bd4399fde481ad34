import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Pictures over the scene of a stage; `server/db/schema.ts` says what the columns mean. */
export const interludesMigration: Migration = {
  version: 62,
  name: 'interludes',
  up: async (tx, dialect) => {
    const { text, integer } = columnTypes(dialect);
    const interludes = `('board', 'holding', 'test', 'countdown')`;
    for (const column of [
      `interlude ${text} check (interlude in ${interludes})`,
      `holding_text ${text}`,
      `starts_at ${integer}`,
    ])
      await sql.raw(`alter table stage add column ${column}`).execute(tx);
  },
};
