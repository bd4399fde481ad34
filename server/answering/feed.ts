import { isDeepStrictEqual } from 'node:util';
import { type ActiveQuestion, HOUSE_SHOW, type Versions } from '#machines/contract/entities.ts';
import { LISTED_QUESTIONS } from '#machines/contract/limits.ts';
import { nextDisclosure } from '#machines/answering/rules/disclosure.ts';
import { nextChange } from '#machines/answering/rules/schedule.ts';
import type { Database } from '#server/db/client.ts';
import type { Viewer } from '#server/realtime/rooms.ts';
import { readListed, readRehearsedShow, readVersions } from './feed-store.ts';
import { type QuestionRecord, recordFor, viewFor, windowsOf } from './view.ts';

/** The list of questions that all viewers of one kind get, ready to send. */
interface Listing {
  /** Versions of the feeds that these viewers receive. */
  readonly versions: Versions;
  readonly questions: readonly ActiveQuestion[];
  readonly gameSessionIds: readonly string[];
  /** `questions` as JSON. */
  readonly json: string;
  /** What people with windows of their own get in place of `questions` and `json`, by person. */
  readonly own: ReadonlyMap<string, Pick<Listing, 'questions' | 'json'>>;
}

export interface FeedService {
  /** Returns a viewer's current list. It is built once and reused until one of the viewer's feeds changes. */
  listing(viewer: Viewer): Promise<Listing>;
}

interface Prepared extends Listing {
  /**
   * From when until when the list stays correct without a change, epoch ms; then a window or a disclosure changes it.
   */
  readonly from: number;
  readonly until: number;
}

/**
 * Maximum number of cached lists, one per kind of viewer. Each rehearsal and each combination of members-only shows is
 * a kind of its own.
 */
const MOST_KINDS = 200;

const keyOf = ({ room, rehearsal, shows = [] }: Viewer): string =>
  room === 'admin' ? room : `${room} ${rehearsal} ${shows.toSorted().join()}`;

export function createFeed({ db, now }: { db: Database; now: () => number }): FeedService {
  /** Cached lists by `keyOf`, the most recently used list last. */
  const lists = new Map<string, () => Promise<Listing>>();

  const listOf = (viewer: Viewer): (() => Promise<Listing>) => {
    let prepared: Prepared | null = null;
    return sharing(async () => {
      // Read the versions first: a change between the two reads is then already in the list, and is announced once
      // more.
      const versions = await versionsFor(db.read, viewer);
      const at = now();
      if (prepared === null || !isCurrent(prepared, versions, at)) {
        const records = await readListed(db.read, { viewer, now: at, limit: LISTED_QUESTIONS });
        prepared = prepare(viewer, { versions, at, records });
      }
      return prepared;
    });
  };

  return {
    listing: (viewer) => {
      const key = keyOf(viewer);
      const list = lists.get(key) ?? listOf(viewer);
      lists.delete(key);
      lists.set(key, list);
      for (const oldest of lists.keys()) {
        if (lists.size <= MOST_KINDS) break;
        lists.delete(oldest);
      }
      return list();
    },
  };
}

/**
 * Returns the versions of the feeds that a viewer receives: admins receive all feeds, players the public feed and the
 * feeds of their own shows.
 */
async function versionsFor(
  db: Database['read'],
  { room, rehearsal, shows = [] }: Viewer,
): Promise<Versions> {
  if (room === 'admin') return readVersions(db);
  const rehearsed = rehearsal === null ? null : await readRehearsedShow(db, rehearsal);
  return readVersions(db, [HOUSE_SHOW, ...shows, ...(rehearsed === null ? [] : [rehearsed])]);
}

const isCurrent = (prepared: Prepared, versions: Versions, at: number): boolean =>
  isDeepStrictEqual(prepared.versions, versions) && prepared.from <= at && at < prepared.until;

function prepare(
  viewer: Viewer,
  {
    versions,
    at,
    records,
  }: {
    readonly versions: Versions;
    readonly at: number;
    readonly records: readonly QuestionRecord[];
  },
): Prepared {
  const listed = (of: readonly QuestionRecord[]) => {
    const seen = of.flatMap((record) => viewFor(viewer, record, at) ?? []);
    return { questions: seen, json: JSON.stringify(seen) };
  };
  const { questions, json } = listed(records);
  const opened = records.flatMap(({ openFor = [] }) => openFor);
  const changes = records.flatMap((record) => [
    nextChange(windowsOf(record), at) ?? Infinity,
    nextDisclosure(record, 'home', at) ?? Infinity,
  ]);
  const ends = opened.map(({ closesAt }) => closesAt).filter((closesAt) => closesAt > at);
  return {
    versions,
    questions,
    gameSessionIds: questions.map((question) => question.game_session_id),
    json,
    own: new Map(
      opened.map(({ userId }) => [
        userId,
        listed(
          records
            .map((record) => ({ record, own: recordFor(record, userId, at) }))
            .toSorted((a, b) => Number(a.own === a.record) - Number(b.own === b.record))
            .map(({ own }) => own),
        ),
      ]),
    ),
    from: at,
    until: Math.min(...changes, ...ends, Infinity),
  };
}

/**
 * Runs at most one call at a time; callers that arrive during a run share the next run. So no caller gets a result from
 * before its call, and a thousand concurrent callers cost one run.
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
