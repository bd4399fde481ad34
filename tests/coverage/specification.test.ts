import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cut, isVerbatim, statementsIn, uncovered } from './specification.ts';

const PAGE = `# Title

- Search by text; pagination.<!-- R2.search R2.pages -->
Ends.<!-- none: no requirement --> It's here.<!-- R2.here -->`;

describe('the specification', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8');
  it('is quoted word for word, with any comments between its statements', () => {
    expect(isVerbatim(page)).toBe(true);
    expect(isVerbatim(page.replace('<!-- R', '<!-- R2.more R'))).toBe(true);
    expect(isVerbatim(page.replace('first place', 'First place'))).toBe(false);
  });
  it('is split into statements', () => {
    expect(
      cut(
        "Says 'No. Not 'til now.', 'Go on...' or 'Well? So.' (a; b. c) of today's; then more. End.",
      ),
    ).toEqual([
      "Says 'No. Not 'til now.',",
      " 'Go on...' or 'Well? So.' (a; b. c) of today's;",
      ' then more.',
      ' End.',
    ]);
  });
  it('names the requirements of each statement', () => {
    expect(statementsIn(PAGE)).toEqual([
      { quote: 'Search by text; pagination.', ids: ['R2.search', 'R2.pages'] },
      { quote: 'Ends.', ids: [] },
      { quote: "It's here.", ids: ['R2.here'] },
    ]);
  });
  it('has requirements for every statement, and every requirement has a statement or is ours', () => {
    const rows = ['R2.search', 'R2.here', 'R2.mine', 'R2.lost'];
    expect(uncovered(`${PAGE} More.`, rows, ['R2.mine', 'R2.here', 'R2.no'])).toEqual([
      ' More.: no row covers this statement',
      '- Search by text;: this statement has no rows of its own',
      ' pagination.: this statement has no rows of its own',
      'R2.pages: the specification names no such row',
      'R2.lost: no statement of the specification has this row, and it is not ours',
      "R2.here: it is listed as ours, and is a statement's or no row at all",
      "R2.no: it is listed as ours, and is a statement's or no row at all",
    ]);
  });
});
