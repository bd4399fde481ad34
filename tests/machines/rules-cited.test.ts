import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MACHINES } from '../../scripts/atlas/charts.ts';

/** Ids of rules in a text; 'EV-1…5' is five of them. */
const idsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?<name>[A-Z]{2,8})-(?<from>\d+)(?:…(?<to>\d+))?/gu)].flatMap(
    ({ groups }) => {
      const [from, to] = [groups?.['from'], groups?.['to'] ?? groups?.['from']].map(Number);
      const length = (to ?? 0) - (from ?? 0) + 1;
      return Array.from({ length }, (_, n) => `${groups?.['name']}-${(from ?? 0) + n}`);
    },
  );
const commentsIn = (source: string): string =>
  [...source.matchAll(/\/\*.*?\*\/|\/\/[^\n]*/gsu)].map(([comment]) => comment).join('\n');

/** The rules of a page: `**EV** email verification`, then each after its number. */
function rulesIn(page: string): string[] {
  const [, section = ''] = /^## The rules\n(.*?)^## /msu.exec(page) ?? [];
  const [, ...parts] = section.split(/\*\*(?<name>[A-Z]{2,8})\*\*/u);
  return parts.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const found: string[] = [];
    let rest = parts[index + 1] ?? '';
    for (;;) {
      const next = new RegExp(`(?:^|\\s)${found.length + 1}\\.?\\s(?!s\\b)`, 'u').exec(rest);
      if (next === null) return found;
      found.push(`${name}-${found.length + 1}`);
      rest = rest.slice(next.index + next[0].length);
    }
  });
}

const sources = import.meta.glob<string>('../../machines/{*,kit/*}.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const tests = import.meta.glob<string>(['./*.test.ts', '!./rules-cited.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
/** A journey names its rules where its title begins, or in brackets where it ends. */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/(?:\b(?:it|describe)|\))\(\s*(?<quote>['"`])(?<title>.*?)\k<quote>/gsu)].map(
    ({ groups }) => groups?.['title'] ?? '',
  );

const cited = new Set(Object.values(tests).flatMap(titlesIn).flatMap(idsIn));
const page = await readFile(join(MACHINES, 'README.md'), 'utf8');
const inComments = Object.values(sources).map(commentsIn).flatMap(idsIn);

describe('the rules of the charts', () => {
  it('are found in comments and on the page, which name the same', () => {
    expect(rulesIn(page)).toContain('PAY-11');
    expect(inComments).toContain('PAY-11');
    expect(inComments.filter((id) => !rulesIn(page).includes(id))).toEqual([]);
  });
  it('have a journey each, which cites them', () => {
    const rules = new Set([...rulesIn(page), ...inComments]);
    expect([...rules].filter((id) => !cited.has(id))).toEqual([]);
  });
});

describe('the search itself', () => {
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
