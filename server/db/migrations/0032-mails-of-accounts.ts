import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** The account that a mail is about, and an index to find the registrations of an address. */
export const mailsOfAccountsMigration: Migration = {
  version: 32,
  name: 'mails-of-accounts',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    const statements = [
      `alter table mail add column user_id ${text} references "user" (id) on delete cascade`,
      'create index mail_user on mail (user_id)',
      'create index mail_token_address on mail_token (email, created_at, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
