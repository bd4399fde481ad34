import type { Audience, LeaderboardEntry, TeamEntry } from '#machines/contract/entities.ts';
import { SHOW_BOARD_SIZE } from '#machines/contract/limits.ts';
import type { StageView } from '#machines/contract/stage.ts';
import { SHARED } from '#machines/results/rules/ranking.ts';

/** A row of a board for the stage screen; with `members`, of a team. */
type ShownRow = Omit<LeaderboardEntry, 'role_id'> & { readonly members?: number };
export const teamRow = ({ id, name, points, ...team }: TeamEntry): ShownRow => ({
  ...team,
  username: name,
  user_id: id,
  total_points: points,
});

/** Returns the number of people, or teams, that share the rank of a row. */
export type Sharing = (row: ShownRow) => number | Promise<number>;
/** Returns the top of a board for the stage screen, with the number of rows on its last rank if not all are shown. */
export async function shown(
  entries: readonly ShownRow[],
  sharing: Sharing,
  earlier: readonly ShownRow[] = [],
): Promise<NonNullable<StageView['board']>[Audience]> {
  const best = entries.slice(0, SHOW_BOARD_SIZE);
  const last = best.at(-1);
  const people = last === undefined ? 0 : await sharing(last);
  const isCut = people > best.filter(({ rank }) => rank === last?.rank).length;
  return best.map((row) => {
    const before = earlier.find(({ user_id }) => user_id === row.user_id);
    return {
      ...rowOf(row),
      ...(before && { before: placeOf(before) }),
      ...(isCut && row.rank === last?.rank && { sharing: people }),
    };
  });
}

const placeOf = ({ rank, total_points, shared }: ShownRow) => ({
  rank,
  total_points,
  ...(shared && SHARED),
});
const rowOf = (row: ShownRow) => ({
  ...placeOf(row),
  username: row.username,
  ...(row.members !== undefined && { members: row.members }),
});

/** Returns the same top with each row's former rank and points, and the former top rows that are no longer in it. */
export async function shownSince(
  entries: readonly ShownRow[],
  sharing: Sharing,
  earlier: readonly ShownRow[],
) {
  const former = earlier.slice(0, SHOW_BOARD_SIZE);
  const ids = new Set(entries.slice(0, SHOW_BOARD_SIZE).map(({ user_id }) => user_id));
  return {
    rows: await shown(entries, sharing, earlier),
    gone: former.filter(({ user_id }) => !ids.has(user_id)).map(rowOf),
  };
}

type ShownSince = Awaited<ReturnType<typeof shownSince>>;

export const boardOf = (studio: ShownSince, home: ShownSince): NonNullable<StageView['board']> => ({
  studio: studio.rows,
  home: home.rows,
  ...(studio.gone.length + home.gone.length > 0 && {
    gone: { studio: studio.gone, home: home.gone },
  }),
});
