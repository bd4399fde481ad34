import type { GroupIndex } from 'answer-grouping';
import type { Database } from '#server/db/client.ts';
import { type FormCount, readFormCounts, type StoredAnswer } from './store.ts';
import { indexOf, Tally } from './tally.ts';

/** Game sessions whose counts are kept; the one used longest ago goes first. */
const MOST_PREVIEWS = 32;
/** With PostgreSQL other processes count too: a tally older than this is read anew. */
const SHARED_AGE_MS = 1_000;
/** When the forms have grown by this factor the index is made anew, unless a recount in this process has made one. */
const INDEX_GROWTH = 2;

type Counted = Pick<StoredAnswer, 'gameSessionId' | 'audience' | 'textKey'>;

export interface PointsPreview {
  /**
   * Counts the answers that are new, all of them stored already, and says what each is worth with
   * them. One call at a time.
   */
  settle(answers: readonly (Counted & { readonly isNew: boolean })[]): Promise<number[]>;
  /** What an answer is worth as far as is known here without asking; null: not known. */
  peek(answer: Counted): number | null;
  /** A recount has made these groups of the game session, and each form (`answer.text_key`) is in one. */
  readonly regroup: (
    gameSessionId: string,
    groupIds: ReadonlyMap<string, string>,
    index: GroupIndex,
  ) => void;
}

interface Entry {
  readonly tally: Tally;
  readonly readAt: number;
  /** Outlives the tally: making it takes long, and one that is a little older finds nearly all. Null: being made. */
  index: GroupIndex | null;
  /** How many forms there were when it was begun. */
  indexedForms: number;
}

const NOTHING = { tally: null, index: null, indexedForms: 0 };

/** The counts that make an answer's points known at once, before the next recount. */
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

  /** Every use goes through here, so that what is used most lately is dropped last. */
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
          // A tally that is read now includes the new answers already.
          used.set(gameSessionId, tally ?? (await read(gameSessionId)));
          if (tally === null) continue;
          tally.add(
            answers
              .filter((answer) => answer.isNew && answer.gameSessionId === gameSessionId)
              .map(({ textKey, audience }) => ({ textKey, audience, count: 1 })),
          );
        }
      } catch (error) {
        // A tally whose update failed half way is read anew.
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
