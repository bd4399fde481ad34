import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TESTS = join(ROOT, 'tests');

/** A test whose title names a requirement. */
export interface Citation {
  readonly id: string;
  /** Relative to the repository's root. */
  readonly file: string;
  /** The title without the ids. */
  readonly title: string;
}

const STRING = /(?<quote>['"`])(?<text>(?:\\.|(?!\k<quote>).)*)\k<quote>/gu;
const IDS = /\s*\[(?<ids>R\d+\.[a-z\d-]+(?: R\d+\.[a-z\d-]+)*)\]/gu;
const COMMENT = /^\s*(?:\/\/|\/?\*)/u;
const NOT_RUN = /\.(?:skip|todo|fails)\b/u;

/** The citations in one test file: ids in square brackets in the titles of its tests. */
export function citationsIn(file: string, source: string): Citation[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    // A title is on the line of its call or on the next one.
    if (COMMENT.test(line) || NOT_RUN.test(`${lines[index - 1] ?? ''} ${line}`)) return [];
    return [...line.matchAll(STRING)].flatMap(({ groups }) => {
      const text = groups?.['text'] ?? '';
      const title = text.replaceAll(IDS, '').replaceAll(/\\(?<quoted>['"`])/gu, '$<quoted>');
      return [...text.matchAll(IDS)]
        .flatMap((found) => found.groups?.['ids']?.split(' ') ?? [])
        .map((id) => ({ id, file, title: title.trim() }));
    });
  });
}

/** All citations in `tests/`, ordered by file. */
export async function citations(): Promise<Citation[]> {
  const entries = await readdir(TESTS, { recursive: true });
  const files = entries
    .filter((entry) => /\.test\.tsx?$/u.test(entry) && !entry.startsWith('coverage'))
    .map((entry) => join(TESTS, entry))
    .toSorted();
  const found = await Promise.all(
    files.map(async (path) =>
      citationsIn(relative(ROOT, path).split(sep).join('/'), await readFile(path, 'utf8')),
    ),
  );
  return found.flat();
}
