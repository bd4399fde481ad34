/** Part of `npm run lint`: finds words that comments, exported names and titles of tests must not contain. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { titlesIn } from './chart-rules.ts';

/** Words to avoid in comments; quoted words and directives of the linter are exempt. */
const IN_COMMENTS =
  /\b(?:told|tells|nobody|somebody|whoever|whatever|anew|lest|meanwhile|whom|curtain|deeds?|strangers?|of which)\b/giu;
/** Words to avoid in titles of tests. */
const IN_TITLES = /\b(?:told|tells|nobody|somebody|whoever|anew|lest|strangers?|of which)\b/giu;
const EXEMPT = /(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`|oxlint-disable[^\n]*/gu;
/** Words to avoid in exported names, as parts in camel case. */
const IN_NAMES =
  /(?:^|_)(?:told|asked|tell|deed|curtain|stranger|nobody|somebody|anew|wish)|(?:Told|Asked|Deed|Curtain|Stranger|Nobody|Somebody|Anew|Wish)(?![a-z])/u;

const FOLDERS = ['machines', 'server', 'src', 'packages', 'scripts', 'tests'];
/** Migrations are never changed. */
const SKIPPED = [
  'server/db/migrations',
  'packages/answer-grouping/src/knowledge/data',
  'packages/messages/dist',
];

const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/ [^\n]*/gu;
const EXPORT = /^export (?:async )?(?:const|function\*?|class|type|interface|enum) (\w+)/gmu;

/** Replaces exempt parts by blanks, which keeps the positions. */
const masked = (comment: string): string =>
  comment.replaceAll(EXEMPT, (part) => ' '.repeat(part.length));

/** Returns a message for each forbidden word, with file and line number. */
export function idioms(root: string): string[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    ),
  );
  return paths
    .filter((path) => /(?<!node_modules.*)\.(?:tsx?|mjs|css)$/u.test(path))
    .filter((path) => !SKIPPED.some((folder) => path.startsWith(`${folder}/`)))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      const lineAt = (index: number) => source.slice(0, index).split('\n').length;
      const words = [...source.matchAll(COMMENT)].flatMap(({ 0: comment, index }) =>
        [...masked(comment).matchAll(IN_COMMENTS)].map((match) => ({
          at: index + match.index,
          what: `'${match[0]}' in a comment`,
        })),
      );
      const names = [...source.matchAll(EXPORT)]
        .filter(([, name = '']) => IN_NAMES.test(name))
        .map(({ 1: name = '', index }) => ({ at: index, what: `the name '${name}'` }));
      const titles = !path.includes('.test.')
        ? []
        : titlesIn(source).flatMap((title) =>
            [...title.replaceAll(/\[[^\]]*\]/gu, '').matchAll(IN_TITLES)].map(([word]) => ({
              at: source.indexOf(title),
              what: `'${word}' in a title`,
            })),
          );
      return [...words, ...names, ...titles].map(
        ({ at, what }) => `${path}:${lineAt(at)}: ${what} (tests/coverage/idiom.ts)`,
      );
    });
}
