import { sql } from 'kysely';
import type { Database } from '#server/db/client.ts';

/** What admins did, and which changes were told: written in the background, too. */
const BESIDE = sql`('audit', 'feed_change')`;

const tablesOf = ({ dialect, read }: Database) =>
  dialect === 'sqlite'
    ? sql<{ name: string }>`
        select name from sqlite_master where type = 'table' and name not in ${BESIDE} order by name
      `.execute(read)
    : sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_name not in ${BESIDE} order by table_name
      `.execute(read);

/** All that is stored as one text, but what is written in the background. */
export async function storedIn(db: Database): Promise<string> {
  const { rows: tables } = await tablesOf(db);
  const contents = tables.map(async ({ name }) => {
    const found = await sql`select * from ${sql.table(name)}`.execute(db.read);
    return [name, found.rows];
  });
  return JSON.stringify(await Promise.all(contents));
}
