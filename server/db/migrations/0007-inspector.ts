import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Whether admins may inspect in production; `server/db/schema.ts` says what the table means. */
export const inspectorMigration: Migration = {
  version: 7,
  name: 'inspector',
  up: async (tx, dialect) => {
    const { integer, strict } = columnTypes(dialect);
    const statements = [
      `create table inspector (
        id ${integer} not null primary key check (id = 1),
        open_until ${integer}
      )${strict}`,
      'insert into inspector (id) values (1)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
