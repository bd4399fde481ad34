import type { ChartSource } from './chart-files.ts';

/** Returns the comment at the head of a file, which says what its charts are for, as one line. */
export function purposeOf({ file, code }: Pick<ChartSource, 'file' | 'code'>): string {
  const words = /^\/\*(?<words>.*?)\*\//msu.exec(code)?.groups?.['words'];
  if (words === undefined) throw new Error(`${file} does not say what it is for`);
  return inOneLine(words);
}

/** Returns the doc comment of a port; null if it has none. */
export function portWords(code: string, port: string): string | null {
  const comment = new RegExp(`/\\*\\*(?<words>(?:(?!\\*/).)*)\\*/\\s*${port}:`, 'su');
  const words = comment.exec(code)?.groups?.['words'];
  return words === undefined ? null : inOneLine(words);
}

/** Returns the rule ids in a text; 'AUTH-1…3' stands for three ids. */
export const rulesIn = (purpose: string): string[] =>
  [...purpose.matchAll(/\b(?<family>[A-Z]{2,5})-(?<first>\d+)(?:…(?<last>\d+))?/gu)].flatMap(
    ({ groups }) => {
      const first = Number(groups?.['first']);
      const last = Number(groups?.['last'] ?? first);
      return Array.from(
        { length: last - first + 1 },
        (_, index) => `${groups?.['family']}-${first + index}`,
      );
    },
  );

const inOneLine = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*/u, '').trim())
    .filter((line) => line !== '')
    .join(' ');
