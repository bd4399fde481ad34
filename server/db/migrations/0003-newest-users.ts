import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The lists of accounts begin with the newest, of all or of one role. */
export const newestUsersMigration: Migration = {
  version: 3,
  name: 'newest users',
  up: async (tx) => {
    await sql.raw('create index user_newest on "user" (created_at, id)').execute(tx);
    await sql.raw('create index user_role_newest on "user" (role_id, created_at, id)').execute(tx);
  },
};
