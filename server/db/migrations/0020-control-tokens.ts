import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Tokens that run a show from outside; `server/db/schema.ts` says what the tables mean. */
export const controlTokensMigration: Migration = {
  version: 20,
  name: 'control tokens',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table control_token (
        id ${text} not null primary key,
        name ${text} not null,
        hash ${text} not null unique,
        created_at ${integer} not null,
        created_by ${text} not null references "user" (id) on delete cascade,
        owner_version ${integer} not null,
        used_at ${integer}
      )${strict}`,
      `create table control_request (
        token_id ${text} not null references control_token (id) on delete cascade,
        request_id ${text} not null,
        at ${integer} not null,
        primary key (token_id, request_id)
      )${strict}`,
      'create index control_request_at on control_request (at)',
      `alter table audit add column token ${text}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
