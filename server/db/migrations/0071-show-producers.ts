import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** People who may run one show; `server/db/schema.ts` describes the columns. */
export const showProducersMigration: Migration = {
  version: 71,
  name: 'show-producers',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table show_producer (
        show_id ${text} not null references show (id) on delete cascade,
        user_id ${text} not null references "user" (id) on delete cascade,
        created_at ${integer} not null,
        created_by ${text} references "user" (id) on delete set null,
        primary key (show_id, user_id)
      )${strict}`,
      'create index show_producer_user on show_producer (user_id)',
      'create index show_producer_creator on show_producer (created_by)',
      `create table producer_invitation (
        id ${text} not null primary key,
        show_id ${text} not null references show (id) on delete cascade,
        email ${text} not null,
        created_at ${integer} not null,
        created_by ${text} references "user" (id) on delete set null,
        unique (show_id, email)
      )${strict}`,
      'create index producer_invitation_email on producer_invitation (email)',
      'create index producer_invitation_creator on producer_invitation (created_by)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
