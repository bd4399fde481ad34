import { m } from 'messages';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { isTimeZone } from '#server/config.ts';
import { chooseZone, readChosenZone, type ShowDays } from '#server/show/days.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { type Handlers, ApiError } from '#server/http/route.ts';

interface TimeZoneServices {
  readonly db: Database;
  readonly now: () => number;
  /** The time zone set by the environment; null: an admin may choose it. */
  readonly configured: string | null;
  readonly days: Pick<ShowDays, 'current'>;
  /** Called when the stored zones have changed. */
  readonly daysChanged: () => Promise<void>;
}

/**
 * Handlers that read and set the time zone that decides when a day begins and ends. It cannot be set if the environment
 * sets it, and a day that has begun keeps its zone.
 */
export function timeZoneHandlers(services: TimeZoneServices) {
  const { db, now, configured, days, daysChanged } = services;
  const state = async (): Promise<ReplyOf<'timeZone'>> => ({
    zone: days.current().zones.at(-1)?.zone ?? 'UTC',
    isFixed: configured !== null,
    isDefault: configured === null && (await readChosenZone(db.read)) === null,
  });
  return {
    timeZone: state,
    setTimeZone: async ({ body: { zone }, record }) => {
      if (configured !== null) throw new ApiError(409, m.timeZoneFixed());
      if (!isTimeZone(zone)) throw new ApiError(422, m.timeZoneUnknown());
      const before = days.current().zones.at(-1)?.zone ?? null;
      await inTransaction(
        { ...db, record },
        (tx) => chooseZone(tx, zone, now()),
        () => ({ before: { 'time zone': before }, after: { 'time zone': zone } }),
      );
      await daysChanged();
      return state();
    },
  } satisfies Handlers;
}
