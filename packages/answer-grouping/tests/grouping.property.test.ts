import { describe, expect, it } from 'vitest';
import { groupTexts, nearestGroup } from '../src/grouping.ts';
import { textKey } from '../src/text.ts';
import { misspelling } from '../src/word-shapes.ts';
import { counted, indexGroups, indexTexts, keysOf, runs } from './support.ts';

import * as fc from 'fast-check';

const BASE = [
  'elephant',
  'giraffe',
  'crocodile',
  'note book',
  'marie curie',
  'apollo 11',
  'O+',
  '42',
];
/**
 * Answers as players type them: a known one, with some letters left out, doubled, swapped or
 * replaced.
 */
const typed = fc
  .tuple(
    fc.constantFrom(...BASE),
    fc.array(
      fc.record({ at: fc.nat(12), edit: fc.constantFrom('', 'a', 'xx', 't', ' ', '7', '-') }),
      { maxLength: 2 },
    ),
  )
  .map(([base, edits]) =>
    edits.reduce((text, { at, edit }) => text.slice(0, at) + edit + text.slice(at + 1), base),
  );
const anyText = fc.oneof(
  { weight: 6, arbitrary: typed },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
);
const anyTexts = fc.array(
  fc.record({ key: anyText.map((text) => textKey(text)), count: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 40 },
);

describe('any grouping', () => {
  it('has every key once, in any order', () => {
    fc.assert(
      fc.property(anyTexts, fc.infiniteStream(fc.nat()), (texts, numbers) => {
        const groups = groupTexts(texts);
        const keys = groups.flatMap(({ members }) => members.map(({ key }) => key));
        expect(keys.toSorted()).toEqual([...new Set(texts.map(({ key }) => key))].toSorted());
        const shuffled = texts
          .map((text) => ({ text, at: numbers.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ text }) => text);
        expect(groupTexts(shuffled)).toEqual(groups);
      }),
      { numRuns: runs(300) },
    );
  });

  it('never merges different numbers', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        for (const { members } of groupTexts(texts)) {
          const numbers = members.map(({ key }) => (key.match(/\d+/g) ?? []).join(' '));
          expect(new Set(numbers).size).toBe(1);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('is named by its most frequent text, the only exact one', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const countOf = (wanted: string) =>
          texts.reduce((sum, { key, count }) => sum + (key === wanted ? count : 0), 0);
        const groups = groupTexts(texts);
        const sizes = groups.map(({ members }) =>
          members.reduce((sum, { key }) => sum + countOf(key), 0),
        );
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        for (const { representative, members } of groups) {
          const most = Math.max(...members.map(({ key }) => countOf(key)));
          expect(countOf(representative)).toBe(most);
          expect(members.filter(({ reason }) => reason === 'exact')).toEqual([
            { key: representative, reason: 'exact' },
          ]);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('nearestGroup of any groups', () => {
  it('is the own group of every member', () => {
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const found = groupTexts(texts);
        const ready = indexGroups(found);
        for (const group of found) {
          for (const { key } of group.members) expect(nearestGroup(key, ready)).toBe(group);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('agrees with a full grouping when one text is added to clear groups', () => {
    const clear = ['elephant', 'giraffe', 'crocodile', 'rhinoceros'];
    const slips = fc.record({
      base: fc.constantFrom(...clear),
      at: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(slips, ({ base, at }) => {
        const slip = base.slice(0, at) + base.slice(at + 1);
        const joined = nearestGroup(slip, indexGroups(groupTexts(counted(clear))));
        expect(keysOf(groupTexts(counted([...clear, slip])))).toContainEqual(
          [slip, ...(joined?.members.map(({ key }) => key) ?? [])].toSorted(),
        );
      }),
    );
  });
});

describe('candidates of any texts', () => {
  it('include every misspelling in a small round', () => {
    fc.assert(
      fc.property(
        fc.array(
          typed.map((text) => textKey(text)),
          { maxLength: 20 },
        ),
        (keys) => {
          const { shapes, candidates } = indexTexts([...new Set(keys)]);
          for (const shape of shapes) {
            const alike = shapes.filter((other) => misspelling(shape, other)?.isSure === true);
            const found = new Set(candidates(shape).map((candidate) => candidate.shape));
            expect(alike.filter((other) => other !== shape && !found.has(other))).toEqual([]);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
