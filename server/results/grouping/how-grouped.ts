import { m } from 'messages';
import { numberText, timeText } from 'messages/format';
import { z } from 'zod';
import type { Judgement, ManualGroup, RefinedGroup } from 'answer-grouping';

/** How the groups of a game session were formed, for producers. */
const howGroupedSchema = z.object({
  /** Whether a producer has changed groups. */
  isByHand: z.boolean(),
  /** What the model did; 'apart': what it would merge is held back or dismissed. */
  ai: z.enum(['none', 'merged', 'apart', 'nothing']),
  /** The number of groups in which the model has merged texts. */
  merged: z.int(),
});
export type HowGrouped = z.infer<typeof howGroupedSchema>;

/** Reads what is stored. The sentence that a process of an older version stores is not read. */
export const readHowGrouped = (stored: string): HowGrouped =>
  stored.startsWith('{')
    ? howGroupedSchema.parse(JSON.parse(stored))
    : { isByHand: false, ai: 'none', merged: 0 };

export function howGrouped(
  groups: readonly RefinedGroup[],
  judgements: readonly Judgement[],
  hands: readonly ManualGroup[],
): HowGrouped {
  const merged = groups.filter(({ parts }) => parts > 1).length;
  const isApart = judgements.flat().some(({ isMerged }) => !isMerged);
  const withoutMerges = judgements.length === 0 ? 'none' : isApart ? 'apart' : 'nothing';
  return { isByHand: hands.length > 0, ai: merged > 0 ? 'merged' : withoutMerges, merged };
}

/** The state of a grouping as of the last recount. */
export interface GroupingState {
  readonly how: HowGrouped;
  /** Epoch ms. */
  readonly updatedAt: number;
  /** The number of answers that were counted. */
  readonly counted: number;
}

/** Numbers that a reply has now. `shownGroups`: how many groups it lists at most. */
interface Numbers {
  readonly totalAnswers: number;
  readonly totalGroups: number;
  readonly shownGroups: number;
}

const AI_TEXTS: Readonly<Record<HowGrouped['ai'], (how: HowGrouped) => readonly string[]>> = {
  none: () => [],
  merged: ({ merged }) => [m.insightsAiMergedGroups({ count: merged })],
  apart: () => [m.insightsAiMergesHeldOrDismissed()],
  nothing: () => [m.insightsAiMergedNothing()],
};

const UTC = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
} as const;

/** Describes how the groups were formed, in the reader's language. `state` null: never grouped. */
export function explain(
  state: GroupingState | null,
  { totalAnswers, totalGroups, shownGroups }: Numbers,
): string {
  if (state === null)
    return totalAnswers === 0
      ? m.questionsNoAnswers()
      : m.insightsAnswersNotGrouped({ count: totalAnswers });
  const newer = totalAnswers - state.counted;
  return [
    m.insightsGroupedByText({ time: timeText(state.updatedAt, UTC) }),
    ...(state.how.isByHand ? [m.insightsGroupedByHand()] : []),
    ...AI_TEXTS[state.how.ai](state.how),
    ...(newer > 0 ? [m.insightsNewerAnswersNotGrouped({ count: newer })] : []),
    ...(totalGroups > shownGroups
      ? [m.insightsLargestGroupsShown({ shown: numberText(shownGroups) })]
      : []),
  ].join(' ');
}
