/* The rules of the charts, e.g. SUB-1: where they are written, and which tests name them. */

/** Ids of rules in a text; 'EV-1…5' is five of them. */
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

/** The rules of a page: `**EV** email verification`, then each after its number. */
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

/** A journey names its rules where its title begins, or in brackets where it ends. */
export const titlesIn = (source: string): string[] =>
  [...source.matchAll(/(?:\b(?:it|describe)|\))\(\s*(?<quote>['"`])(?<title>.*?)\k<quote>/gsu)].map(
    ({ groups }) => groups?.['title'] ?? '',
  );
