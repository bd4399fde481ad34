import {
  type GroupIndex,
  indexGroupsInSteps,
  type TextGroup,
} from '#machines/grouping/grouping.ts';
import {
  nextToJudgeInSteps,
  type RefinedGroup,
  type Refining,
  refineInSteps,
} from '#machines/grouping/refine.ts';
import { inOneGo } from '#machines/grouping/steps.ts';

/** What the program does in steps, between which others have their turn: here all at once. */
export const indexGroups = (...given: Parameters<typeof indexGroupsInSteps>): GroupIndex =>
  inOneGo(indexGroupsInSteps(...given));

export const refineGroups = (groups: readonly TextGroup[], refining: Refining): RefinedGroup[] =>
  inOneGo(refineInSteps(groups, refining));

export const nextToJudge = (...given: Parameters<typeof nextToJudgeInSteps>): string[] =>
  inOneGo(nextToJudgeInSteps(...given));
