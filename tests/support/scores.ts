import type { Audience } from '#machines/contract/entities.ts';
import type { ScoreTable } from '#server/db/schema.ts';

/** A user's totals in a scope, as a recount writes them after answers in one audience. */
export const totalsIn = (
  audience: Audience,
  total: Omit<ScoreTable, 'audience'>,
): readonly ScoreTable[] => (['all', audience] as const).map((of) => ({ ...total, audience: of }));
