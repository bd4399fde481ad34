import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** The ledger of card payments, and what the provider's stand-in knows; `server/db/schema.ts` says what the tables mean. */
export const paymentsMigration: Migration = {
  version: 5,
  name: 'payments',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table payment (
        id ${text} not null primary key,
        provider ${text} not null check (provider in ('live', 'test', 'stand-in')),
        user_id ${text} references "user" (id) on delete set null,
        game_session_id ${text},
        amount ${integer} not null,
        currency ${text} not null,
        status ${text} not null
          check (status in ('open', 'processing', 'declined', 'paid', 'cancelled', 'refunded')),
        intent_id ${text} unique,
        revision ${integer} not null default 0,
        created_at ${integer} not null,
        checked_at ${integer} not null,
        paid_at ${integer},
        refunded_at ${integer}
      )${strict}`,
      `create unique index payment_open on payment (provider, user_id, coalesce(game_session_id, ''))
        where status in ('open', 'processing', 'declined')`,
      `create index payment_unsettled on payment (provider, checked_at)
        where status in ('open', 'processing', 'declined')`,
      `create index payment_user on payment (user_id)`,
      `create index payment_session on payment (game_session_id)`,
      `create table stand_in_intent (
        id ${text} not null primary key,
        idempotency_key ${text} unique,
        request ${text} not null,
        intent ${text} not null,
        created_at ${integer} not null
      )${strict}`,
      `create index stand_in_intent_created on stand_in_intent (created_at)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
