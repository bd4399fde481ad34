import type { Transaction } from 'kysely';
import type { Days, DayZones } from '#machines/contract/entities.ts';
import { dayAt, LONGEST_OVERRUN_MS, midnightAfter, withZone } from '#machines/results/rules/day.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';

type Reader = Database['read'];
type Tx = Transaction<Schema>;

/** How often the store is checked for changes by other processes, ms, because their messages may get lost. */
const CHECK_MS = 5_000;

/**
 * How time is currently divided into days. A change reaches every process at once, or with the next check if the message
 * got lost.
 */
export interface ShowDays {
  readonly current: () => Days;
  /** Returns the day of an instant, epoch ms. */
  readonly dayOf: (instant: number) => string;
  /** Re-reads the store and calls the listeners if something has changed. Never rejects. */
  readonly check: () => Promise<void>;
  readonly onChanged: (listener: () => void) => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

export interface DaysOptions {
  readonly db: Database;
  readonly now: () => number;
  /** The configured time zone; null: the zone that an admin has chosen, or UTC. */
  readonly zone: string | null;
  readonly log: { warn(details: object, message: string): void };
}

/** Sets the time zone of future days, and creates the service that follows changes of the days. */
export async function openDays({ db, now, zone, log }: DaysOptions): Promise<ShowDays> {
  const chosen = zone ?? (await readChosenZone(db.read)) ?? 'UTC';
  await inTransaction(db, (tx) => writeZone(tx, chosen, now()));
  let days = await readDays(db.read);
  const listeners: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();

  async function read(): Promise<void> {
    try {
      const found = await readDays(db.read);
      if (JSON.stringify(found) === JSON.stringify(days)) return;
      days = found;
      for (const listener of listeners) listener();
    } catch (error) {
      log.warn({ err: error }, 'the days could not be read');
    }
  }
  const check = (): Promise<void> => (checking = checking.then(read));
  return {
    current: () => days,
    dayOf: (instant) => dayAt(days, instant),
    check,
    onChanged: (listener) => {
      listeners.push(listener);
    },
    start: () => {
      timer = setInterval(() => void check(), CHECK_MS).unref();
    },
    stop: () => {
      clearInterval(timer);
      return checking;
    },
  };
}

/** Returns the time zones of days, and the shows that are live or ran past midnight. */
export async function readDays(db: Reader): Promise<Days> {
  const zones = await readZones(db);
  const livePeriods = await db
    .selectFrom('live_period')
    .selectAll()
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', eb.ref('midnight_at'))]))
    .orderBy('from_at')
    .execute();
  return {
    zones,
    livePeriods: livePeriods.map(({ from_at: from, midnight_at: midnight, ended_at: end }) => ({
      from,
      until: Math.min(end ?? Infinity, midnight + LONGEST_OVERRUN_MS),
    })),
  };
}

async function readZones(db: Reader): Promise<DayZones> {
  const rows = await db.selectFrom('day_zone').selectAll().orderBy('from_at').execute();
  return rows.map(({ from_at: from, zone }) => ({ from, zone }));
}

/**
 * Makes `zone` the time zone of days from the next midnight on. Earlier zones stay stored, so that a day that has begun
 * does not move.
 */
export async function writeZone(tx: Tx, zone: string, at: number): Promise<void> {
  const zones = withZone(await readZones(tx), zone, at);
  await tx.deleteFrom('day_zone').where('from_at', '>', Math.max(0, at)).execute();
  await tx
    .insertInto('day_zone')
    .values(zones.map(({ from, zone: name }) => ({ from_at: from, zone: name })))
    .onConflict((known) => known.doNothing())
    .execute();
}

/** Returns the time zone that an admin has chosen, or null. */
export async function readChosenZone(db: Reader): Promise<string | null> {
  const row = await db.selectFrom('chosen_zone').select('zone').executeTakeFirst();
  return row?.zone ?? null;
}

/** Stores an admin's choice for later starts, and uses the time zone from the next midnight on. */
export async function chooseZone(tx: Tx, zone: string, at: number): Promise<void> {
  await tx
    .insertInto('chosen_zone')
    .values({ id: 1, zone })
    .onConflict((known) => known.column('id').doUpdateSet({ zone }))
    .execute();
  await writeZone(tx, zone, at);
}

/**
 * Starts the evening of a show that goes live at `at`. A reopened show continues its former evening, unless that is
 * over. A show with members has no evening, because days are shared by all players.
 */
export async function beginLivePeriod(tx: Tx, showId: string, at: number): Promise<void> {
  const open = await tx
    .selectFrom('show')
    .where('id', '=', showId)
    .where('is_open', '=', 1)
    .select('id')
    .executeTakeFirst();
  if (open === undefined) return;
  const resumed = await tx
    .updateTable('live_period')
    .set({ ended_at: null })
    .where('show_id', '=', showId)
    .where('midnight_at', '>', at - LONGEST_OVERRUN_MS)
    .executeTakeFirst();
  if (resumed.numUpdatedRows > 0n) return;
  const midnight = midnightAfter(await readZones(tx), at);
  await tx
    .insertInto('live_period')
    .values({ show_id: showId, from_at: at, midnight_at: midnight, ended_at: null })
    .execute();
}

export const endLivePeriod = (tx: Tx, showId: string, at: number) =>
  tx
    .updateTable('live_period')
    .set({ ended_at: at })
    .where('show_id', '=', showId)
    .where('ended_at', 'is', null)
    .execute();
