import { describe, expect, it } from 'vitest';
import { differing } from '../src/differing.ts';
import type { TextGroup } from '../src/grouping.ts';
import type { Judgement } from '../src/refine.ts';
import { nextToJudge, refineGroups, runs } from './support.ts';
import { rows } from './rows.ts';

import * as fc from 'fast-check';

const group = (representative: string, ...others: string[]): TextGroup => ({
  representative,
  members: [
    { key: representative, reason: 'exact' },
    ...others.map((key) => ({ key, reason: 'spelling' as const })),
  ],
});

const KEYS = Array.from({ length: 12 }, (_, index) => `k${index}`);
const textGroups = fc
  .array(fc.nat({ max: 6 }), { minLength: KEYS.length, maxLength: KEYS.length })
  .map((places) =>
    [...new Set(places)].map((place) => {
      const [first = '', ...others] = KEYS.filter((_, index) => places[index] === place);
      return group(first, ...others);
    }),
  );
const judgement: fc.Arbitrary<Judgement> = fc
  .record({
    keys: fc.subarray(KEYS, { minLength: 2 }),
    places: fc.array(fc.nat({ max: 4 }), { minLength: KEYS.length, maxLength: KEYS.length }),
    held: fc.nat({ max: 12 }),
  })
  .map(({ keys, places, held }) =>
    [0, 1, 2, 3, 4].flatMap((place) => {
      const own = keys.filter((_, index) => places[index] === place);
      return own.length === 0 ? [] : [{ keys: own, isMerged: held !== place }];
    }),
  );
const differences = fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...KEYS)), {
  maxLength: 6,
});

it('the groups are the same for any order of judgements, classes and texts, have every text once, and never merge separated texts', () => {
  fc.assert(
    fc.property(
      textGroups,
      fc.array(judgement, { maxLength: 4 }),
      differences,
      (groups, judgements, pairs) => {
        const mustDiffer = (a: string, b: string) =>
          pairs.some(([x, y]) => (a === x && b === y) || (a === y && b === x));
        const refined = refineGroups(groups, { counted: [], judgements, mustDiffer });
        const turned = judgements
          .toReversed()
          .map((classes) =>
            classes.toReversed().map((each) => ({ ...each, keys: each.keys.toReversed() })),
          );
        expect(refineGroups(groups, { counted: [], judgements: turned, mustDiffer })).toEqual(
          refined,
        );
        expect(refined.flatMap(({ members }) => members.map(({ key }) => key)).toSorted()).toEqual(
          KEYS.toSorted(),
        );
        const textGroupOf = (key: string) =>
          groups.findIndex(({ members }) => members.some((member) => member.key === key));
        const isMerged = (a: string, b: string) =>
          refined.some(
            ({ members }) =>
              members.some(({ key }) => key === a) && members.some(({ key }) => key === b),
          );
        const decided: [string, string, boolean][] = [];
        for (const a of KEYS) {
          for (const b of KEYS) {
            if (a >= b) continue;
            const common = judgements.flatMap((classes) => {
              const [one, other] = [a, b].map((key) =>
                classes.find(({ keys }) => keys.includes(key)),
              );
              return one === undefined || other === undefined ? [] : [{ one, other }];
            });
            const isApart =
              mustDiffer(a, b) || common.some(({ one, other }) => one !== other || !one.isMerged);
            const isOne = textGroupOf(a) === textGroupOf(b);
            if (isOne || isApart) decided.push([a, b, isOne]);
          }
        }
        const found = decided.map(([one, other]) => [one, other, isMerged(one, other)]);
        expect(found).toEqual(decided);
      },
    ),
    { numRuns: runs(500) },
  );
});

/** Asks an oracle until nothing is left to ask; returns the groups and the number of requests. */
function judgedByGold(groups: readonly TextGroup[], goldOf: (key: string) => string) {
  const judgements: Judgement[] = [];
  const mustDiffer = differing();
  for (;;) {
    const refined = refineGroups(groups, { counted: [], judgements, mustDiffer });
    const intent = nextToJudge(refined, { judgements, mustDiffer });
    if (intent.length === 0) return { refined, intent: judgements.length };
    expect(intent.length).toBeLessThanOrEqual(80);
    judgements.push(
      [...new Set(intent.map(goldOf))].map((gold) => ({
        keys: intent.filter((key) => goldOf(key) === gold),
        isMerged: true,
      })),
    );
  }
}
const names = (count: number) => Array.from({ length: count }, (_, index) => group(word(index)));
/** A distinct word. It has no figures, because texts with different figures never match. */
const word = (index: number): string =>
  Array.from(String(index), (figure) => 'abcdefghij'.charAt(Number(figure))).join('');

/** Gives words the same meaning that are far apart in every sort order. */
const goldOf = (key: string): string => `${key.charAt(0)}${key.length}`;

describe('the next texts to judge', () => {
  it.each(
    rows(`
    2 = 1 ; 80 = 1 ; 150 = 6 ; 300 = 30
  `).map(([a = '', b = '']) => [Number(a), Number(b)] as const),
  )('of %i groups cover every pair in at most %i requests', (count, most) => {
    const { refined, intent } = judgedByGold(names(count), (key) => key);
    expect(refined).toHaveLength(count);
    expect(intent).toBeLessThanOrEqual(most);
  });

  it('find all equal texts, however far apart', () => {
    const groups = names(300);
    const gold = new Set(groups.map(({ representative }) => goldOf(representative)));
    expect(judgedByGold(groups, goldOf).refined).toHaveLength(gold.size);
  });
});
