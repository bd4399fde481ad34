import { sql } from 'kysely';
import type { Database } from './db/client.ts';

/** How often the clock is compared with the shared one, ms. */
const COMPARE_MS = 60_000;
/** How often the machine's clock is checked for having been set, and the smallest change that counts as such, ms. */
const CHECK_MS = 1_000;
const SET_MS = 100;
/** Number of requests by which a comparison narrows the offset down. */
const QUESTIONS = 5;
/** Above this offset the operator gets a warning, ms. */
const TOLERATED_MS = 250;
/** A clock that goes back by more than this (ms) was set back and not just slowed down for adjustment. */
const STEP_MS = 500;
/**
 * If windows are open at a start, the clock continues from the store's newest time if that is ahead by at most this
 * (ms); a larger difference means that the clock was wrong before.
 */
const LONGEST_LEAD_MS = 24 * 60 * 60_000;

export interface ClockOptions {
  /** The machine's clock, epoch ms. */
  readonly own: () => number;
  /** The shared clock of all processes, epoch ms; null for a single process. */
  readonly shared: (() => Promise<number>) | null;
  readonly log: { warn(details: object, message: string): void };
  /** The newest timestamp in the store while windows are open, epoch ms; null if none is open. */
  readonly lastInstant?: number | null;
}

/** The server's clock: the machine's clock, corrected by the shared one. It never goes back. */
export interface Clock {
  /** Epoch ms. */
  readonly now: () => number;
  /** The correction of the machine's clock, ms; null without a shared clock. */
  readonly offsetMs: () => number | null;
  readonly stop: () => void;
}

/** Returns the clock of PostgreSQL; null for the embedded store, which only one process uses. */
export const databaseClock = (db: Pick<Database, 'read' | 'dialect'>): ClockOptions['shared'] =>
  db.dialect === 'sqlite'
    ? null
    : async () => {
        const { rows } = await sql<{
          now: number;
        }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db.read);
        const [row] = rows;
        if (row === undefined) throw new Error('The database has no time.');
        return row.now;
      };

/** Returns when the store last changed, epoch ms; null if no window is open. */
export async function readLastInstant(db: Pick<Database, 'read'>): Promise<number | null> {
  const { openedAt } = await db.read
    .selectFrom('release')
    .where('released', '=', 1)
    .where('opening_announced', '=', 1)
    .where('lapse_announced', '=', 0)
    .select((eb) => eb.fn.max<number | null>('opened_at').as('openedAt'))
    .executeTakeFirstOrThrow();
  if (openedAt === null) return null;
  const { changedAt } = await db.read
    .selectFrom('feed_change')
    .select((eb) => eb.fn.max<number | null>('at').as('changedAt'))
    .executeTakeFirstOrThrow();
  return Math.max(openedAt, changedAt ?? 0);
}

/**
 * Returns a clock that reads `raw` but runs on by itself while `raw` is set back, so that open windows end after their
 * full time. It returns to `raw` when that is set forward again, or at a start without open windows.
 */
function createLead(
  raw: () => number,
  { log, lastInstant }: Pick<ClockOptions, 'log' | 'lastInstant'>,
) {
  let leadMs = 0;
  let last = { raw: raw(), steady: performance.now() };

  function setLead(ms: number, stepMs: number, message: string): void {
    leadMs = Math.max(0, Math.round(ms));
    log.warn({ stepMs: Math.round(stepMs), leadMs }, message);
  }
  const leadOver = (missingMs: number): void =>
    setLead(
      leadMs + missingMs,
      -missingMs,
      'the clock was set back, the server goes on by its own time',
    );
  const missing = (lastInstant ?? 0) - last.raw;
  if (missing > STEP_MS && missing <= LONGEST_LEAD_MS) leadOver(missing);

  return {
    leadMs: () => leadMs,
    now: (): number => {
      const seen = { raw: raw(), steady: performance.now() };
      const movedMs = seen.raw - last.raw;
      const passedMs = seen.steady - last.steady;
      const stepMs = movedMs - passedMs;
      if (movedMs < -STEP_MS) leadOver(-stepMs);
      else if (leadMs > 0 && stepMs > STEP_MS)
        setLead(leadMs - stepMs, stepMs, 'the clock was set forward');
      last = seen;
      return seen.raw + leadMs;
    },
  };
}

/**
 * Starts the clock. Compares it with the shared clock before it resolves, then every minute, and within a second after
 * the machine's clock was set.
 */
export async function startClock(options: ClockOptions): Promise<Clock> {
  const { own, shared, log } = options;
  if (shared === null) {
    const { now, leadMs } = createLead(own, options);
    return { now, offsetMs: () => leadMs() || null, stop: () => {} };
  }

  let offset = 0;
  let comparedAt = -Infinity;
  let lead = own() - performance.now();
  let isUnknown = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /**
   * Each reading of the shared clock was taken between its request and its reply, which gives a minimum and a maximum
   * of the offset. The old offset stays while all readings allow it, so that a slow database does not move the clock.
   */
  async function compare(ask: NonNullable<typeof shared>): Promise<void> {
    let [least, most] = [-Infinity, Infinity];
    for (let asked = 0; asked < QUESTIONS; asked += 1) {
      const before = own();
      const there = await ask();
      // A clock of whole milliseconds may be up to 1 ms behind.
      least = Math.max(least, there - own() - 1);
      most = Math.min(most, there - before);
    }
    if (least > most) throw new Error('A clock was set meanwhile.');
    comparedAt = performance.now();
    isUnknown = false;
    if (least <= offset && offset <= most) return;
    offset = Math.round((least + most) / 2);
    if (Math.abs(offset) > TOLERATED_MS)
      log.warn({ offsetMs: offset }, "this machine's clock is off, the database's is used");
  }

  async function measure(ask: NonNullable<typeof shared>): Promise<void> {
    const leads = own() - performance.now();
    const wasSet = Math.abs(leads - lead) > SET_MS;
    lead = leads;
    if (wasSet) comparedAt = -Infinity;
    if (performance.now() - comparedAt < COMPARE_MS) return;
    try {
      await compare(ask);
    } catch (error) {
      // The last offset stays in use. Logged once, although the comparison is retried every second.
      if (!isUnknown) log.warn({ err: error }, "the clock cannot be compared with the database's");
      isUnknown = true;
    }
  }

  async function follow(ask: NonNullable<typeof shared>): Promise<void> {
    await measure(ask);
    if (!isStopped) timer = setTimeout(() => void follow(ask), CHECK_MS).unref();
  }

  await follow(shared);
  const { now, leadMs } = createLead(() => own() + offset, options);
  return {
    now,
    offsetMs: () => offset + leadMs(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
