import { describe, expect, it } from 'vitest';
import { missingScreens } from '#machines/show/rules/missing-screens.ts';

const NOW = 9_000;
const seen = ([screens, screensLeft]: readonly [number, number]) => ({ screens, screensLeft });
const one = { count: 1, at: 5 };

describe('missing stage screens', () => {
  it.each([
    ['one that lost its connection is missing', null, [2, 0], [1, 0], { count: 1, at: NOW }],
    ['one that was closed on purpose is not', null, [2, 0], [1, 1], null],
    ['of two that left, only the lost one is missing', null, [2, 3], [0, 4], { count: 1, at: NOW }],
    ['one that was closed on purpose leaves another missing', one, [1, 0], [0, 1], one],
    ['one that was closed while another opened changes nothing', null, [1, 0], [1, 1], null],
    ['one that comes back is not missing any longer', one, [0, 0], [1, 0], null],
    ['an end of a process makes no screen come back', one, [1, 7], [1, 2], one],
  ] as const)('%s', (_title, missing, before, after, expected) => {
    expect(missingScreens(missing, { before: seen(before), after: seen(after), now: NOW })).toEqual(
      expected,
    );
  });
});
