/* Finds the rules of the charts (e.g. SUB-1) in machines/README.md and in the titles of tests. */

/** The ids of rules in a text; 'EV-1…5' counts as five. */
export const idsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?<name>[A-Z]{2,8})-(?<from>\d+)(?:…(?<to>\d+))?/gu)].flatMap(
    ({ groups }) => {
      const [from, to] = [groups?.['from'], groups?.['to'] ?? groups?.['from']].map(Number);
      const length = (to ?? 0) - (from ?? 0) + 1;
      return Array.from({ length }, (_, n) => `${groups?.['name']}-${(from ?? 0) + n}`);
    },
  );
export const commentsIn = (source: string): string =>
  [...source.matchAll(/\/\*.*?\*\/|\/\/[^\n]*/gsu)].map(([comment]) => comment).join('\n');

/** The ids of the rules on a page: `**EV** email verification`, followed by the numbered rules. */
export function rulesIn(page: string): string[] {
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

/** The titles in a test file. A journey names its rules at the beginning of its title, or in brackets at the end. */
export const titlesIn = (source: string): string[] =>
  [...source.matchAll(/(?:\b(?:it|describe)|\))\(\s*(?<quote>['"`])(?<title>.*?)\k<quote>/gsu)].map(
    ({ groups }) => groups?.['title'] ?? '',
  );
