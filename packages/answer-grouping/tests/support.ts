import { compareText } from '../src/compare.ts';
import {
  type CountedText,
  NO_CONTEXT,
  type GroupIndex,
  indexGroupsInSteps,
  type TextGroup,
} from '../src/grouping.ts';
import {
  nextToJudgeInSteps,
  type RefinedGroup,
  type Refining,
  refineInSteps,
} from '../src/refine.ts';
import { runSteps } from '../src/steps.ts';
import { indexShapesInSteps } from '../src/spelling.ts';
import { textKey } from '../src/text.ts';
import { readText } from '../src/readings.ts';

/** Texts with these counts. */
export const counted = (texts: readonly string[], count = 1): CountedText[] =>
  texts.map((text) => ({ key: textKey(text), count }));
/** An index of keys, without knowledge. */
export const indexTexts = (keys: readonly string[]) =>
  runSteps(indexShapesInSteps(keys.map((key) => readText({ key }, NO_CONTEXT).shape)));
/** The keys of each group, sorted. */
export const keysOf = (groups: readonly TextGroup[]) =>
  groups
    .map(({ members }) => members.map(({ key }) => key).toSorted())
    .toSorted(([a = ''], [b = '']) => compareText(a, b));

/** Runs a step-wise computation to its end. */
export const indexGroups = (...given: Parameters<typeof indexGroupsInSteps>): GroupIndex =>
  runSteps(indexGroupsInSteps(...given));

export const refineGroups = (groups: readonly TextGroup[], refining: Refining): RefinedGroup[] =>
  runSteps(refineInSteps(groups, refining));

export const nextToJudge = (...given: Parameters<typeof nextToJudgeInSteps>): string[] =>
  runSteps(nextToJudgeInSteps(...given));

/** The number of runs of a property: a third in `npm test`, more in a long run. */
export const runs = (all: number): number =>
  Math.ceil((all * Number(process.env['LONGER'] ?? 1)) / 3);
