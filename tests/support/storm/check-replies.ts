import { isDeepStrictEqual } from 'node:util';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { AdminUser } from '#machines/admin/calls.ts';
import { HOUSE_SHOW, ROLE } from '#machines/contract/entities.ts';
import { LEADERBOARD_SIZE } from '#machines/contract/limits.ts';
import type { Caller } from './caller.ts';
import { countIndependently, type CountedAnswer } from './check-counts.ts';
import type { Fault } from './fault.ts';
import type { Player } from './player.ts';
import { boardOf, dayOf, totalsOf } from './scoring.ts';
import type { StoreSnapshot } from './store-snapshot.ts';

/** The number of players whose own pages are requested at the same time. */
const AT_ONCE = 20;

interface Asking {
  readonly caller: Caller;
  readonly url: string;
  /** The token of an admin. */
  readonly token: string;
}
type Truth = StoreSnapshot & {
  readonly counted: readonly CountedAnswer[];
  readonly today: string;
};

/**
 * Whether every process replies as the model does: boards, statistics, lists, groups, every
 * player's own page.
 */
export async function checkReplies(
  { caller, urls, token }: { caller: Caller; urls: readonly string[]; token: string },
  players: readonly Player[],
  stored: StoreSnapshot,
): Promise<Fault[]> {
  const truth = { ...stored, counted: countIndependently(stored), today: dayOf(Date.now()) };
  const faults: Fault[] = [];
  for (const url of urls) {
    const asking = { caller, url, token };
    const found = [
      ...(await checkBoards(asking, truth)),
      ...(await checkStatistics(asking, truth)),
      ...(await checkGroups(asking, truth)),
    ];
    faults.push(...found.map(({ kind, what }) => ({ kind, what: `${what}, at ${url}` })));
  }
  const here = players.filter(({ isGone }) => !isGone);
  for (let first = 0; first < here.length; first += AT_ONCE) {
    const found = await Promise.all(
      here.slice(first, first + AT_ONCE).map((player, index) => {
        const url = urls[(first + index) % urls.length] ?? '';
        return checkOwnPage({ caller, url, token: player.token }, player, truth);
      }),
    );
    faults.push(...found.flat());
  }
  return faults;
}

const BOARDS = [
  ['leaderboardAll', false, 'all'],
  ['leaderboardAllHome', false, 'home'],
  ['leaderboardAllStudio', false, 'studio'],
  ['leaderboardDaily', true, 'all'],
  ['leaderboardDailyHome', true, 'home'],
  ['leaderboardDailyStudio', true, 'studio'],
] as const;

async function checkBoards({ caller, url, token }: Asking, truth: Truth): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [name, isDaily, audience] of BOARDS) {
    const { status, body } = await caller.call(url, name, { token });
    const totals = totalsOf(truth.counted, isDaily ? truth.today : null, audience);
    const right = boardOf(truth.people, totals, () => audience);
    faults.push(...differences(name, status, body, right));
  }
  for (const gameSessionId of answeredSessions(truth)) {
    const own = truth.counted.filter((answer) => answer.gameSessionId === gameSessionId);
    const given = new Map(own.map(({ userId, audience }) => [userId, audience]));
    const right = boardOf(truth.people, totalsOf(own, null), ({ id }) => given.get(id) ?? 'all');
    const params = { gameSessionId };
    const { status, body } = await caller.call(url, 'leaderboardSession', { token, params });
    faults.push(...differences(`board of ${gameSessionId}`, status, body, right));
  }
  return faults;
}

const answeredSessions = ({ counted }: Truth): Set<string> =>
  new Set(counted.map(({ gameSessionId }) => gameSessionId));

function differences(
  name: string,
  status: number,
  board: ReplyOf<'leaderboardAll'> | null,
  right: ReturnType<typeof boardOf>,
): Fault[] {
  if (board === null) return [{ kind: 'board', what: `${name}: none, ${status}` }];
  const expected = right.slice(0, LEADERBOARD_SIZE);
  const wrong = Math.max(board.length, expected.length);
  for (let place = 0; place < wrong; place += 1)
    if (!isDeepStrictEqual(board[place], expected[place]))
      return [
        {
          kind: 'board',
          what: `${name}: place ${place + 1} is ${JSON.stringify(board[place])}, not ${JSON.stringify(expected[place])}`,
        },
      ];
  return [];
}

