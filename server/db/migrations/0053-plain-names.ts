import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Names of tables and columns as `docs/glossary.md` has them. */
export const plainNamesMigration: Migration = {
  version: 53,
  name: 'plain names',
  up: async (tx) => {
    const statements = [
      'alter table show_plan rename to show',
      'alter table show rename column suspense to hold_points',
      'alter table answer_form rename to grouped_text',
      'alter table published_form rename to published_text',
      'alter table evening rename to live_period',
      'alter table grouping rename column told_version to announced_version',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
