import type { GroupIndex } from '#machines/rules/grouping.ts';
import type { Database } from '#server/db/client.ts';
import { readFormCounts, type StoredAnswer } from './store.ts';
import { Tally } from './tally.ts';

/** Game sessions whose counts are kept; the one used longest ago goes first. */
const MOST_TALLIES = 32;
/** With PostgreSQL other processes count too: a tally older than this is read anew. */
const SHARED_AGE_MS = 1_000;

type Counted = Pick<StoredAnswer, 'gameSessionId' | 'audience' | 'textKey'>;

export interface Tallies {
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

/** The counts that make an answer's points known at once, before the next recount. */
export function createTallies(db: Pick<Database, 'read' | 'dialect'>): Tallies {
  const maxAgeMs = db.dialect === 'postgres' ? SHARED_AGE_MS : Infinity;
  const tallies = new Map<string, { readonly tally: Tally; readonly readAt: number }>();

  function known(gameSessionId: string): Tally | null {
    const found = tallies.get(gameSessionId);
    if (found === undefined || performance.now() - found.readAt > maxAgeMs) return null;
    return found.tally;
  }

  async function read(gameSessionId: string): Promise<Tally> {
    const readAt = performance.now();
    const tally = new Tally(await readFormCounts(db.read, gameSessionId));
    tallies.delete(gameSessionId);
    tallies.set(gameSessionId, { tally, readAt });
    for (const oldest of tallies.keys()) {
      if (tallies.size <= MOST_TALLIES) break;
      tallies.delete(oldest);
    }
    return tally;
  }

  return {
    settle: async (answers) => {
      const used = new Map<string, Tally>();
      try {
        for (const { gameSessionId } of answers) {
          if (used.has(gameSessionId)) continue;
          const tally = known(gameSessionId);
          // What is read now has the new answers in it.
          used.set(gameSessionId, tally ?? (await read(gameSessionId)));
          if (tally === null) continue;
          for (const answer of answers)
            if (answer.isNew && answer.gameSessionId === gameSessionId)
              tally.add(answer.textKey, answer.audience);
        }
      } catch (error) {
        // Whatever has been counted by halves is read anew.
        for (const { gameSessionId } of answers) tallies.delete(gameSessionId);
        throw error;
      }
      return answers.map(
        ({ gameSessionId, textKey, audience }) =>
          used.get(gameSessionId)?.points(textKey, audience) ?? 0,
      );
    },
    peek: ({ gameSessionId, textKey, audience }) =>
      tallies.get(gameSessionId)?.tally.points(textKey, audience) ?? null,
    regroup: (gameSessionId, groupIds, index) =>
      tallies.get(gameSessionId)?.tally.regroup(groupIds, index),
  };
}
