import { m } from 'messages';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { loader } from '#machines/kit/loader.ts';

/*
 * The answers to one question as the producer sees them (specification §2, main page): how often each text was given,
 * and the groups. Two loaders, so that a failure of one does not affect the other.
 */

export interface InsightsQuery {
  readonly gameSessionId: string;
}

export const distributionMachine = loader<InsightsQuery, readonly DistributionItem[]>({
  id: 'distribution',
  unexpected: m.network(),
});
export const groupingMachine = loader<InsightsQuery, Grouping>({
  id: 'grouping',
  unexpected: m.network(),
});
/** Number of suggestions that wait at the grouping desk. */
export const suggestionCountMachine = loader<InsightsQuery, number>({
  id: 'suggestionCount',
  unexpected: m.network(),
});

export type DistributionActor = ActorRefFrom<typeof distributionMachine>;
export type SuggestionCountActor = ActorRefFrom<typeof suggestionCountMachine>;
export type GroupingActor = ActorRefFrom<typeof groupingMachine>;

/** Null: not loaded yet. */
export const selectDistribution = ({ context }: SnapshotFrom<typeof distributionMachine>) =>
  context.value;
/** Null: not loaded yet. */
export const selectGrouping = ({ context }: SnapshotFrom<typeof groupingMachine>) => context.value;
/** Null: not loaded yet. */
export const selectSuggestionCount = ({ context }: SnapshotFrom<typeof suggestionCountMachine>) =>
  context.value;
