import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

type Reader = Kysely<Schema>;
/** `state` names what recounts of other processes have changed: what is prepared of one state is not for another. */
type Ask<T> = (db: Reader, state: string) => Promise<T>;

/**
 * How many of the newest recounts name a state. A recount that commits after this many later ones would be missed; none takes that long.
 */
const NEWEST_RECOUNTS = 32;

/** Readers never see half of a change that takes several transactions, nor a change between two of their queries. */
export interface ConsistentReads {
  /**
   * All queries of `ask` see one state of what `changing` changes: the one from before while a change is under way.
   * `ask` only reads, and only through `db`, and does not wait for a change.
   */
  readonly reading: <T>(ask: Ask<T>) => Promise<T>;
  /** Asks one query twice: as it is now, for what no change may hold back, and as `reading` sees it. */
  readonly readingBoth: <T>(
    ask: (db: Reader) => Promise<T>,
  ) => Promise<{ readonly now: T; readonly consistent: T }>;
  /**
   * One change at a time; on PostgreSQL it is one transaction. `changed` is called at the moment from which on `reading`
   * sees the new state.
   */
  readonly changing: <T>(change: () => Promise<T>, changed: () => void) => Promise<T>;
}

/**
 * Other processes change the store too, each change in one transaction. So every reader gets a snapshot of its own,
 * which is of before or after a change; a shared one would be older than what the others publish meanwhile.
 */
export function createPostgresReads(db: Reader): ConsistentReads {
  const inTurn = createQueue();
  const stateOf = async (snapshot: Reader): Promise<string> => {
    const recounts = await snapshot
      .selectFrom('grouping as g')
      .crossJoin('score_lock as l')
      .select(['g.game_session_id as id', 'g.version', 'l.version as changes'])
      .orderBy('g.updated_at', 'desc')
      .limit(NEWEST_RECOUNTS)
      .execute();
    return recounts.map(({ id, version, changes }) => `${id} ${version} ${changes}`).join();
  };
  return {
    reading: (ask) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (snapshot) => ask(snapshot, await stateOf(snapshot))),
    readingBoth: async (ask) => {
      const now = await ask(db);
      return { consistent: now, now };
    },
    changing: (change, changed) => inTurn(() => change().finally(changed)),
  };
}

/** Where readers are sent at the moment, and those who are still reading there. */
interface View {
  readonly read: ConsistentReads['reading'];
  readonly isSnapshot: boolean;
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
 * This process alone changes the store, a change in several transactions. During one, all readers share a snapshot
 * from before it. `snapshots` has a connection of its own, so that it holds up neither `read` nor whoever writes.
 */
export function createSqliteReads(read: Reader, snapshots: Reader): ConsistentReads {
  const inTurn = createQueue();
  const live = (): View => ({
    read: (ask) => ask(read, ''),
    isSnapshot: false,
    underWay: new Set(),
  });
  let view = live();

  /** Readers move to the snapshot before the change and back after it; each ends where it began. */
  const withSnapshot = <T>(change: () => Promise<T>, changed: () => void): Promise<T> =>
    snapshots.transaction().execute(async (db) => {
      // The first query takes the snapshot, not the beginning of the transaction.
      await db.selectFrom('grouping').select('version').limit(1).execute();
      const before = view;
      const snapshotView: View = {
        read: (ask) => ask(db, ''),
        isSnapshot: true,
        underWay: new Set(),
      };
      view = snapshotView;
      try {
        await Promise.allSettled(before.underWay);
        return await change();
      } finally {
        view = live();
        changed();
        await Promise.allSettled(snapshotView.underWay);
      }
    });

  return {
    reading: (ask) => through(view, view.read(ask)),
    readingBoth: async (ask) => {
      const { isSnapshot: isHeld, read: see } = view;
      if (isHeld)
        return through(
          view,
          see(async (db) => ({ consistent: await ask(db), now: await ask(read) })),
        );
      const now = await through(view, ask(read));
      return { consistent: now, now };
    },
    changing: (change, changed) => inTurn(() => withSnapshot(change, changed)),
  };
}

/** Runs what it is given one after the other. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const done = last.then(run, run);
    last = done;
    return done;
  };
}
