import { sql } from 'kysely';
import { columnTypes } from '../dialect.ts';
import type { Migration } from './migration.ts';

/** The token version of the show link's owner. Clears a link whose owner is no longer an admin. */
export const linkOwnersMigration: Migration = {
  version: 38,
  name: 'link owners',
  up: async (tx, dialect) => {
    const { integer } = columnTypes(dialect);
    const statements = [
      `alter table show_page add column link_owner_version ${integer}`,
      `update show_page set link_owner_version =
        (select token_version from "user" where "user".id = link_created_by and role_id = 1)`,
      `update show_page set link_id = null, link_hash = null, link_created_at = null, link_created_by = null
        where link_owner_version is null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
