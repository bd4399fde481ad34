import { describe, expect, it } from 'vitest';
import { disproportionateShare, ENOUGH_ANSWERS } from '#machines/results/rules/origins.ts';

describe('the share of one origin', () => {
  it.each([
    ['150 accounts make the top answer', 160, 150, 1_000, 155, 150 / 160],
    ['150 accounts lift an answer that others give, too', 450, 150, 1_000, 150, 150 / 450],
    ['two thirds of an answer come from a small part of the audience', 60, 40, 1_000, 100, 40 / 60],
  ])(
    'is out of proportion when %s',
    (_, group, groupFromOrigin, audience, audienceFromOrigin, share) => {
      expect(
        disproportionateShare({ group, groupFromOrigin, audience, audienceFromOrigin }),
      ).toBeCloseTo(share);
    },
  );

  it.each([
    ['everybody sits in one hall', 500, 500, 1_000, 1_000],
    ['most sit in one hall', 300, 280, 1_000, 900],
    ['half of the audience has one mail provider', 100, 60, 1_000, 500],
    ['all answers are one group', 150, 150, 150, 150],
    ['too few answers are elsewhere', 150, 150, 160, 150],
    ['a household answers alike', 10, 10, 1_000, 10],
    ['it is a small part of the group', 1_000, 150, 2_000, 150],
  ])('is not when %s', (_, group, groupFromOrigin, audience, audienceFromOrigin) => {
    expect(
      disproportionateShare({ group, groupFromOrigin, audience, audienceFromOrigin }),
    ).toBeNull();
  });

  it('needs a minimum number of answers', () => {
    const counts = { group: ENOUGH_ANSWERS, audience: 1_000, audienceFromOrigin: 0 };
    const shareOf = (groupFromOrigin: number) =>
      disproportionateShare({ ...counts, groupFromOrigin, audienceFromOrigin: groupFromOrigin });
    expect([shareOf(ENOUGH_ANSWERS - 1), shareOf(ENOUGH_ANSWERS)]).toEqual([null, 1]);
  });
});
