import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Invited members of a rehearsal, and the state it restores; `server/db/schema.ts` describes the columns. */
export const rehearsalMembersMigration: Migration = {
  version: 36,
  name: 'rehearsal-members',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `alter table rehearsal add column invitation_hash ${text}`,
      `alter table rehearsal add column items_before ${text}`,
      `create table rehearsal_member (
        user_id ${text} not null primary key references "user" (id) on delete cascade,
        rehearsal_id ${integer} not null references rehearsal (id) on delete cascade,
        joined_at ${integer} not null
      )${strict}`,
      'create index rehearsal_member_rehearsal on rehearsal_member (rehearsal_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
