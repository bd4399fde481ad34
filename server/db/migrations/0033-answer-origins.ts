import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Keyed hashes of where an answer came from; `server/db/schema.ts` says how long they are kept. */
export const answerOriginsMigration: Migration = {
  version: 33,
  name: 'answer-origins',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    const statements = [
      `alter table answer add column network ${text}`,
      `alter table answer add column network_domain ${text}`,
      'create index answer_network on answer (received_at) where network is not null',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
