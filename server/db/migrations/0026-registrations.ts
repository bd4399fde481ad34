import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** What somebody registered with, beside the link that confirms it. */
export const registrationsMigration: Migration = {
  version: 26,
  name: 'registrations',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    const statements = [
      `alter table mail_token add column name ${text}`,
      `alter table mail_token add column password_hash ${text}`,
      `update mail_token set
        name = (select name from "user" where "user".id = mail_token.user_id),
        password_hash = (select password_hash from "user" where "user".id = mail_token.user_id)
        where purpose = 'verify' and used_at is null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
