import { indexShapesInSteps } from '../src/candidates.ts';
import { type CountedText, NOTHING_KNOWN, type TextGroup } from '../src/grouping.ts';
import { compareText } from '../src/compare.ts';
import { readText } from '../src/readings.ts';
import { inOneGo } from '../src/steps.ts';
import { textKey } from '../src/text.ts';

/** Texts that so many gave. */
export const counted = (texts: readonly string[], count = 1): CountedText[] =>
  texts.map((text) => ({ key: textKey(text), count }));
/** An index of keys, without knowledge. */
export const indexTexts = (keys: readonly string[]) =>
  inOneGo(indexShapesInSteps(keys.map((key) => readText({ key }, NOTHING_KNOWN).shape)));
/** The keys of each group, in an order of their own. */
export const keysOf = (groups: readonly TextGroup[]) =>
  groups
    .map(({ members }) => members.map(({ key }) => key).toSorted())
    .toSorted(([a = ''], [b = '']) => compareText(a, b));
