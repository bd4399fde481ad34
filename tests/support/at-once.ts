import {
  type GroupIndex,
  indexGroupsInSteps,
  runSteps,
  type RefinedGroup,
  refineInSteps,
  type Refining,
  type TextGroup,
} from 'answer-grouping';

/** Runs a step-wise computation to its end. */
export const indexGroups = (...given: Parameters<typeof indexGroupsInSteps>): GroupIndex =>
  runSteps(indexGroupsInSteps(...given));

export const refineGroups = (groups: readonly TextGroup[], refining: Refining): RefinedGroup[] =>
  runSteps(refineInSteps(groups, refining));
