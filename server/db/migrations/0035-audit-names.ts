import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** The target's name at the time of an act, and the number of tries of a refused act. */
export const auditNamesMigration: Migration = {
  version: 35,
  name: 'audit names',
  up: async (tx, dialect) => {
    const { text, integer } = columnTypes(dialect);
    const statements = [
      `alter table audit add column target_name ${text}`,
      `alter table audit add column times ${integer} not null default 1`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
