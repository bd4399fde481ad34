import type { ActiveQuestion } from '#machines/contract/entities.ts';
import { LISTED_QUESTIONS } from '#machines/contract/limits.ts';
import { nextChange } from '#machines/rules/schedule.ts';
import type { Database } from '#server/db/client.ts';
import type { Room } from './rooms.ts';
import { readListed, readVersion } from './store.ts';
import { type QuestionRecord, viewFor, windowsOf } from './view.ts';

/** What everybody of a room sees, ready to be sent. */
interface Listing {
  readonly version: number;
  readonly questions: readonly ActiveQuestion[];
  readonly gameSessionIds: readonly string[];
  /** `questions` as JSON. */
  readonly json: string;
}

export interface Feed {
  /** The list of a room as it is now; built once for all who ask between two changes. */
  listing(room: Room): Promise<Listing>;
  version(): Promise<number>;
}

interface Prepared {
  readonly version: number;
  /** From when until when, epoch ms, no window changes by itself. */
  readonly from: number;
  readonly until: number;
  readonly listings: Readonly<Record<Room, Listing>>;
}

export function createFeed({ db, now }: { db: Database; now: () => number }): Feed {
  let prepared: Prepared | null = null;

  const current = sharing(async () => {
    // First the version: a change in between is in the list already, and merely told again.
    const version = await readVersion(db.read);
    const at = now();
    if (prepared === null || !isCurrent(prepared, version, at)) {
      const records = (room: Room) =>
        readListed(db.read, { room, now: at, limit: LISTED_QUESTIONS });
      prepared = prepare(version, at, {
        studio: await records('studio'),
        home: await records('home'),
        admin: await records('admin'),
      });
    }
    return prepared;
  });

  return {
    listing: async (room) => (await current()).listings[room],
    version: async () => (await current()).version,
  };
}

const isCurrent = (prepared: Prepared, version: number, at: number): boolean =>
  prepared.version === version && prepared.from <= at && at < prepared.until;

function prepare(
  version: number,
  at: number,
  records: Readonly<Record<Room, readonly QuestionRecord[]>>,
): Prepared {
  const listingFor = (room: Room): Listing => {
    const questions = records[room].flatMap((record) => viewFor(room, record, at) ?? []);
    const gameSessionIds = questions.map((question) => question.game_session_id);
    return { version, questions, gameSessionIds, json: JSON.stringify(questions) };
  };
  const changes = Object.values(records)
    .flat()
    .map((record) => nextChange(windowsOf(record), at) ?? Infinity);
  return {
    version,
    from: at,
    until: Math.min(...changes, Infinity),
    listings: {
      studio: listingFor('studio'),
      home: listingFor('home'),
      admin: listingFor('admin'),
    },
  };
}

/**
 * At most one run at a time; who asks while one is under way shares the next. So nobody gets what was
 * read before they asked, and a thousand who ask together cost one run.
 */
function sharing<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    waiting = null;
    const result = run();
    running = result;
    return result;
  };
  return () => {
    waiting ??= running.then(begin, begin);
    return waiting;
  };
}
