import { sql } from 'kysely';
import type { Audience, OwnAnswer } from '#machines/contract/entities.ts';
import { revealKnownFrom } from '#machines/rules/disclosure.ts';
import type { Flag } from '#server/db/schema.ts';

/** What a player learns of the reveal with the points of an answer, by every event and reply. */
export type RevealDetails = Pick<OwnAnswer, 'held' | 'shownAt' | 'place'>;

/** Columns of the reveal of an answer's group, for queries with `a` the answer, `g` its group and `v` the reveal of the group. */
export const revealNow = [
  sql<number | null>`v.revealed_at`.as('revealedAt'),
  sql<number | null>`case when v.group_id is null then null else (
    select count(*) + 1 from answer_group b
    where b.game_session_id = g.game_session_id
      and (b.home_count + b.studio_count > g.home_count + g.studio_count
        or (b.home_count + b.studio_count = g.home_count + g.studio_count and b.id < g.id))
  ) end`.as('place'),
  sql<number | null>`(select max(p.home_delay_s) from rundown_item i
    join show_plan p on p.id = i.show_id where i.game_session_id = a.game_session_id)`.as(
    'homeDelayS',
  ),
] as const;

/** Held points say nothing of the reveal. */
export function revealDetailsOf(row: {
  held: Flag;
  audience: Audience;
  revealedAt: number | null;
  place: number | null;
  homeDelayS: number | null;
}): RevealDetails {
  if (row.held === 1) return { held: true };
  const { audience, revealedAt: at, place, homeDelayS } = row;
  if (at === null || place === null) return {};
  const homeDelayMs = (homeDelayS ?? 0) * 1_000;
  return { shownAt: revealKnownFrom(audience, { at, place, homeDelayMs }), place };
}
