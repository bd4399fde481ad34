import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The position of an item in its rundown, named as in `docs/glossary.md`; a place is a location or a seat. */
export const itemPositionsMigration: Migration = {
  version: 66,
  name: 'item positions',
  up: async (tx) => {
    await sql`alter table rundown_item rename column place to position`.execute(tx);
  },
};
