import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardRanks, rankTexts } from '#machines/results/rules/rank-texts.ts';
import { compareText, ordinal, rankEntries } from '#machines/results/rules/ranking.ts';

const entry = (user_id: string, total_points: number, answeredAt: number, username: string) => ({
  user_id,
  total_points,
  answeredAt,
  username,
});

describe('rankEntries', () => {
  it('shares ranks, skips after them, and orders by answer, name and id [R9.rank-competition R9.rank-order]', () => {
    const entries = [
      entry('6', 1, 1, 'Zoe'),
      entry('5', 7, 20, 'Ann'),
      entry('4', 7, 10, 'Bob'),
      entry('3', 7, 10, 'Amy'),
      entry('2', 7, 10, 'Amy'),
      entry('1', 9, 30, 'Cat'),
    ];
    expect(rankEntries(entries).map(({ user_id, rank }) => [user_id, rank])).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 2],
      ['4', 2],
      ['5', 2],
      ['6', 6],
    ]);
  });

  it('ranks every entry one below the number of better ones, for any input order', () => {
    const people = fc.uniqueArray(
      fc.record({
        user_id: fc.string({ minLength: 1, maxLength: 3 }),
        total_points: fc.nat(5),
        answeredAt: fc.nat(3),
        username: fc.string({ maxLength: 2, unit: 'binary' }),
      }),
      { selector: ({ user_id }) => user_id, maxLength: 20 },
    );
    fc.assert(
      fc.property(people, (entries) => {
        const ranked = rankEntries(entries);
        expect(rankEntries(entries.toReversed())).toEqual(ranked);
        expect(ranked.map(({ user_id }) => user_id).toSorted()).toEqual(
          entries.map(({ user_id }) => user_id).toSorted(),
        );
        for (const { rank, total_points } of ranked) {
          const better = entries.filter((other) => other.total_points > total_points);
          expect(rank).toBe(better.length + 1);
        }
      }),
    );
  });
});

describe('compareText', () => {
  it('orders as UTF-8 bytes do', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(compareText(a, b))).toBe(bytes);
      }),
    );
  });

  it('compares further where two texts begin alike', () => {
    expect(['Anne', 'Ann', 'Anna'].toSorted(compareText)).toEqual(['Ann', 'Anna', 'Anne']);
  });

  it('puts an emoji after every character of the basic plane', () => {
    expect(compareText('\u{1F600}', '\uFF5E')).toBeGreaterThan(0);
  });
});

it('the ranks of a board mark the shared ones', () => {
  expect(rankTexts([1, 2, 2, 4])).toEqual(['1', '2 =', '2 =', '4']);
});

describe('ordinal', () => {
  it('has an English ending [R2.main-rank-ordinal]', () => {
    expect(
      [1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 22, 23, 101, 111, 112, 113, 121].map((rank) =>
        ordinal(rank),
      ),
    ).toEqual(
      '1st 2nd 3rd 4th 10th 11th 12th 13th 20th 21st 22nd 23rd 101st 111th 112th 113th 121st'.split(
        ' ',
      ),
    );
  });

  it('says that a rank is shared', () => {
    expect(ordinal(1, true)).toBe('Joint 1st');
  });

  it('is a dash without a rank [R2.main-rank-none]', () => {
    expect(ordinal(null)).toBe('-');
  });
});

it('gives groups of equal size the same rank on the board, and leaves a gap after it', () => {
  expect(boardRanks([2, 5, 1, 2])).toEqual([2, 1, 4, 2]);
});
