import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** What keeps totals exact while answers come from several processes; `server/db/schema.ts` says how. */
export const exactCountsMigration: Migration = {
  version: 9,
  name: 'exact counts',
  up: async (tx, dialect) => {
    const { integer, strict } = columnTypes(dialect);
    const statements = [
      `alter table answer add column counted ${integer} not null default 0 check (counted in (0, 1))`,
      'update answer set counted = 1 where points is not null',
      `alter table "grouping" add column recounting_until ${integer}`,
      `alter table "grouping" add column told_version ${integer} not null default 0`,
      'update "grouping" set told_version = version',
      `create table score_lock (id ${integer} not null primary key check (id = 1))${strict}`,
      'insert into score_lock (id) values (1)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
