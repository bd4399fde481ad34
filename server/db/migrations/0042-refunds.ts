import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** How much of a payment was refunded: part of it may be. */
export const refundsMigration: Migration = {
  version: 42,
  name: 'refunds',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    const statements = [
      `alter table payment add column amount_refunded ${integer} not null default 0`,
      "update payment set amount_refunded = amount where status = 'refunded'",
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
