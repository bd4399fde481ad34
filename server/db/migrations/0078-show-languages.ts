import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The language of a show; `server/db/schema.ts` describes the column. */
export const showLanguagesMigration: Migration = {
  version: 78,
  name: 'show-languages',
  up: async (tx) => {
    await sql.raw("alter table show add column language text not null default 'en'").execute(tx);
  },
};
