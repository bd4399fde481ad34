import { sql } from 'kysely';
import type { Database } from '#server/db/client.ts';
import { until } from './process.ts';

/** Tables that are written in the background, too: the audit, and the announced changes. */
const BACKGROUND_TABLES = new Set(['audit', 'feed_change']);

/** The names of all tables of a store, in alphabetical order. */
export async function tablesOf({ dialect, read }: Database): Promise<string[]> {
  const names =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{ name: string }>`
          select tablename as name from pg_tables where schemaname = current_schema() order by tablename`;
  return (await names.execute(read)).rows.map(({ name }) => name);
}

/** The contents of all other tables, as one text. */
export async function contentsOf(db: Database): Promise<string> {
  const tables = (await tablesOf(db)).filter((name) => !BACKGROUND_TABLES.has(name));
  const contents = tables.map(async (name) => {
    const found = await sql`select * from ${sql.table(name)}`.execute(db.read);
    return [name, found.rows];
  });
  return JSON.stringify(await Promise.all(contents));
}

/** Resolves when a server has counted all answers of its store. */
export const allCounted = (db: Database): Promise<void> =>
  until('nothing is left to count', async () => {
    const [uncounted, due] = await Promise.all([
      db.read
        .selectFrom('answer')
        .where('counted', '=', 0)
        .select('game_session_id')
        .executeTakeFirst(),
      db.read
        .selectFrom('grouping')
        .where((eb) => eb.or([eb('to_show', '=', 1), eb('recounting_until', 'is not', null)]))
        .select('game_session_id')
        .executeTakeFirst(),
    ]);
    return uncounted === undefined && due === undefined;
  });

/** The contents of a running server's store, once all its answers are counted. */
export async function settledContentsOf(db: Database): Promise<string> {
  await allCounted(db);
  return contentsOf(db);
}
