import { describe, expect, it } from 'vitest';
import { columnOf, fitted, ofHeight } from '#src/screens/stage-screen/fit.ts';

/** The font size in a room of this width and height, per 100 units of `most`. */
function sizeIn(text: string, width: number, height: number): number {
  const [most = '', ...choices] = fitted(text, ofHeight(100))
    .replaceAll(/ \* var\(--(cq[hi])\)/g, '$1')
    .replace(/^min\((?<most>[^,]+), max\(/, '$<most>|')
    .split(/\||min\(/);
  const inRoom = (length: string): number =>
    (Number.parseFloat(length) / 100) * (length.includes('cqh') ? height : width);
  const sizes = choices
    .filter((choice) => choice !== '')
    .map((choice) => Math.min(...choice.replace(/\).*/, '').split(', ').map(inRoom)));
  return Math.min(inRoom(most), Math.max(...sizes));
}

describe('type that fits its room [R2.stage-screen-fit]', () => {
  it('is as large as the room allows', () => {
    expect(sizeIn('Name a fruit', 1_000, 100)).toBeGreaterThan(70);
    expect(sizeIn('Name a fruit', 2_000, 200)).toBeCloseTo(2 * sizeIn('Name a fruit', 1_000, 100));
  });
  it('takes more lines in a narrow room', () => {
    // On one line, each of its twelve letters would be at most a sixth of the width.
    expect(sizeIn('Name a fruit', 600, 600)).toBeGreaterThan(100);
  });
  it.each([
    ['500 letters of text', 'What do people do at the sea? '.repeat(17).slice(0, 500)],
    ['one word of 500 letters', 'a'.repeat(500)],
    ['capitals', 'WHAT DO PEOPLE DO '.repeat(27).slice(0, 500)],
    ['another script', '人們會帶什麼去海灘'.repeat(50)],
  ])('leaves room for %s', (_, text) => {
    const size = sizeIn(text, 1_600, 600);
    // Every letter is at least a third of its height wide.
    expect(size * size * 1.17 * 0.33 * text.length).toBeLessThan(1_600 * 600);
    expect(size).toBeGreaterThan(20);
  });
  it('breaks a very long word rather than shrinking it', () => {
    expect(sizeIn('a'.repeat(80), 1_000, 1_000)).toBeGreaterThan(1_000 / 30);
  });
  it('knows the column width that a text needs for one line, and for two', () => {
    const [one, two] = [columnOf('Sun cream, factor 50', 1), columnOf('Sun cream, factor 50', 2)];
    expect(two).toBeGreaterThanOrEqual(one / 2);
    expect(two).toBeLessThan(0.6 * one);
  });
});
