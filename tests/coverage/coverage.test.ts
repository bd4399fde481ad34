import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citations, citationsIn } from './citations.ts';
import { coveragePage } from './page.ts';
import { REQUIREMENTS } from './requirements/index.ts';

const found = await citations();
const ids = Object.values(REQUIREMENTS).flatMap(Object.keys);

describe('the specification and its tests', () => {
  it('has a test of every requirement', () => {
    const cited = new Set(found.map(({ id }) => id));
    expect(ids.filter((id) => !cited.has(id))).toEqual([]);
  });
  it('has every requirement once, and knows every id that a test names', () => {
    const known = new Set(ids);
    expect(ids).toHaveLength(known.size);
    expect(found.filter(({ id }) => !known.has(id))).toEqual([]);
  });
  it('has a page that says so, written by `npm run coverage`', async () => {
    const path = join(import.meta.dirname, '../../docs/coverage.md');
    expect(await readFile(path, 'utf8')).toBe(coveragePage(found));
  });
});

describe('what counts as naming a requirement', () => {
  it('is the title of a test, on the line of its call or the next', () => {
    const source = [
      "it('shows the rank [R2.rank R9.ordinal]', () => {",
      'it.each(rows)(',
      "  'ends in time [R9.time]',",
      "// it('was shown [R1.old]')",
      "it.skip('is not run [R1.skipped]', () => {",
      'it.todo(',
      "  'is not written [R1.todo]',",
    ].join('\n');
    expect(citationsIn('a.test.ts', source)).toEqual([
      { id: 'R2.rank', file: 'a.test.ts', title: 'shows the rank' },
      { id: 'R9.ordinal', file: 'a.test.ts', title: 'shows the rank' },
      { id: 'R9.time', file: 'a.test.ts', title: 'ends in time' },
    ]);
  });
});
