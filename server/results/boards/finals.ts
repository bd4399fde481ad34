import { audienceOf } from '#machines/contract/audience.ts';
import {
  type Audience,
  AUDIENCES,
  type FinalStanding,
  type TeamEntry,
} from '#machines/contract/entities.ts';
import { SCENE_MS } from '#machines/show/rules/stage.ts';
import type { Database } from '#server/db/client.ts';
import { readStandings } from './show-store.ts';
import { readTeamsOfMembers } from './team-store.ts';

/** Final placings of a show's players, and what the others of each audience see. */
export interface Finals {
  readonly standings: ReadonlyMap<string, FinalStanding>;
  readonly ofOthers: Readonly<Partial<Record<Audience, FinalStanding>>>;
}
/** How many names of winners fit on a phone. */
const MOST_WINNERS = 3;

/**
 * Returns the final place of each player of a show, with that of their team; players with answers in both audiences get the place in the
 * audience of their current role. The stage reveals the Studio's winner first.
 */
export async function readFinal(
  db: Database['read'],
  {
    showId,
    title,
    ofTeams,
  }: {
    readonly showId: string;
    readonly title: string;
    /** The board of its teams; null: it has none. */
    readonly ofTeams: readonly TeamEntry[] | null;
  },
  gameSessionIds: readonly string[],
): Promise<Finals> {
  const standings = new Map<string, FinalStanding>();
  const ofOthers: { [of in Audience]?: FinalStanding } = {};
  if (gameSessionIds.length === 0) return { standings, ofOthers };
  const teamById = new Map(
    ofTeams?.map(({ id, name, rank }) => {
      const sharing = ofTeams.filter((other) => other.rank === rank).length;
      return [id, { name, rank, sharing, teams: ofTeams.length }];
    }),
  );
  const teamOf =
    ofTeams === null ? new Map<string, string>() : await readTeamsOfMembers(db, showId);
  let afterMs = 0;
  for (const audience of AUDIENCES) {
    const rows = await readStandings(db, {
      gameSessionIds,
      showIds: [showId],
      audience,
      homeAt: null,
    });
    const sharing = new Map<number, number>();
    for (const { rank } of rows) sharing.set(rank, (sharing.get(rank) ?? 0) + 1);
    const first = rows.filter(({ rank }) => rank === 1).map(({ username }) => username);
    const common = {
      title,
      people: rows.length,
      winners: first.slice(0, MOST_WINNERS),
      winnerCount: first.length,
      afterMs,
    };
    for (const { user_id, total_points: points, rank, roleToday } of rows) {
      if (standings.has(user_id) && audienceOf(roleToday) !== audience) continue;
      const place = { points, rank, sharing: sharing.get(rank) ?? 1 };
      const team = teamById.get(teamOf.get(user_id) ?? '');
      standings.set(user_id, { ...common, ...place, ...(team && { team }) });
    }
    if (rows.length > 0) ofOthers[audience] = { ...common, points: 0, rank: null, sharing: 0 };
    if (rows.length > 0) afterMs += SCENE_MS.winner;
  }
  return { standings, ofOthers };
}
