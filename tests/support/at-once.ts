import {
  type GroupIndex,
  indexGroupsInSteps,
  runSteps,
  type RefinedGroup,
  refineInSteps,
  type Refining,
  type TextGroup,
} from 'answer-grouping';

/** What the program does in steps, between which others have their turn: here all at once. */
export const indexGroups = (...given: Parameters<typeof indexGroupsInSteps>): GroupIndex =>
  runSteps(indexGroupsInSteps(...given));

export const refineGroups = (groups: readonly TextGroup[], refining: Refining): RefinedGroup[] =>
  runSteps(refineInSteps(groups, refining));
