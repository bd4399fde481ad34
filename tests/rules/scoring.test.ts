import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type GroupCount,
  leadingGroups,
  pointsFor,
  scoreGroups,
} from '#machines/results/rules/scoring.ts';

const group = (groupId: string, home: number, studio: number): GroupCount => ({
  groupId,
  home,
  studio,
});

const GROUPS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe('scoreGroups', () => {
  it('gives home viewers their number and contestants the rank, equal sizes sharing it [R9.scoring-home R9.scoring-contestant R9.scoring-popularity R9.scoring-ties]', () => {
    const groups = [
      group('a', 10, 0),
      group('b', 4, 2),
      group('c', 0, 6),
      group('d', 5, 0),
      group('e', 3, 1),
      group('f', 2, 1),
      group('g', 1, 1),
    ];
    expect([...scoreGroups(groups)]).toEqual([
      ['a', { homePoints: 10, contestantPoints: 5 }],
      ['b', { homePoints: 4, contestantPoints: 4 }],
      ['c', { homePoints: 0, contestantPoints: 4 }],
      ['d', { homePoints: 5, contestantPoints: 3 }],
      ['e', { homePoints: 3, contestantPoints: 2 }],
      ['f', { homePoints: 2, contestantPoints: 1 }],
      ['g', { homePoints: 1, contestantPoints: 0 }],
    ]);
  });

  it('gives an empty group nothing and no rank', () => {
    expect([...scoreGroups([group('a', 0, 0), group('b', 1, 0)])]).toEqual([
      ['a', { homePoints: 0, contestantPoints: 0 }],
      ['b', { homePoints: 1, contestantPoints: 5 }],
    ]);
  });

  it('agrees with counting person by person [R9.scoring-contestant]', () => {
    const answers = fc.array(
      fc.record({ groupId: fc.constantFrom(...GROUPS), isHome: fc.boolean() }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(answers, (given) => {
        const counts = GROUPS.map((id) => {
          const members = given.filter(({ groupId }) => groupId === id);
          const home = members.filter(({ isHome }) => isHome).length;
          return group(id, home, members.length - home);
        });
        const popularity = (id: string) => given.filter(({ groupId }) => groupId === id).length;
        const scores = scoreGroups(counts);
        for (const { groupId } of given) {
          const larger = new Set(
            GROUPS.map(popularity).filter((size) => size > popularity(groupId)),
          );
          expect(scores.get(groupId)).toEqual({
            homePoints: given.filter((other) => other.groupId === groupId && other.isHome).length,
            contestantPoints: Math.max(0, 5 - larger.size),
          });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('pointsFor', () => {
  it('is what the audience gets', () => {
    const score = { homePoints: 12, contestantPoints: 4 };
    expect([pointsFor('home', score), pointsFor('studio', score)]).toEqual([12, 4]);
  });
});

it('treats the groups of the five greatest counts as leading, with all their texts', () => {
  const counts = new Map(
    Object.entries({ a: 4, aa: 3, b: 6, c: 6, d: 5, e: 3, f: 2, ff: 0, g: 1 }),
  );
  const groups = ['a aa', 'b', 'c', 'd', 'e', 'g', 'f ff', 'nobody'].map((texts) => {
    const keys = texts.split(' ');
    return { representative: keys[0] ?? '', members: keys.map((key) => ({ key })) };
  });
  const leading = leadingGroups(groups, (key) => counts.get(key) ?? 0);
  expect([...leading].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
