import { m } from 'messages';
import { numberText } from 'messages/format';
import type { RankedGroup, StageView } from '#machines/contract/stage.ts';
import { type Audience, AUDIENCES, type ReleaseWindows } from '#machines/contract/entities.ts';
import { SHOW_BOARD_SIZE } from '#machines/contract/limits.ts';
import { rankText } from '#machines/results/rules/rank-texts.ts';
import { teamScoreText } from '#machines/results/rules/teams.ts';
import { windowState } from '#machines/answering/rules/schedule.ts';

/** Durations of the steps of scenes on the stage screen, ms. */
export const SCENE_MS = {
  arriving: 1_200,
  /** One tone of the sound check, or the pause after the last one. */
  tone: 1_200,
  timeUp: 1_600,
  counting: 2_500,
  /** `rowApart`: between the starts of two rows that drop in. `row`: for one row. */
  rowApart: 70,
  row: 380,
  folding: 250,
  /** Number one flies back to its row. It comes in the first step of its reveal. */
  back: 500,
  corrected: 6_000,
  oldOrder: 800,
  adding: 900,
  /** `moving`: for one row. `moveApart`: between the starts of two rows. */
  moving: 900,
  moveApart: 40,
  /** Podium: how long the other ranks are shown alone, then with the third, then also with the second. */
  others: 700,
  third: 900,
  second: 1_400,
  winner: 6_000,
} as const;

/** The steps of a reveal, in order. */
export const REVEAL_STEPS = ['dim', 'roll', 'flip', 'label', 'count', 'points'] as const;
export type RevealStep = (typeof REVEAL_STEPS)[number];
/** Reveals of more popular groups take longer, ms. */
const REVEAL_STEP_MS: Readonly<
  Record<'low' | 'near' | 'top', Readonly<Record<RevealStep, number>>>
> = {
  low: { dim: 200, roll: 350, flip: 420, label: 350, count: 600, points: 450 },
  near: { dim: 200, roll: 900, flip: 420, label: 500, count: 700, points: 450 },
  top: { dim: 600, roll: 1_800, flip: 420, label: 1_000, count: 1_200, points: 1_400 },
};

/** Duration of a step in the reveal of the group at this position (from 1), ms. */
export function revealStepMs(step: RevealStep, position: number): number {
  if (position === 1) return REVEAL_STEP_MS.top[step];
  return REVEAL_STEP_MS[position <= 3 ? 'near' : 'low'][step];
}

/** Time from a group's reveal until the group is visible with its count, ms; then its points may be sent. */
export const shownAfterMs = (position: number): number =>
  REVEAL_STEPS.filter((step) => step !== 'points').reduce(
    (sum, step) => sum + revealStepMs(step, position),
    0,
  );

/** Duration of the whole reveal of the group at this position (from 1), ms. */
export const revealMs = (position: number): number =>
  shownAfterMs(position) + revealStepMs('points', position);

/** A reveal older than this is displayed as finished. */
const FRESH_MS = 3_000;
/** Each of the last `LAST_SECONDS` has a tick; in the last `RISING_SECONDS` its pitch rises. */
export const LAST_SECONDS = 10;
export const RISING_SECONDS = 5;

type Groups = StageView['groups'];

/** The number of a group's answers that were given in the studio. */
export const studioCount = ({
  count,
  homePoints,
}: Pick<RankedGroup, 'count' | 'homePoints'>): number =>
  count - Math.max(0, Math.min(count, homePoints));

/** Whether any audience can answer at `now` (epoch ms of the server's clock). */
export const isOpenAt = (windows: ReleaseWindows, now: number): boolean =>
  AUDIENCES.some((audience) => windowState(windows, audience, now) === 'open');

/** Whether answering has ended: no window is open, and at least one has closed. */
export const isOverAt = (windows: ReleaseWindows, now: number): boolean =>
  !isOpenAt(windows, now) &&
  AUDIENCES.some((audience) => windowState(windows, audience, now) === 'expired');

/** When the timer that ends last, of those running at `now`, ends; both epoch ms. Null: none runs. */
export function lastTimerEnd(windows: ReleaseWindows, now: number): number | null {
  const ends = AUDIENCES.flatMap((audience) => {
    const { timed, closesAt } = windows[audience];
    return timed && closesAt !== null && closesAt > now ? [closesAt] : [];
  });
  return ends.length === 0 ? null : Math.max(...ends);
}

type Counts = Readonly<Record<Audience, number>>;

/**
 * Whether all players have answered: in each audience that has the question, as many as there are players. `players`:
 * the largest numbers that were connected since the question came, because a phone that sleeps is not connected.
 */
export function isEverybodyIn(
  { windows, answered }: Pick<NonNullable<StageView['question']>, 'windows' | 'answered'>,
  players: Counts,
): boolean {
  const asked = AUDIENCES.filter((audience) => windows[audience].released);
  return (
    asked.some((audience) => players[audience] > 0) &&
    asked.every((audience) => answered[audience] >= players[audience])
  );
}

const shown = (groups: Groups) => groups.flatMap((group) => (group === null ? [] : [group]));

/** The group that was revealed since `before` and recently at `now`; null: none. */
export function justRevealed(before: Groups, after: Groups, now: number): string | null {
  const known = new Set(shown(before).map(({ groupId }) => groupId));
  const fresh = shown(after).filter(
    ({ groupId, revealedAt }) => !known.has(groupId) && now - (revealedAt ?? now) < FRESH_MS,
  );
  const newest = fresh.toSorted((a, b) => (a.revealedAt ?? 0) - (b.revealedAt ?? 0)).at(-1);
  return newest?.groupId ?? null;
}

