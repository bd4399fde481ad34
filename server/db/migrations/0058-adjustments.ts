import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Points given and taken by hand; `server/db/schema.ts` describes the columns. */
export const adjustmentsMigration: Migration = {
  version: 58,
  name: 'adjustments',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `create table adjustment (
        id ${text} not null primary key,
        show_id ${text} not null references show (id) on delete cascade,
        user_id ${text} references "user" (id) on delete set null,
        team_id ${text} references show_team (id) on delete set null,
        audience ${text} not null check (audience in ('studio', 'home')),
        points ${integer} not null check (points <> 0),
        reason ${text} not null,
        day ${text} not null,
        at ${integer} not null,
        made_by ${text} references "user" (id) on delete set null,
        home_at ${integer} not null,
        undone_at ${integer},
        undone_by ${text} references "user" (id) on delete set null
      )${strict}`,
      ...['show_id', 'user_id', 'team_id', 'made_by', 'undone_by'].map(
        (column) => `create index adjustment_${column} on adjustment (${column})`,
      ),
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
