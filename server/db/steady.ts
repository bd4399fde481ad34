import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

type Reader = Kysely<Schema>;
/** `state` names what recounts of other processes have changed: what is prepared of one state is not for another. */
type Ask<T> = (db: Reader, state: string) => Promise<T>;

/** Readers never see half of a change that takes several transactions, nor a change between two of their queries. */
export interface Steady {
  /**
   * All that `ask` asks sees one state as to what `changing` changes: the one from before while a change is under
   * way. `ask` changes nothing, asks nothing else, and does not wait for a change.
   */
  readonly reading: <T>(ask: Ask<T>) => Promise<T>;
  /** Asks one query twice: as it is now, for what no change may hold back, and as `reading` sees it. */
  readonly readingBoth: <T>(
    ask: (db: Reader) => Promise<T>,
  ) => Promise<{ readonly now: T; readonly steady: T }>;
  /**
   * One change at a time; where processes share the store it is one transaction. `changed` is called in the moment from which on `reading` sees the new
   * state.
   */
  readonly changing: <T>(change: () => Promise<T>, changed: () => void) => Promise<T>;
}

interface View {
  readonly see: Steady['reading'];
  readonly isHeld: boolean;
  /** Who is reading. */
  readonly underWay: Set<Promise<unknown>>;
}

async function through<T>({ underWay }: View, asked: Promise<T>): Promise<T> {
  underWay.add(asked);
  try {
    return await asked;
  } finally {
    underWay.delete(asked);
  }
}

/**
 * `snapshots`: its transactions hold what they see still without holding up `read` or whoever writes. `isShared`: other
 * processes change the store too.
 */
export function createSteady({
  read,
  snapshots,
  isShared,
}: {
  readonly read: Reader;
  readonly snapshots: Reader;
  readonly isShared: boolean;
}): Steady {
  const stateOf = async (db: Reader): Promise<string> => {
    const { sessions, versions } = await db
      .selectFrom('grouping')
      .select((eb) => [
        eb.fn.countAll<number>().as('sessions'),
        eb.fn.sum<number | null>('version').as('versions'),
      ])
      .executeTakeFirstOrThrow();
    return isShared ? `${sessions} ${versions}` : '';
  };
  const inSnapshot: Steady['reading'] = (ask) =>
    snapshots
      .transaction()
      .setIsolationLevel('repeatable read')
      // The first query takes the snapshot, not the beginning.
      .execute(async (db) => ask(db, await stateOf(db)));
  const live = (): View => ({
    see: isShared ? inSnapshot : (ask) => ask(read, ''),
    isHeld: false,
    underWay: new Set(),
  });

  let view = live();
  let last: Promise<unknown> = Promise.resolve();

  /** Readers move to a snapshot before the change and back after it; each ends where it began. */
  const alone = <T>(change: () => Promise<T>, changed: () => void): Promise<T> =>
    inSnapshot(async (db, state) => {
      const before = view;
      const held: View = { see: (ask) => ask(db, state), isHeld: true, underWay: new Set() };
      view = held;
      try {
        await Promise.allSettled(before.underWay);
        return await change();
      } finally {
        view = live();
        changed();
        await Promise.allSettled(held.underWay);
      }
    });

  return {
    reading: (ask) => through(view, view.see(ask)),
    readingBoth: async (ask) => {
      const { isHeld, see } = view;
      if (isHeld)
        return through(
          view,
          see(async (db) => ({ steady: await ask(db), now: await ask(read) })),
        );
      const now = await through(view, ask(read));
      return { steady: now, now };
    },
    changing: (change, changed) => {
      // Where each change is one transaction, every snapshot is of before or after; one that is kept would be older
      // than what other processes change and tell meanwhile.
      const begin = () => (isShared ? change().finally(changed) : alone(change, changed));
      const done = last.then(begin, begin);
      last = done;
      return done;
    },
  };
}
