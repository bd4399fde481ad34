import { expect, it } from 'vitest';
import { cellText } from '#machines/rules/cells.ts';

it.each([
  '=1+1',
  '+49',
  '-5',
  '@home',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋49',
  '－5',
  '＠home',
  "'＝1",
])('a cell that begins as %j is no formula', (text) => {
  expect(cellText(text)).toBe(`'${text}`);
});
