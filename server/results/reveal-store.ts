import { sql } from 'kysely';
import type { Audience, OwnAnswer } from '#machines/contract/entities.ts';
import { revealVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import type { Flag } from '#server/db/schema.ts';

/** What every event and reply with an answer's points contains about the reveal. */
export type RevealDetails = Pick<OwnAnswer, 'held' | 'shownAt' | 'position'>;

/** Columns of a group's reveal, for queries with the answer `a`, its group `g` and the group's reveal `v`. */
export const revealNow = [
  sql<number | null>`v.revealed_at`.as('revealedAt'),
  sql<number | null>`case when v.group_id is null then null else (
    select count(*) + 1 from answer_group b
    where b.game_session_id = g.game_session_id
      and (b.home_count + b.studio_count > g.home_count + g.studio_count
        or (b.home_count + b.studio_count = g.home_count + g.studio_count and b.id < g.id))
  ) end`.as('position'),
  sql<number>`(select p.home_delay_s from rundown_item i
    join show p on p.id = i.show_id where i.game_session_id = a.game_session_id)`.as('homeDelayS'),
] as const;

/** Returns the details of the reveal; while points are held, only that they are held. */
export function revealDetailsOf(row: {
  held: Flag;
  audience: Audience;
  revealedAt: number | null;
  position: number | null;
  homeDelayS: number;
}): RevealDetails {
  if (row.held === 1) return { held: true };
  const { audience, revealedAt: at, position, homeDelayS } = row;
  if (at === null || position === null) return {};
  const homeDelayMs = homeDelayS * 1_000;
  return { shownAt: revealVisibleFrom(audience, { at, position, homeDelayMs }), position };
}
