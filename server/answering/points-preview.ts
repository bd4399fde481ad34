import type { GroupIndex } from 'answer-grouping';
import type { Database } from '#server/db/client.ts';
import { type FormCount, readFormCounts, type StoredAnswer } from './store.ts';
import { indexOf, Tally } from './tally.ts';

/** The most tallies in memory; the least recently used one is evicted. */
const MOST_PREVIEWS = 32;
/** Maximum age of a tally with PostgreSQL, where other processes count too, ms. */
const SHARED_AGE_MS = 1_000;
/** The index is rebuilt when the forms have grown by this factor, unless a recount in this process has built one. */
const INDEX_GROWTH = 2;

type Counted = Pick<StoredAnswer, 'gameSessionId' | 'audience' | 'textKey'>;

export interface PointsPreview {
  /** Counts the new ones of these stored answers, and returns the resulting points of each. One call at a time. */
  settle(answers: readonly (Counted & { readonly isNew: boolean })[]): Promise<number[]>;
  /** Returns the points of an answer as far as this process knows them without reading; null: unknown. */
  peek(answer: Counted): number | null;
  /** Takes over the groups of a recount; each form (`answer.text_key`) is in one. */
  readonly regroup: (
    gameSessionId: string,
    groupIds: ReadonlyMap<string, string>,
    index: GroupIndex,
  ) => void;
}

interface Entry {
  readonly tally: Tally;
  readonly readAt: number;
  /**
   * Kept longer than the tally: it takes long to build, and a slightly older one finds nearly all groups. Null: being
   * built.
   */
  index: GroupIndex | null;
  /** The number of forms when its construction began. */
  indexedForms: number;
}

const NOTHING = { tally: null, index: null, indexedForms: 0 };

/** Computes an answer's points from counts in memory, before the next recount. */
export function createPointsPreview(db: Pick<Database, 'read' | 'dialect'>): PointsPreview {
  const maxAgeMs = db.dialect === 'postgres' ? SHARED_AGE_MS : Infinity;
  const entries = new Map<string, Entry>();

  function store(gameSessionId: string, entry: Entry): void {
    entries.delete(gameSessionId);
    entries.set(gameSessionId, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= MOST_PREVIEWS) break;
      entries.delete(oldest);
    }
  }

  /** Every use goes through here, so that the least recently used entry is evicted first. */
  function use(gameSessionId: string): Entry | undefined {
    const entry = entries.get(gameSessionId);
    if (entry !== undefined) store(gameSessionId, entry);
    return entry;
  }

  function known(gameSessionId: string): Tally | null {
    const found = use(gameSessionId);
    if (found === undefined || performance.now() - found.readAt > maxAgeMs) return null;
    return found.tally;
  }

  async function makeIndex(gameSessionId: string, counts: readonly FormCount[]): Promise<void> {
    const index = await indexOf(counts);
    const entry = entries.get(gameSessionId);
    if (entry?.indexedForms !== counts.length) return;
    entry.index = index;
    entry.tally.useIndex(index);
  }

  async function read(gameSessionId: string): Promise<Tally> {
    const readAt = performance.now();
    const counts = await readFormCounts(db.read, gameSessionId);
    const { tally: former, index, indexedForms } = entries.get(gameSessionId) ?? NOTHING;
    const isOutgrown = counts.length > INDEX_GROWTH * indexedForms;
    const tally = new Tally(counts, index, former);
    store(gameSessionId, {
      tally,
      readAt,
      index,
      indexedForms: isOutgrown ? counts.length : indexedForms,
    });
    if (isOutgrown) void makeIndex(gameSessionId, counts);
    return tally;
  }

  return {
    settle: async (answers) => {
      const used = new Map<string, Tally>();
      try {
        for (const { gameSessionId } of answers) {
          if (used.has(gameSessionId)) continue;
          const tally = known(gameSessionId);
          // A newly read tally includes the new answers already.
          used.set(gameSessionId, tally ?? (await read(gameSessionId)));
          if (tally === null) continue;
          tally.add(
            answers
              .filter((answer) => answer.isNew && answer.gameSessionId === gameSessionId)
              .map(({ textKey, audience }) => ({ textKey, audience, count: 1 })),
          );
        }
      } catch (error) {
        // A tally whose update failed half way is read again.
        for (const { gameSessionId } of answers) entries.delete(gameSessionId);
        throw error;
      }
      return answers.map(
        ({ gameSessionId, textKey, audience }) =>
          used.get(gameSessionId)?.points(textKey, audience) ?? 0,
      );
    },
    peek: ({ gameSessionId, textKey, audience }) =>
      use(gameSessionId)?.tally.points(textKey, audience) ?? null,
    regroup: (gameSessionId, groupIds, index) => {
      const entry = use(gameSessionId);
      if (entry === undefined) return;
      entry.index = index;
      entry.indexedForms = groupIds.size;
      entry.tally.regroup(groupIds, index);
    },
  };
}
