import {
  type GroupIndex,
  indexGroupsInSteps,
  inOneGo,
  type RefinedGroup,
  refineInSteps,
  type Refining,
  type TextGroup,
} from 'answer-grouping';

/** What the program does in steps, between which others have their turn: here all at once. */
export const indexGroups = (...given: Parameters<typeof indexGroupsInSteps>): GroupIndex =>
  inOneGo(indexGroupsInSteps(...given));

export const refineGroups = (groups: readonly TextGroup[], refining: Refining): RefinedGroup[] =>
  inOneGo(refineInSteps(groups, refining));
