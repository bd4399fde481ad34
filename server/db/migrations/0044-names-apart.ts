import { sql } from 'kysely';
import { shownNameCandidates, skeletonOf } from '#machines/show/rules/names.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** Names read at once. */
const PAGE = 1_000;

/** Adds what others see of a name that is masked or looks like another one, and who is removed from a show. */
export const namesApartMigration: Migration = {
  version: 44,
  name: 'names apart',
  up: async (tx, dialect) => {
    const { text, integer, strict } = columnTypes(dialect);
    const statements = [
      `alter table "user" add column shown_name ${text}`,
      `alter table "user" add column name_key ${text}`,
      `alter table "user" add column masked ${integer} not null default 0`,
      `create index user_name_key on "user" (name_key) where name_key is not null`,
      `create index user_masked on "user" (id) where masked = 1`,
      `create table name_lock (id ${integer} primary key)${strict}`,
      'insert into name_lock (id) values (1)',
      `create table show_removal (
        show_id ${text} not null references show_plan (id) on delete cascade,
        user_id ${text} not null references "user" (id) on delete cascade,
        removed_at ${integer} not null,
        primary key (show_id, user_id)
      )${strict}`,
      'create index show_removal_user on show_removal (user_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
    const taken = new Set<string>();
    for (let after = ''; ;) {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from "user" where id > ${after} and verified_at is not null and simulated = 0
        order by id limit ${PAGE}`.execute(tx);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      for (const { id, name } of rows) {
        const isMasked = isUnfit(name);
        const seen = firstFree(name, isMasked, taken);
        const key = skeletonOf(seen);
        taken.add(key);
        await sql`update "user" set name_key = ${key}, masked = ${isMasked ? 1 : 0},
          shown_name = ${seen === name ? null : seen} where id = ${id}`.execute(tx);
      }
    }
  },
};

function firstFree(name: string, isMasked: boolean, taken: ReadonlySet<string>): string {
  for (let from = 1; ; from += 1) {
    const [seen = name] = shownNameCandidates(name, { isMasked, from, count: 1 });
    if (!taken.has(skeletonOf(seen))) return seen;
  }
}
