import type { GroupIndex } from 'answer-grouping';
import type { Database } from '#server/db/client.ts';
import { type TextCount, readTextCounts, type StoredAnswer } from './store.ts';
import { indexOf, Tally } from './tally.ts';

/** Maximum number of tallies in memory; the least recently used tally is evicted. */
const MOST_PREVIEWS = 32;
/** Maximum age of a tally on PostgreSQL, where other processes count answers too, ms. */
const SHARED_AGE_MS = 1_000;
/** The index is rebuilt when the texts have grown by this factor, unless a recount in this process has built one. */
const INDEX_GROWTH = 2;

type Counted = Pick<StoredAnswer, 'gameSessionId' | 'audience' | 'textKey'>;

export interface PointsPreview {
  /**
   * Adds the new ones among these stored answers to the tallies, and returns the points of each answer. Must not run
   * concurrently.
   */
  settle(answers: readonly (Counted & { readonly isNew: boolean })[]): Promise<number[]>;
  /** Returns the points of an answer if they can be computed from memory; null: they are not in memory. */
  peek(answer: Counted): number | null;
  /** Takes over the groups of a recount. `groupIds` has every text (`answer.text_key`). */
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
   * Kept longer than the tally, because building it takes long, and a slightly outdated index still finds nearly all
   * groups. Null: it is being built.
   */
  index: GroupIndex | null;
  /** Number of texts when building the index began. */
  indexedTexts: number;
}

const NOTHING = { tally: null, index: null, indexedTexts: 0 };

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

  /**
   * Returns a tally and marks it as used. Every use must go through here, so that the least recently used one is
   * evicted.
   */
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

  async function makeIndex(gameSessionId: string, counts: readonly TextCount[]): Promise<void> {
    const index = await indexOf(counts);
    const entry = entries.get(gameSessionId);
    if (entry?.indexedTexts !== counts.length) return;
    entry.index = index;
    entry.tally.useIndex(index);
  }

  async function read(gameSessionId: string): Promise<Tally> {
    const readAt = performance.now();
    const counts = await readTextCounts(db.read, gameSessionId);
    const { tally: former, index, indexedTexts } = entries.get(gameSessionId) ?? NOTHING;
    const isOutgrown = counts.length > INDEX_GROWTH * indexedTexts;
    const tally = new Tally(counts, index, former);
    store(gameSessionId, {
      tally,
      readAt,
      index,
      indexedTexts: isOutgrown ? counts.length : indexedTexts,
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
        // A tally whose update failed halfway may be wrong, so it is read again at its next use.
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
      entry.indexedTexts = groupIds.size;
      entry.tally.regroup(groupIds, index);
    },
  };
}
