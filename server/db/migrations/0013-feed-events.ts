import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Changes of the feed name their event and whether it was announced. What is stored of them lives for seconds and is
 * of another shape now; whoever missed one asks for the list.
 */
export const feedEventsMigration: Migration = {
  version: 13,
  name: 'feed events',
  up: async (tx) => {
    const statements = [
      'delete from feed_change',
      'alter table feed_change rename column news to event',
      'alter table feed_change rename column told to announced',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