async function checkStatistics({ caller, url, token }: Asking, truth: Truth): Promise<Fault[]> {
  const faults: Fault[] = [];
  const named = new Set(truth.people.map(({ id }) => id));
  const allTime = totalsOf(truth.counted, null);
  const all = [...allTime].filter(([id]) => named.has(id));
  const sum = all.reduce((points, [, total]) => points + total.points, 0);
  const { body: stats } = await caller.call(url, 'adminStats', { token });
  if (stats?.stats.total_points !== sum)
    faults.push({ kind: 'statistics', what: `${stats?.stats.total_points} points, not ${sum}` });

  const users = await allUsers({ caller, url, token });
  for (const { id, roleId } of truth.people) {
    const { points = 0, answers = 0 } = allTime.get(id) ?? {};
    const user = users.get(id);
    if (user?.total_score !== points || user.total_answers !== answers || user.role_id !== roleId)
      faults.push({
        kind: 'list of users',
        what: `${id} has ${user?.total_score} points, ${user?.total_answers} answers, role ${user?.role_id}, not ${points}, ${answers}, ${roleId}`,
      });
  }
  return faults;
}

/** Reads all pages of the list of users. */
async function allUsers({ caller, url, token }: Asking) {
  const users = new Map<string, AdminUser>();
  for (let page = 1; ; page += 1) {
    const query = { page: String(page) };
    const { body } = await caller.call(url, 'adminUsers', { token, query });
    for (const user of body?.users ?? []) users.set(user.id, user);
    if (body === null || body.users.length === 0 || users.size >= (body.total ?? 0)) return users;
  }
}

async function checkGroups({ caller, url, token }: Asking, truth: Truth): Promise<Fault[]> {
  const faults: Fault[] = [];
  const { body } = await caller.call(url, 'adminQuestions', { token });
  if (body?.versions[HOUSE_SHOW] !== truth.version)
    faults.push({
      kind: 'questions',
      what: `version ${body?.versions[HOUSE_SHOW]}, not ${truth.version}`,
    });
  for (const { game_session_id: id, answered, points } of body?.questions ?? []) {
    const own = truth.counted.filter(({ gameSessionId }) => gameSessionId === id);
    const sizeOf = (audience: string): number =>
      own.filter((answer) => answer.audience === audience).length;
    const right = { studio: sizeOf('studio'), home: sizeOf('home') };
    const sum = own.reduce((all, answer) => all + (answer.points ?? 0), 0);
    if (!isDeepStrictEqual(answered, right) || points !== sum)
      faults.push({
        kind: 'questions',
        what: `${id}: ${JSON.stringify(answered)} answered for ${points}, not ${JSON.stringify(right)} for ${sum}`,
      });
  }
  const sizes = new Map(truth.groups.map((group) => [group.id, group]));
  for (const gameSessionId of answeredSessions(truth)) {
    const params = { gameSessionId };
    const { body: reply } = await caller.call(url, 'aiGrouping', { token, params });
    const groups = reply?.grouping.groupingDetails ?? [];
    const total = groups.reduce((all, { count }) => all + count, 0);
    const right = truth.counted.filter((answer) => answer.gameSessionId === gameSessionId).length;
    if (total !== right || reply?.grouping.totalAnswers !== right)
      faults.push({ kind: 'groups', what: `${gameSessionId}: ${total} answers, not ${right}` });
    for (const { groupId, pointsPerAnswer, contestantPoints } of groups) {
      const group = sizes.get(groupId);
      if (group?.homePoints !== pointsPerAnswer || group.contestantPoints !== contestantPoints)
        faults.push({
          kind: 'groups',
          what: `${groupId} is shown with ${pointsPerAnswer} and ${contestantPoints}`,
        });
    }
  }
  return faults;
}

/** Total, rank and every answer as the player sees them. */
async function checkOwnPage(
  { caller, url, token }: Asking,
  { id, roleId }: Player,
  truth: Truth,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [name, day] of [
    ['pointsAllTime', null],
    ['pointsDaily', truth.today],
  ] as const) {
    const { body } = await caller.call(url, name, { token, params: { userId: id } });
    const audience = roleId === ROLE.home ? 'home' : 'studio';
    const totals = totalsOf(truth.counted, day, audience);
    const { points = 0 } = totals.get(id) ?? {};
    const rank = boardOf(truth.people, totals).find(({ user_id }) => user_id === id)?.rank;
    if (body?.total_points !== points || (body.rank ?? undefined) !== rank)
      faults.push({
        kind: 'own points',
        what: `${name} of ${id}: ${body?.total_points}, rank ${body?.rank}, not ${points}, rank ${rank} at ${url}`,
      });
  }
  for (const answer of truth.counted) {
    if (answer.userId !== id) continue;
    const params = { gameSessionId: answer.gameSessionId, userId: id };
    const { body } = await caller.call(url, 'userAnswer', { token, params });
    if (body?.answer?.awardedPoints !== answer.points)
      faults.push({
        kind: 'own answer',
        what: `${id} to ${answer.gameSessionId}: ${body?.answer?.awardedPoints} points, not ${answer.points} at ${url}`,
      });
  }
  return faults;
}
