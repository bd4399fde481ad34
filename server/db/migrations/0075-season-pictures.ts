import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Lets the board of a season be the picture over a stage. SQLite cannot change a check, so the column is replaced. */
export const seasonPicturesMigration: Migration = {
  version: 75,
  name: 'season-pictures',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    const interludes = `('board', 'season', 'holding', 'test', 'countdown')`;
    for (const statement of [
      `alter table stage add column picture ${text} check (picture in ${interludes})`,
      'update stage set picture = interlude',
      'alter table stage drop column interlude',
      'alter table stage rename column picture to interlude',
    ])
      await sql.raw(statement).execute(tx);
  },
};
