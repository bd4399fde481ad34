import type { Audience } from '#machines/contract/entities.ts';
import type { ScoreTable } from '#server/db/schema.ts';

/** A person's totals in a scope, as a recount writes them where they have answered in one audience. */
export const totalsIn = (
  audience: Audience,
  total: Omit<ScoreTable, 'audience'>,
): readonly ScoreTable[] => (['all', audience] as const).map((of) => ({ ...total, audience: of }));
