import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Pictures and sounds of items; `server/db/schema.ts` describes the columns. */
export const mediaMigration: Migration = {
  version: 70,
  name: 'media',
  up: async (tx, dialect) => {
    const { text, integer, bytes, strict } = columnTypes(dialect);
    const statements = [
      `create table media (
        id ${text} not null primary key,
        type ${text} not null,
        width ${integer},
        height ${integer},
        created_at ${integer} not null,
        unused_since ${integer},
        bytes ${bytes} not null
      )${strict}`,
      `alter table rundown_item add column media_id ${text} references media (id)`,
      `alter table rundown_item add column media_alt ${text}`,
      'create index rundown_item_media_id on rundown_item (media_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
