import { describe, expect, it } from 'vitest';
import { idsIn, rulesIn, titlesIn } from './chart-rules.ts';
import { citationsIn } from './citations.ts';

describe('what counts as naming a requirement', () => {
  it('is the title of a test, on the line of its call or the next', () => {
    // The lines of a test file. Skipped and unwritten tests must not count.
    const source = [
      "it('shows the rank [R2.rank R9.ordinal]', () => {",
      'it.each(rows)(',
      "  'ends in time [R9.time]',",
      "// it('was shown [R1.old]')",
      // Text that the parser must ignore.
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

describe('what counts as naming a rule of a chart', () => {
  it('finds ranges, numbers and titles', () => {
    expect(idsIn('a bell (BELL-1…3), and TOLL-7')).toEqual([
      'BELL-1',
      'BELL-2',
      'BELL-3',
      'TOLL-7',
    ]);
    expect(
      rulesIn(
        '## The rules\n\n**AB** a\n1. One, for 2 s. 2. Two.\n\n**CD** 1 rings, 2 ends\n## Next\n',
      ),
    ).toEqual(['AB-1', 'AB-2', 'CD-1', 'CD-2']);
    expect(titlesIn("it('AB-1 rings', () => {\nit.each([a])('CD-2: %s', () => {")).toEqual([
      'AB-1 rings',
      'CD-2: %s',
    ]);
  });
});
