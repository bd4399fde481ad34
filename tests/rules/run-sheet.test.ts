import { expect, it } from 'vitest';
import { planned, plannedSeconds } from '#machines/show/rules/run-sheet.ts';

it.each([
  [{ order: 'both', studioSeconds: 30, homeSeconds: 45 }, 105],
  [{ order: 'both', studioSeconds: null, homeSeconds: 45 }, 105],
  [{ order: 'studio', studioSeconds: 30, homeSeconds: 45 }, 135],
  [{ order: 'home', studioSeconds: null, homeSeconds: 45 }, 165],
  [{ order: 'both', studioSeconds: null, homeSeconds: null }, 120],
] as const)('plans %o', (presets, seconds) => {
  expect(plannedSeconds(presets)).toBe(seconds);
});

it('begins each question when the one before is over, and leaves out skipped ones', () => {
  const item = { text: 'A?', note: '', order: 'both', studioSeconds: 30, homeSeconds: 30 } as const;
  const items = [false, true, false].map((isSkipped) => ({ ...item, isSkipped }));
  const { items: timed, seconds } = planned({ items });
  expect(timed.map(({ number, begins }) => [number, begins])).toEqual([
    [1, 0],
    [2, null],
    [3, 90],
  ]);
  expect(seconds).toBe(180);
});
