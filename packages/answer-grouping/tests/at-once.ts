import { type GroupIndex, indexGroupsInSteps, type TextGroup } from '../src/grouping.ts';
import {
  nextToJudgeInSteps,
  type RefinedGroup,
  refineInSteps,
  type Refining,
} from '../src/refine.ts';
import { inOneGo } from '../src/steps.ts';

/** What the program does in steps, between which others have their turn: here all at once. */
export const indexGroups = (...given: Parameters<typeof indexGroupsInSteps>): GroupIndex =>
  inOneGo(indexGroupsInSteps(...given));

export const refineGroups = (groups: readonly TextGroup[], refining: Refining): RefinedGroup[] =>
  inOneGo(refineInSteps(groups, refining));

export const nextToJudge = (...given: Parameters<typeof nextToJudgeInSteps>): string[] =>
  inOneGo(nextToJudgeInSteps(...given));

/** How many examples a property is tried with: a third of them all, more in a long run. */
export const runs = (all: number): number =>
  Math.ceil((all * Number(process.env['LONGER'] ?? 1)) / 3);
