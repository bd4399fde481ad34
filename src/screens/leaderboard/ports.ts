import {
  type BoardAsked,
  boardsMachine,
  type OwnPoints,
  type PointsAsked,
} from '#machines/boards.ts';
import type { CallName } from '#machines/contract/calls.ts';
import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

type Board = Outcome<readonly LeaderboardEntry[]>;
type PeriodBoard = Extract<CallName, `leaderboard${'Daily' | 'All'}${string}`>;

const { leaderboard } = MESSAGES;

/** A board as it is asked for; a pair is both audiences' boards in one list. */
export async function loadBoard(
  { call }: Runtime,
  { subject }: BoardAsked,
  signal: AbortSignal,
): Promise<Board> {
  if (subject.kind === 'session') {
    const params = { gameSessionId: subject.gameSessionId };
    return call('leaderboardSession', { params }, { fallback: leaderboard.failed }, signal);
  }
  const isDaily = subject.period === 'daily';
  const fallback = isDaily ? leaderboard.dailyFailed : leaderboard.failed;
  const load = (name: PeriodBoard): Promise<Board> => call(name, {}, { fallback }, signal);
  if (subject.kind === 'everybody') return load(isDaily ? 'leaderboardDaily' : 'leaderboardAll');
  const [home, studio] = await Promise.all([
    load(isDaily ? 'leaderboardDailyHome' : 'leaderboardAllHome'),
    load(isDaily ? 'leaderboardDailyStudio' : 'leaderboardAllStudio'),
  ]);
  if (home.ok && studio.ok) return success([...home.value, ...studio.value]);
  if (isDaily) return home.ok ? studio : home;
  const everybody = await load('leaderboardAll');
  return everybody.ok ? success(byAudience(everybody.value)) : everybody;
}

/** What stands in for the pair of all time where it fails (specification §7): the players, each ranked among their own. */
const byAudience = (entries: readonly LeaderboardEntry[]): LeaderboardEntry[] =>
  entries
    .filter(({ role_id }) => role_id !== ROLE.admin)
    .map((entry) => ({
      ...entry,
      rank: 1 + entries.filter((other) => isAhead(other, entry)).length,
    }));
const isAhead = (other: LeaderboardEntry, entry: LeaderboardEntry): boolean =>
  other.role_id === entry.role_id && other.total_points > entry.total_points;

async function loadPoints(
  { call }: Runtime,
  { userId, period }: PointsAsked,
  signal: AbortSignal,
): Promise<Outcome<OwnPoints>> {
  const name = period === 'daily' ? 'pointsDaily' : 'pointsAllTime';
  const answer = await call(name, { params: { userId } }, { fallback: leaderboard.failed }, signal);
  if (!answer.ok) return answer;
  return success({ points: answer.value.total_points, rank: answer.value.rank ?? null });
}

export const provideBoards = (runtime: Runtime) =>
  boardsMachine.provide({
    actors: {
      loadBoard: promiseActor((asked: BoardAsked, signal) => loadBoard(runtime, asked, signal)),
      loadPoints: promiseActor((asked: PointsAsked, signal) => loadPoints(runtime, asked, signal)),
    },
  });
