import { EventEmitter, once } from 'node:events';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

type Reader = Kysely<Schema>;
/**
 * Reads from the store. `state` identifies the recounts that `db` shows; work cached for one state is invalid for
 * another.
 */
type Ask<T> = (db: Reader, state: string) => Promise<T>;

/**
 * How many of the newest recounts identify a state. A recount that commits after 32 later ones would be missed; none
 * takes that long.
 */
const NEWEST_RECOUNTS = 32;

/**
 * Reads that see changes of several transactions completely or not at all, and see the same state in all their queries.
 */
export interface ConsistentReads {
  /**
   * Runs all queries of `ask` on one state; during a change, on the state before it. `ask` must only read, only through
   * `db`, and must not wait for a change.
   */
  readonly reading: <T>(ask: Ask<T>) => Promise<T>;
  /** Runs a query twice: on the current state and on the one that `reading` sees. */
  readonly readingBoth: <T>(
    ask: (db: Reader) => Promise<T>,
  ) => Promise<{ readonly now: T; readonly consistent: T }>;
  /**
   * Runs one change at a time; on PostgreSQL a change is one transaction. `changed` is called when `reading` starts to
   * see the new state.
   */
  readonly changing: <T>(change: () => Promise<T>, changed: () => void) => Promise<T>;
  /** Resolves when `reading` sees what is stored now; null: it does already. */
  readonly catchingUp: () => Promise<unknown> | null;
}

/**
 * For PostgreSQL, where other processes change the store too, each change in one transaction. Every reader gets a
 * snapshot of its own, because a shared one could be older than what other processes have announced.
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
    catchingUp: () => null,
  };
}

/** The database that new readers currently use, and the reads that are running on it. */
interface View {
  readonly read: ConsistentReads['reading'];
  /** For a snapshot: resolves when new readers no longer use it. Null: the database itself. */
  readonly left: Promise<unknown> | null;
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
 * For SQLite, where only this process changes the store, in several transactions per change. During a change all
 * readers share a snapshot from before it. `snapshots` has its own connection, so that it blocks neither `read` nor
 * writers.
 */
export function createSqliteReads(read: Reader, snapshots: Reader): ConsistentReads {
  const inTurn = createQueue();
  const live = (): View => ({
    read: (ask) => ask(read, ''),
    left: null,
    underWay: new Set(),
  });
  let view = live();

  /** Moves new readers to the snapshot before a change and back after it; each reader finishes where it started. */
  const withSnapshot = <T>(change: () => Promise<T>, changed: () => void): Promise<T> =>
    snapshots.transaction().execute(async (db) => {
      // SQLite takes the snapshot at the first query, not at the beginning of the transaction.
      await db.selectFrom('grouping').select('version').limit(1).execute();
      const before = view;
      const left = new EventEmitter();
      const snapshotView: View = {
        read: (ask) => ask(db, ''),
        left: once(left, 'left'),
        underWay: new Set(),
      };
      view = snapshotView;
      try {
        await Promise.allSettled(before.underWay);
        return await change();
      } finally {
        view = live();
        changed();
        left.emit('left');
        await Promise.allSettled(snapshotView.underWay);
      }
    });

  return {
    reading: (ask) => through(view, view.read(ask)),
    readingBoth: async (ask) => {
      const { left, read: see } = view;
      if (left !== null)
        return through(
          view,
          see(async (db) => ({ consistent: await ask(db), now: await ask(read) })),
        );
      const now = await through(view, ask(read));
      return { consistent: now, now };
    },
    changing: (change, changed) => inTurn(() => withSnapshot(change, changed)),
    catchingUp: () => view.left,
  };
}

/** Runs tasks one after the other. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const done = last.then(run, run);
    last = done;
    return done;
  };
}
