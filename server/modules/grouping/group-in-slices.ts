import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CountedText, groupTexts, type TextGroup } from '#machines/rules/grouping.ts';

/** Groups texts without holding the event loop. */
export async function groupInSlices(texts: readonly CountedText[]): Promise<TextGroup[]> {
  await nextTurn();
  return groupTexts(texts);
}
