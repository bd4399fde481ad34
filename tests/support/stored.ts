import { sql } from 'kysely';
import type { Database } from '#server/db/client.ts';

/** What admins did, and which changes were told: written in the background, too. */
const BESIDE = new Set(['audit', 'feed_change']);

/** The names of all tables of a store, in alphabetical order. */
export async function tablesOf({ dialect, read }: Database): Promise<string[]> {
  const names =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{ name: string }>`
          select tablename as name from pg_tables where schemaname = current_schema() order by tablename`;
  return (await names.execute(read)).rows.map(({ name }) => name);
}

/** All that is stored as one text, but what is written in the background. */
export async function storedIn(db: Database): Promise<string> {
  const tables = (await tablesOf(db)).filter((name) => !BESIDE.has(name));
  const contents = tables.map(async (name) => {
    const found = await sql`select * from ${sql.table(name)}`.execute(db.read);
    return [name, found.rows];
  });
  return JSON.stringify(await Promise.all(contents));
}
