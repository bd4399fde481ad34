import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Answers that no recount has seen are few, and are looked for every few seconds. */
export const uncountedMigration: Migration = {
  version: 6,
  name: 'uncounted',
  up: async (tx) => {
    await sql
      .raw(
        'create index answer_uncounted on answer (received_at, game_session_id) where points is null',
      )
      .execute(tx);
  },
};
