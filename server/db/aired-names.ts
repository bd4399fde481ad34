import { type Kysely, sql, type Transaction } from 'kysely';
import { areNamesOnAir } from '#machines/rules/names.ts';
import type { Schema } from './schema.ts';

type Tx = Transaction<Schema>;

/** A player's name as others see it. Boards, the show page, events and exports read no other. */
export const airedName = (user: 'u') =>
  sql<string>`coalesce(${sql.ref(`${user}.aired_name`)}, ${sql.ref(`${user}.name`)})`;

/** Whether names are on air. Until the transaction ends no show starts or ends, and the show page does not change. */
export async function lockNamesOnAir(tx: Tx): Promise<boolean> {
  // Same lock order as the acts of a show.
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

/** Shows waiting names to others. */
export const airNames = (db: Kysely<Schema>): Promise<unknown> =>
  db.updateTable('user').set({ aired_name: null }).where('aired_name', 'is not', null).execute();

/** Shows waiting names to others if no name is on air. */
export async function airNamesAfterShow(tx: Tx): Promise<void> {
  if (!(await lockNamesOnAir(tx))) await airNames(tx);
}
