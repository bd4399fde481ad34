import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { success } from '#machines/contract/outcome.ts';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';

/*
 * What the producer sees of the answers to one question (specification §2, main page): how often each text was given,
 * and the groups. Two loaders, so that one can fail without the other; and the producer's decision on joins by a model,
 * made for all named joins at once.
 */

export interface InsightsQuery {
  readonly gameSessionId: string;
}

export const distributionMachine = loader<InsightsQuery, readonly DistributionItem[]>({
  id: 'distribution',
  unexpected: MESSAGES.network,
});
export const groupingMachine = loader<InsightsQuery, Grouping>({
  id: 'grouping',
  unexpected: MESSAGES.network,
});
/** How many suggestions wait at the grouping desk. */
export const suggestionCountMachine = loader<InsightsQuery, number>({
  id: 'suggestionCount',
  unexpected: MESSAGES.network,
});

export interface JoinDecision {
  readonly gameSessionId: string;
  readonly joinIds: readonly string[];
  readonly accepted: boolean;
}
/** Returns the decision. */
export const decisionForm = submission<JoinDecision, JoinDecision>({
  id: 'decision',
  check: success,
  done: ({ joinIds: { length }, accepted }) => {
    const said = accepted
      ? PRODUCER_MESSAGES.grouping.accepted
      : PRODUCER_MESSAGES.grouping.dismissed;
    return length === 1 ? said : `${length} joins: ${said}`;
  },
});

export type DecisionActor = ActorRefFrom<typeof decisionForm>;
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
/** Why it could not be loaded or refreshed; 'Try Again' sends `load.retry`. */
export const selectMessage = ({
  context,
}: SnapshotFrom<typeof distributionMachine> | SnapshotFrom<typeof groupingMachine>) =>
  context.message;
