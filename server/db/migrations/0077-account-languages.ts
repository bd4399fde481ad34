import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The language of an account; `server/db/schema.ts` describes the column. */
export const accountLanguagesMigration: Migration = {
  version: 77,
  name: 'account-languages',
  up: async (tx) => {
    await sql.raw('alter table "user" add column language text').execute(tx);
  },
};
