import type { DayZones } from '#machines/contract/entities.ts';
import { withZone } from '#machines/rules/day.ts';
import { type Database, inTransaction } from './db/client.ts';

/**
 * The zones by which days are counted, once `zone` is set at `at` (epoch ms). They stay in the store, so that a change
 * of the setting moves no day that has begun.
 */
export function openDays(db: Pick<Database, 'write'>, zone: string, at: number): Promise<DayZones> {
  return inTransaction(db, async (tx) => {
    const rows = await tx.selectFrom('day_zone').selectAll().orderBy('from_at').execute();
    const zones = withZone(
      rows.map(({ from_at: from, zone: name }) => ({ from, zone: name })),
      zone,
      at,
    );
    await tx.deleteFrom('day_zone').where('from_at', '>', Math.max(0, at)).execute();
    await tx
      .insertInto('day_zone')
      .values(zones.map(({ from, zone: name }) => ({ from_at: from, zone: name })))
      .onConflict((known) => known.doNothing())
      .execute();
    return zones;
  });
}
