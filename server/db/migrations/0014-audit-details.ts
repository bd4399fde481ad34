import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** What an act changed and why it was done; and the orders in which the audit is read. */
export const auditDetailsMigration: Migration = {
  version: 14,
  name: 'audit details',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    const statements = [
      `alter table audit add column "before" ${text}`,
      `alter table audit add column "after" ${text}`,
      `alter table audit add column reason ${text}`,
      'create index audit_action on audit (action, at, id)',
      'create index audit_user on audit (user_id, at, id)',
      'create index audit_target on audit (target, at, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
