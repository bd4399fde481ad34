import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

type Reader = Kysely<Schema>;

/** Readers never see half of a change that takes several transactions. */
export interface Steady {
  /**
   * All that `read` asks sees one state as to what `changing` changes: the one from before while a change is under
   * way. `read` changes nothing, and does not wait for a change.
   */
  readonly reading: <T>(read: (db: Reader) => Promise<T>) => Promise<T>;
  /** Reads the same twice: as it is now, for what no change may hold back, and as `reading` sees it. */
  readonly readingBoth: <T>(read: (db: Reader) => Promise<T>) => Promise<{ now: T; steady: T }>;
  /** One change at a time. `changed` is called in the moment from which on `reading` sees the new state. */
  readonly changing: <T>(change: () => Promise<T>, changed: () => void) => Promise<T>;
}

/** A state of the store, and who is reading it. */
const viewOf = (db: Reader) => ({ db, underWay: new Set<Promise<unknown>>() });

/** `snapshots`: its transactions hold what they see still without holding up `read` or whoever writes. */
export function createSteady({ read, snapshots }: { read: Reader; snapshots: Reader }): Steady {
  let view = viewOf(read);
  let last: Promise<unknown> = Promise.resolve();

  const reading: Steady['reading'] = async (ask) => {
    const { db, underWay } = view;
    const asked = ask(db);
    underWay.add(asked);
    try {
      return await asked;
    } finally {
      underWay.delete(asked);
    }
  };

  /** Readers move to a snapshot before the change and back after it; each ends where it began. */
  const alone = <T>(change: () => Promise<T>, changed: () => void): Promise<T> =>
    snapshots
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        // The first query takes the snapshot, not the beginning.
        await sql`select version from feed`.execute(db);
        const before = view;
        const held = viewOf(db);
        view = held;
        try {
          await Promise.allSettled(before.underWay);
          return await change();
        } finally {
          view = viewOf(read);
          changed();
          await Promise.allSettled(held.underWay);
        }
      });

  return {
    reading,
    readingBoth: (ask) =>
      reading(async (db) => {
        const steady = await ask(db);
        return { steady, now: db === read ? steady : await ask(read) };
      }),
    changing: (change, changed) => {
      const begin = () => alone(change, changed);
      const done = last.then(begin, begin);
      last = done;
      return done;
    },
  };
}
