import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FEATURES } from '../src/features.ts';
import { groupTexts, NO_CONTEXT } from '../src/grouping.ts';
import { runSteps } from '../src/steps.ts';
import { type Suggesting, suggestInSteps } from '../src/suggestions.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf } from './small-knowledge.ts';

/** Suggestions for texts with these counts, grouped without knowledge. */
function suggestionsFor(
  given: Readonly<Record<string, number>>,
  more: Partial<Suggesting> = {},
): readonly (readonly [a: string, b: string, points: number])[] {
  const counted = Object.entries(given).map(([text, count]) => ({ key: textKey(text), count }));
  const groups = groupTexts(counted);
  const found = runSteps(suggestInSteps({ groups, counted, ...NO_CONTEXT, ...more }));
  return found.map(({ keys: [a, b], points }) => [a, b, points]);
}

const zeros = z
  .record(z.enum(FEATURES), z.number())
  .parse(Object.fromEntries(FEATURES.map((feature) => [feature, 0])));

describe('suggestions for a producer', () => {
  it('ask about similar texts', () => {
    const found = suggestionsFor({
      sunscreen: 46,
      'sun cream': 7,
      towel: 60,
      'beach towels': 50,
      hat: 9,
      ball: 3,
    });
    expect(found).toContainEqual(['towel', 'beach towels', expect.any(Number)]);
    expect(found).toContainEqual(['sunscreen', 'sun cream', expect.any(Number)]);
    expect(found.flat()).not.toContain('hat');
  });

  it('have the number of answers whose points would change', () => {
    // After the merge, 12 answers rank first and 10 second.
    expect(suggestionsFor({ 'beach towel': 6, apple: 10, 'beach towels red': 6 })).toEqual([
      ['beach towel', 'beach towels red', 22],
    ]);
  });

  it('ask about unlikely pairs only if many points hang on them', () => {
    const bias = Math.log(0.15 / 0.85);
    const unlikely = { ...zeros, bias };
    const asked = (given: Readonly<Record<string, number>>) => {
      const counted = Object.entries(given).map(([key, count]) => ({ key, count }));
      const groups = groupTexts(counted);
      return runSteps(suggestInSteps({ groups, counted, ...NO_CONTEXT }, unlikely));
    };
    expect(asked({ towel: 30, 'towel rack': 25, hat: 2 })).toHaveLength(1);
    expect(asked({ towel: 30, 'towel rack': 1, hat: 2 })).toEqual([]);
  });

  it('do not ask about words that many answers share', () => {
    const dogs = { dog: 40, 'big dog': 3, 'bad dog': 3, 'wet dog': 3, 'old dog': 3, 'red dog': 3 };
    const knowledge = knowledgeOf({ words: 'dog big bad wet old red fence' });
    expect(suggestionsFor(dogs, { knowledge })).toEqual([]);
    const two = { dog: 40, 'big dog': 3, fence: 3 };
    expect(suggestionsFor(two, { knowledge })).toHaveLength(1);
  });

  it('ask about words that may have the same meaning', () => {
    const knowledge = knowledgeOf({ things: [{ kind: 'concept', names: 'treason#1|betrayal' }] });
    const given = { treason: 9, betrayal: 6, divorce: 1 };
    expect(suggestionsFor(given, { knowledge })).toEqual([['treason', 'betrayal', 7]]);
  });

  it('do not depend on the order of the texts', () => {
    const given = { 'garden hose': 4, 'garden house': 3, 'red garden hose': 2, hoses: 1 };
    const reversed = Object.fromEntries(Object.entries(given).toReversed());
    expect(suggestionsFor(reversed)).toEqual(suggestionsFor(given));
  });

  it('never return for groups with two texts that were said to be different', () => {
    const given = { 'beach towel': 6, 'beach towells': 1, apple: 10, 'beach towel red': 6 };
    expect(suggestionsFor(given)).not.toEqual([]);
    expect(suggestionsFor(given, { apart: [['beach towells', 'beach towel red']] })).toEqual([]);
  });

  it('have those of other sources in the same queue, each pair once', () => {
    const given = { couch: 20, sofa: 15, 'sofa bed': 2 };
    const keys = ['couch', 'sofa'] as const;
    // Merged, sofa gets the points of couch, and bed becomes second.
    const proposal = { keys, likelihood: 0.8, source: 'model' as const };
    const found = suggestionsFor(given, { proposals: [proposal, proposal] });
    expect(found[0]).toEqual(['couch', 'sofa', 17]);
    expect(found.filter(([a, b]) => a === 'couch' && b === 'sofa')).toHaveLength(1);
  });

  it('omit missing texts, and those that are together already', () => {
    const proposals = [
      { keys: ['couch', 'settee'], likelihood: 1, source: 'appeal' },
      { keys: ['towel', 'towels'], likelihood: 1, source: 'appeal' },
    ] as const;
    expect(suggestionsFor({ couch: 2, towel: 2, towels: 1 }, { proposals })).toEqual([]);
  });
});

describe('suggestions about many texts', () => {
  /** Fifty pairs: a word, and the same word followed by another one. */
  const texts = ['ba', 'do', 'fi', 'ku', 'le'].flatMap((first) =>
    ['mon', 'nar', 'pel', 'ris', 'tov', 'vug', 'zam', 'cot', 'gip', 'hux'].flatMap((second) => [
      first + second,
      `old ${first}${second}`,
    ]),
  );
  const given = Object.fromEntries(texts.map((text, index) => [text, 1 + (index % 7)]));
  const reversed = Object.fromEntries(Object.entries(given).toReversed());

  it('are the same in any order of the texts, and few enough for a producer', () => {
    const found = suggestionsFor(given);
    expect(found).toHaveLength(40);
    const named = (all: typeof found) =>
      all.map(([a, b]) => [a, b].toSorted().join(' | ')).toSorted();
    expect(named(suggestionsFor(reversed))).toEqual(named(found));
  });

  it('are found in steps of few texts or pairs each', () => {
    const counted = texts.map((text) => ({ key: textKey(text), count: 1 }));
    const groups = counted.map(({ key }) => ({
      representative: key,
      members: [{ key, reason: 'exact' as const }],
    }));
    const steps = suggestInSteps({ groups, counted, ...NO_CONTEXT });
    let count = 1;
    while (steps.next().done !== true) count += 1;
    // Each text is read, its words and letters are counted, and it is compared with others.
    expect(count).toBeGreaterThan(4 * texts.length);
  });
});