/** Whether a revealed group is covered again. */
export const isCovered = (before: Groups, after: Groups): boolean => {
  const still = new Set(shown(after).map(({ groupId }) => groupId));
  const isFewer = shown(after).length < shown(before).length;
  return isFewer && after.length > 0 && shown(before).some(({ groupId }) => !still.has(groupId));
};

/** Whether a revealed group has changed its label, count or position, or is no longer revealed. */
export function isCorrected(before: Groups, after: Groups): boolean {
  const factsOf = (groups: Groups) =>
    new Map(
      groups.flatMap((group, index) =>
        group === null
          ? []
          : [[group.groupId, JSON.stringify([index, group.representative, group.count])] as const],
      ),
    );
  const now = factsOf(after);
  return after.length > 0 && [...factsOf(before)].some(([id, facts]) => now.get(id) !== facts);
}

type Board = NonNullable<StageView['board']>;

/** The audiences that a board shows: those with players, or both if neither has players. */
export const audiencesOf = (board: Board): readonly Audience[] => {
  const played = AUDIENCES.filter((audience) => board[audience].length > 0);
  return played.length === 0 ? AUDIENCES : played;
};

/** The number of rows of the longer column, which decides how long a board moves. */
export const rowsOf = (board: Board): number =>
  Math.max(...AUDIENCES.map((audience) => board[audience].length));

/** The rows that a show's board showed before the last question was counted, in their order then. */
export function formerRows(entries: Board[Audience], gone: Board[Audience] = []): Board[Audience] {
  const known = entries.flatMap(({ username, members, before }) =>
    before === undefined
      ? []
      : [{ username, ...before, ...(members !== undefined && { members }) }],
  );
  // The others were too low to be shown then.
  const stayed = known.toSorted((a, b) => a.rank - b.rank).slice(0, SHOW_BOARD_SIZE - gone.length);
  return [...stayed, ...gone].toSorted((a, b) => a.rank - b.rank);
}

/** Whether there was a board before the last question, and the question has changed a rank or points on it. */
export const hasBoardChanged = (board: Board): boolean =>
  AUDIENCES.some((audience) => formerRows(board[audience], board.gone?.[audience]).length > 0) &&
  AUDIENCES.some((audience) =>
    board[audience].some(
      ({ rank, total_points, before }) =>
        before === undefined || before.rank !== rank || before.total_points !== total_points,
    ),
  );

/** Ranks on the steps of the podium. */
export const PODIUM_RANKS = [3, 2, 1] as const;
/** How many names a step has room for, one per line. With more, the last line says how many more people share the rank. */
export const MOST_NAMES: Readonly<Record<(typeof PODIUM_RANKS)[number], number>> = {
  1: 8,
  2: 6,
  3: 4,
};

/** How many people share the last displayed rank without being displayed. */
export function hiddenTied(entries: readonly Board[Audience][number][]): number {
  const last = entries.at(-1);
  if (last?.sharing === undefined) return 0;
  return last.sharing - entries.filter(({ rank }) => rank === last.rank).length;
}

/** For example 'and 4 more'. */
export const moreText = (count: number): string => m.showMore({ count: numberText(count) });
/** For example 'and 3 more tied'. */
export const tiedText = (count: number): string => m.showMoreTied({ count: numberText(count) });

type Entry = Board[Audience][number];

/** The points of a row, as a text: of a team the mean of its members, with one decimal. */
export const pointsOf = ({ total_points: points, members }: Entry): string =>
  members === undefined ? numberText(points) : teamScoreText({ points, members });

/** Those points as a phrase: '3 points'. */
const pointsPhrase = (entry: Entry): string =>
  entry.members === undefined
    ? m.countPoints({ count: entry.total_points })
    : m.showTeamPoints({ points: pointsOf(entry) });

/** Whether the rows of an audience are teams. */
export const hasTeams = (board: Board, audience: Audience): boolean =>
  board[audience].some(({ members }) => members !== undefined);

/** The displayed people, or teams, of an audience who share a rank, and the number of all who share it. */
export function sharingRank(
  board: Board,
  audience: Audience,
  rank = 1,
): {
  readonly names: readonly string[];
  readonly count: number;
  readonly pointsPhrase: string;
} {
  const entries = board[audience].filter((entry) => entry.rank === rank);
  const [first] = entries;
  return {
    names: entries.map(({ username }) => username),
    count: first?.sharing ?? entries.length,
    pointsPhrase: first === undefined ? '' : pointsPhrase(first),
  };
}

/** The names of people who share a rank, and the number of people not named. */
export const sharersText = (names: readonly string[], count: number): string =>
  `${names.join(', ')}${count > names.length ? ` ${moreText(count - names.length)}` : ''}`;

/** For example '10 share first place'. */
export const sharedText = (count: number): string =>
  m.stageScreenShareFirstPlace({ count: numberText(count) });

/** The winners in the largest type: their names, or their number if there is no room for all names. */
export const winnersText = (names: readonly string[], count: number): string =>
  count <= MOST_NAMES[1] ? names.join(', ') : sharedText(count);

type Place = Pick<RankedGroup, 'sharedPlace'> | null;

/** The number of a place on a board of groups (null: not revealed): groups of equal size share the first one's, with '='. */
export const placeText = (place: Place, index: number): string =>
  rankText(place?.sharedPlace ?? index + 1, place?.sharedPlace !== undefined);

/** The announcement of that number. */
export const placeName = (place: Place, index: number): string =>
  place?.sharedPlace === undefined
    ? m.showNumbered({ index: index + 1 })
    : m.showJointNumber({ sharedPlace: place.sharedPlace });
