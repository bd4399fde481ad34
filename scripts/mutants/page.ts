import type { Measured } from './reports.ts';

/** In docs/mutants.md: what stands between them is written by `npm run mutate`. */
const BEGIN = '<!-- figures -->\n';
const END = '<!-- /figures -->\n';

/** Of 100 mutants, those killed. */
export function scoreOf(files: readonly Measured[]): number {
  const mutants = files.reduce((sum, each) => sum + each.mutants, 0);
  const killed = files.reduce((sum, each) => sum + each.killed, 0);
  return mutants === 0 ? 100 : (100 * killed) / mutants;
}

/** docs/mutants.md with the figures as they are now. Throws when the page has no place for them. */
export function mutantsPage(
  page: string,
  files: readonly Measured[],
  notMeasured: readonly string[],
): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin)
    throw new Error(`docs/mutants.md has no ${BEGIN.trim()} … ${END.trim()}`);
  const sum = (of: (each: Measured) => number) =>
    files.reduce((total, each) => total + of(each), 0);
  const rows = [
    ['file of machines/', 'mutants', 'killed', 'survived', '%'],
    ['---', '---:', '---:', '---:', '---:'],
    ...files.map((each) => row(nameOf(each.file), each.mutants, each.killed)),
    row(
      '**all**',
      sum(({ mutants }) => mutants),
      sum(({ killed }) => killed),
    ),
  ];
  const written = [
    '',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...(notMeasured.length === 0
      ? []
      : [`**Not measured as they are now:** ${notMeasured.map(nameOf).join(', ')}.`, '']),
  ].join('\n');
  return page.slice(0, begin + BEGIN.length) + written + page.slice(end);
}

const nameOf = (file: string): string => file.replace('machines/', '');

const row = (name: string, mutants: number, killed: number): string[] => [
  name,
  `${mutants}`,
  `${killed}`,
  `${mutants - killed}`,
  mutants === 0 ? '' : ((100 * killed) / mutants).toFixed(1),
];
