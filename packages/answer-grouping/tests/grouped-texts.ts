import { compareText } from '../src/compare.ts';
import { type CountedText, NO_CONTEXT, type TextGroup } from '../src/grouping.ts';
import { readText } from '../src/readings.ts';
import { indexShapesInSteps } from '../src/spelling.ts';
import { inOneGo } from '../src/steps.ts';
import { textKey } from '../src/text.ts';

/** Texts that so many gave. */
export const counted = (texts: readonly string[], count = 1): CountedText[] =>
  texts.map((text) => ({ key: textKey(text), count }));
/** An index of keys, without knowledge. */
export const indexTexts = (keys: readonly string[]) =>
  inOneGo(indexShapesInSteps(keys.map((key) => readText({ key }, NO_CONTEXT).shape)));
/** The keys of each group, in an order of their own. */
export const keysOf = (groups: readonly TextGroup[]) =>
  groups
    .map(({ members }) => members.map(({ key }) => key).toSorted())
    .toSorted(([a = ''], [b = '']) => compareText(a, b));
