import { sql } from 'kysely';
import type { Database } from '#server/db/client.ts';

const tablesOf = ({ dialect, read }: Database) =>
  dialect === 'sqlite'
    ? sql<{ name: string }>`
        select name from sqlite_master where type = 'table' and name <> 'audit' order by name
      `.execute(read)
    : sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_name <> 'audit' order by table_name
      `.execute(read);

/** All that is stored, but what admins did, as one text. */
export async function storedIn(db: Database): Promise<string> {
  const { rows: tables } = await tablesOf(db);
  const contents = tables.map(async ({ name }) => {
    const found = await sql`select * from ${sql.table(name)}`.execute(db.read);
    return [name, found.rows];
  });
  return JSON.stringify(await Promise.all(contents));
}
