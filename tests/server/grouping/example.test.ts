import { join } from 'node:path';
import { m } from 'messages';
import { type Locale, locales } from 'messages/runtime';
import { expect, it, vi } from 'vitest';
import { groupTexts, readQuestion, textKey } from 'answer-grouping';
import { readKnowledge } from 'answer-grouping/knowledge';
import { inLanguage } from '#server/http/language.ts';

const knowledge = readKnowledge(join(import.meta.dirname, '../../../dist/server/knowledge.bin'));

/** The keys of texts by the groups that they are in, in any order. */
const keysOf = (groups: readonly (readonly string[])[], language: Locale) =>
  new Set(
    groups.map((texts) => [...new Set(texts.map((text) => textKey(text, language)))].toSorted()),
  );

/** The groups that text matching makes of these texts. */
function grouped(groups: readonly (readonly string[])[], question: string, language: Locale) {
  const keys = new Set(groups.flat().map((text) => textKey(text, language)));
  const counted = [...keys].map((key) => ({ key, count: 1 }));
  const intent = readQuestion(question, language);
  const found = groupTexts(counted, { knowledge, intent, language });
  return new Set(found.map(({ members }) => members.map(({ key }) => key).toSorted()));
}

it.each(locales)('the example that explains the game is grouped as shown: %s', async (language) => {
  // The example is chosen when its module loads.
  vi.resetModules();
  const { EXAMPLE_GROUPS, EXAMPLE_QUESTION } = await inLanguage(
    language,
    () => import('#src/screens/how-it-works/example.ts'),
  );
  const groups = EXAMPLE_GROUPS.map(({ written }) => written);
  expect(EXAMPLE_QUESTION).toBe(m.howItWorksExampleQuestion({}, { locale: language }));
  expect(grouped(groups, EXAMPLE_QUESTION, language)).toEqual(keysOf(groups, language));
  const written = EXAMPLE_GROUPS.flatMap((group) => group.written);
  const options = { locale: language };
  for (const explanation of [
    m.howItWorksTowelsAtHome({ viewers: 1, points: '' }, options),
    m.howItWorksSunblockInStudio({ points: '' }, options),
  ])
    expect(written).toContain(quotedIn(explanation)[0]);
});

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/["„«‘]([^"“»’]+)["“»’]/gu)].map(([, quoted = '']) => quoted);

it.each(locales)('the examples of text matching are grouped as described: %s', (language) => {
  const description = m.generateQuestionTextMatchingForms(
    { textMatching: '', noDifference: '' },
    { locale: language },
  );
  const quoted = quotedIn(description);
  const groups = [quoted.slice(0, 3), quoted.slice(3, 5), quoted.slice(5)];
  expect(quoted).toHaveLength(7);
  expect(grouped(groups, '', language)).toEqual(keysOf(groups, language));
});
