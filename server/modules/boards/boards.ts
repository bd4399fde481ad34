import type { ReplyOf } from '#machines/contract/calls.ts';
import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { LEADERBOARD_SIZE } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { utcDay } from '#machines/rules/clock.ts';
import { rankEntries } from '#machines/rules/ranking.ts';
import type { Database } from '#server/db/client.ts';
import { type Caller, Refused } from '#server/http/route.ts';
import { Ranks } from './ranks.ts';
import {
  type Player,
  PLAYERS,
  readBest,
  readBestOf,
  readScore,
  type Row,
  userExists,
  wasReleased,
} from './store.ts';

/** How long a prepared answer counts at most; other processes may have counted meanwhile, ms. */
const BOARD_AGE_MS = 1_000;
const MOST_PREPARED = 200;

type Period = 'daily' | 'all';

export interface Boards {
  /** The best of a period among these roles, with standard competition ranks (decisions §5). */
  readonly board: (period: Period, roles: readonly Player[]) => Promise<LeaderboardEntry[]>;
  /** The best of one game session. @throws Refused 404 for one that was never released */
  readonly sessionBoard: (gameSessionId: string) => Promise<LeaderboardEntry[]>;
  /** A person's points of a period, with the rank for themselves alone. @throws Refused 404 */
  readonly standing: (
    period: Period,
    caller: Caller,
    userId: string,
  ) => Promise<ReplyOf<'pointsDaily'>>;
  /** Runs a change of totals in several steps; until it is done, readers see points, ranks and boards from before. */
  readonly whileConsistent: <T>(change: () => Promise<T>) => Promise<T>;
  /** Totals have changed: nothing prepared before counts any more. */
  readonly moved: () => void;
  /** How long those of another process may be out of date, ms; 0: there is none. */
  readonly lagMs: number;
}

/** Every board from one prepared answer, however many ask at once. */
export function createBoards({
  db,
  now,
}: {
  db: Pick<Database, 'read' | 'consistent' | 'dialect'>;
  now: () => number;
}): Boards {
  const { reading, changing } = db.consistent;
  const lists = createPrepared<Promise<LeaderboardEntry[] | null>>();
  const ranks = createPrepared<Ranks>();
  const moved = (): void => {
    lists.clear();
    ranks.clear();
  };
  const list = (
    key: string,
    read: (consistent: Database['read']) => Promise<Row[] | null>,
  ): Promise<LeaderboardEntry[] | null> =>
    reading((consistent, state) =>
      lists.get(`${key} ${state}`, async () => {
        const rows = await read(consistent);
        return rows === null ? null : ranked(rows);
      }),
    );
  const scopeOf = (period: Period): string => (period === 'all' ? 'all' : utcDay(now()));

  return {
    board: async (period, roles) => {
      const scope = scopeOf(period);
      const found = await list(`${scope} ${roles.join()}`, async (consistent) => {
        const best = roles.map((role) => readBest(consistent, scope, role, LEADERBOARD_SIZE));
        return (await Promise.all(best)).flat();
      });
      return found ?? [];
    },
    sessionBoard: async (gameSessionId) => {
      const found = await list(`of ${gameSessionId}`, async (consistent) =>
        (await wasReleased(consistent, gameSessionId))
          ? readBestOf(consistent, gameSessionId, LEADERBOARD_SIZE)
          : null,
      );
      // It may have been released after the list was prepared.
      if (found === null && !(await wasReleased(db.read, gameSessionId)))
        throw new Refused(404, MESSAGES.notFound);
      return found ?? [];
    },
    standing: async (period, caller, userId) => {
      const scope = scopeOf(period);
      const isOwn = userId === caller.id;
      const found = await reading(async (consistent, state) => {
        // Taken before anything is awaited, so that the ranks are of the same state as the score.
        const known = ranks.get(`${scope} ${state}`, () => new Ranks(scope));
        const score = await readScore(consistent, scope, userId);
        if (score === null) return null;
        if (!isOwn) return { total_points: score.points };
        const isRanked = PLAYERS.some((role) => role === score.roleId);
        const rank = isRanked ? await known.of(score.points, consistent) : null;
        return { total_points: score.points, rank };
      });
      if (found !== null) return found;
      if (!isOwn && !(await userExists(db.read, userId))) throw new Refused(404, MESSAGES.notFound);
      return { total_points: 0, ...(isOwn && { rank: null }) };
    },
    whileConsistent: (change) => changing(change, moved),
    moved,
    lagMs: db.dialect === 'postgres' ? BOARD_AGE_MS : 0,
  };
}

const ranked = (rows: readonly Row[]): LeaderboardEntry[] =>
  rankEntries(rows)
    .slice(0, LEADERBOARD_SIZE)
    .map(({ rank, username, user_id, role_id, total_points }) => ({
      rank,
      username,
      user_id,
      role_id,
      total_points,
    }));

/** What is made at most once a second for each key, unless it failed; the oldest go when there are too many. */
function createPrepared<T>() {
  const prepared = new Map<string, { readonly at: number; readonly value: T }>();
  return {
    get: (key: string, make: () => T): T => {
      const at = performance.now();
      const known = prepared.get(key);
      if (known !== undefined && at - known.at < BOARD_AGE_MS) return known.value;
      const value = make();
      prepared.delete(key);
      prepared.set(key, { at, value });
      if (value instanceof Promise)
        value.catch(() => {
          if (prepared.get(key)?.value === value) prepared.delete(key);
        });
      for (const oldest of prepared.keys()) {
        if (prepared.size <= MOST_PREPARED) break;
        prepared.delete(oldest);
      }
      return value;
    },
    clear: (): void => prepared.clear(),
  };
}
