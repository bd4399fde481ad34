import { type Kysely, sql, type Transaction } from 'kysely';
import { areNamesOnAir } from '#machines/rules/names.ts';
import type { Schema } from './schema.ts';

type Tx = Transaction<Schema>;

/** The name by which others see a player: boards, the show page, events and exports read it and no other. */
export const airedName = (user: 'u') =>
  sql<string>`coalesce(${sql.ref(`${user}.aired_name`)}, ${sql.ref(`${user}.name`)})`;

/** Whether names are on air now. Until the transaction ends no show begins or ends, and the show page stays as it is. */
export async function lockNamesOnAir(tx: Tx): Promise<boolean> {
  // In the order in which acts of a show write both.
  const { scene } = await tx
    .selectFrom('show_page')
    .select('scene')
    .where('id', '=', 1)
    .forShare()
    .executeTakeFirstOrThrow();
  const live = await tx
    .selectFrom('show_plan')
    .select('id')
    .where('state', '=', 'live')
    .forShare()
    .execute();
  return areNamesOnAir({ hasLiveShow: live.length > 0, scene });
}

/** Lets others see the names that wait. */
export const airNames = (db: Kysely<Schema>): Promise<unknown> =>
  db.updateTable('user').set({ aired_name: null }).where('aired_name', 'is not', null).execute();

/** Lets others see the names that wait, once no name is on air any more. */
export async function airNamesAfterShow(tx: Tx): Promise<void> {
  if (!(await lockNamesOnAir(tx))) await airNames(tx);
}
