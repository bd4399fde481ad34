import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** What became of what an admin did or wanted to. */
export const auditStatusMigration: Migration = {
  version: 11,
  name: 'audit-status',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    await sql.raw(`alter table audit add column status ${integer}`).execute(tx);
  },
};
