import { sql } from 'kysely';
import { displayText } from '#machines/contract/text.ts';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Names read at once. */
const PAGE = 1_000;

/** Adds the name that others see while a new one waits, and cleans old names. */
export const airedNamesMigration: Migration = {
  version: 34,
  name: 'aired names',
  up: async (tx, dialect) => {
    const { text } = columnTypes(dialect);
    const statements = [
      `alter table "user" add column aired_name ${text}`,
      `create index user_aired_name on "user" (aired_name) where aired_name is not null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
    for (const table of ['user', 'mail_token']) {
      for (let after = ''; ;) {
        const { rows } = await sql<{ id: string; name: string }>`
          select id, name from ${sql.table(table)}
          where id > ${after} and name is not null order by id limit ${PAGE}`.execute(tx);
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.id;
        for (const { id, name } of rows) {
          const cleaned = displayText(name);
          if (cleaned !== name)
            await sql`update ${sql.table(table)} set name = ${cleaned} where id = ${id}`.execute(
              tx,
            );
        }
      }
    }
  },
};
