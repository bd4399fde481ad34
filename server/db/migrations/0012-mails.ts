import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Links that cancel a change of address, and mails that were refused; `server/db/schema.ts` says what they mean. */
export const mailsMigration: Migration = {
  version: 12,
  name: 'mails',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      // A check cannot be changed on SQLite.
      `create table mail_token_of_today (
        id ${text} not null primary key,
        user_id ${text} not null references "user" (id) on delete cascade,
        purpose ${text} not null
          check (purpose in ('verify', 'reset', 'change-email', 'cancel-email-change')),
        hash ${text} not null unique,
        email ${text} not null,
        created_at ${integer} not null,
        expires_at ${integer} not null,
        used_at ${integer}
      )${strict}`,
      `insert into mail_token_of_today (id, user_id, purpose, hash, email, created_at, expires_at, used_at)
        select id, user_id, purpose, hash, email, created_at, expires_at, used_at from mail_token`,
      'drop table mail_token',
      'alter table mail_token_of_today rename to mail_token',
      'create index mail_token_user on mail_token (user_id)',
      `alter table mail add column refused_at ${integer}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
