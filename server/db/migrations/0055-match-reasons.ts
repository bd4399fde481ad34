import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Names of the columns with match reasons as `docs/glossary.md` has them. */
export const matchReasonsMigration: Migration = {
  version: 55,
  name: 'match reasons',
  up: async (tx) => {
    const statements = [
      'alter table grouped_text rename column reason to match_reason',
      'alter table grouped_text rename column automatic_reason to automatic_match_reason',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
