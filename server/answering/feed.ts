import { type ActiveQuestion, AUDIENCES } from '#machines/contract/entities.ts';
import { LISTED_QUESTIONS } from '#machines/contract/limits.ts';
import { nextDisclosure } from '#machines/answering/rules/disclosure.ts';
import { nextChange } from '#machines/answering/rules/schedule.ts';
import type { Database } from '#server/db/client.ts';
import type { Viewer } from '#server/realtime/rooms.ts';
import { readListed, readRehearsals, readVersion } from './feed-store.ts';
import { type QuestionRecord, viewFor, windowsOf } from './view.ts';

/** The list of all viewers of a kind, ready to send. */
interface Listing {
  readonly version: number;
  readonly questions: readonly ActiveQuestion[];
  readonly gameSessionIds: readonly string[];
  /** `questions` as JSON. */
  readonly json: string;
}

export interface Feed {
  /** A viewer's current list; built once between two changes. */
  listing(viewer: Viewer): Promise<Listing>;
  version(): Promise<number>;
}

interface Prepared {
  readonly version: number;
  /** The period (epoch ms) in which the list cannot change by itself, through a window or a disclosure. */
  readonly from: number;
  readonly until: number;
  /** By `keyOf`. */
  readonly listings: ReadonlyMap<string, Listing>;
  /** Of members of shows, by `keyOf`, made when the first of them asks. */
  readonly forMembers: Map<string, Promise<Prepared>>;
}

const keyOf = ({ room, rehearsal, shows = [] }: Viewer): string =>
  `${room} ${rehearsal} ${shows.toSorted().join()}`;
const PUBLIC = (['studio', 'home', 'admin'] as const).map((room) => ({ room, rehearsal: null }));

export function createFeed({ db, now }: { db: Database; now: () => number }): Feed {
  let prepared: Prepared | null = null;

  const current = sharing(async () => {
    // First the version: a change in between is in the list already, and merely told again.
    const version = await readVersion(db.read);
    const at = now();
    if (prepared === null || !isCurrent(prepared, version, at)) {
      const rehearsing = (await readRehearsals(db.read)).flatMap((rehearsal) =>
        AUDIENCES.map((room) => ({ room, rehearsal })),
      );
      const viewers: readonly Viewer[] = [...PUBLIC, ...rehearsing];
      const found: (readonly [Viewer, readonly QuestionRecord[]])[] = [];
      for (const viewer of viewers)
        found.push([
          viewer,
          await readListed(db.read, { viewer, now: at, limit: LISTED_QUESTIONS }),
        ]);
      prepared = prepare(version, at, found);
    }
    return prepared;
  });

  /** The list of a member of shows that are not open to everybody. */
  async function listingOf(viewer: Viewer, all: Prepared): Promise<Listing> {
    const key = keyOf(viewer);
    const at = now();
    const known = await all.forMembers.get(key);
    const isKnown = known !== undefined && isCurrent(known, all.version, at);
    const reading = isKnown
      ? Promise.resolve(known)
      : readListed(db.read, { viewer, now: at, limit: LISTED_QUESTIONS }).then((records) =>
          prepare(all.version, at, [[viewer, records]]),
        );
    all.forMembers.set(key, reading);
    reading.catch(() => all.forMembers.delete(key));
    const listing = (await reading).listings.get(key);
    if (listing === undefined) throw new Error(`no list for ${viewer.room}`);
    return listing;
  }

  return {
    listing: async (viewer) => {
      const all = await current();
      if (viewer.room !== 'admin' && (viewer.shows ?? []).length > 0) return listingOf(viewer, all);
      const { listings } = all;
      // Members of an ended rehearsal see the same as everybody else.
      const listing =
        listings.get(keyOf(viewer)) ?? listings.get(keyOf({ ...viewer, rehearsal: null }));
      if (listing === undefined) throw new Error(`no list for ${viewer.room}`);
      return listing;
    },
    version: async () => (await current()).version,
  };
}

const isCurrent = (prepared: Prepared, version: number, at: number): boolean =>
  prepared.version === version && prepared.from <= at && at < prepared.until;

function prepare(
  version: number,
  at: number,
  found: readonly (readonly [Viewer, readonly QuestionRecord[]])[],
): Prepared {
  const listings = new Map<string, Listing>();
  for (const [viewer, records] of found) {
    const questions = records.flatMap((record) => viewFor(viewer, record, at) ?? []);
    const gameSessionIds = questions.map((question) => question.game_session_id);
    const json = JSON.stringify(questions);
    listings.set(keyOf(viewer), { version, questions, gameSessionIds, json });
  }
  const changes = found
    .flatMap(([, records]) => records)
    .flatMap((record) => [
      nextChange(windowsOf(record), at) ?? Infinity,
      nextDisclosure(record, 'home', at) ?? Infinity,
    ]);
  const until = Math.min(...changes, Infinity);
  return { version, from: at, until, listings, forMembers: new Map() };
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
