import { type ChartDescription, describeChart } from '#machines/kit/describe.ts';
import type { ChartFile } from './charts.ts';
import { mermaidOf } from './mermaid.ts';

/** In machines/README.md: what stands between them is written by `npm run atlas`. */
const BEGIN = '<!-- atlas -->\n';
const END = '<!-- /atlas -->\n';

interface Drawn {
  readonly file: ChartFile;
  readonly chart: ChartDescription;
  readonly drawing: string;
}

/**
 * machines/README.md with every chart as it is now: a table, then each drawing once with the charts that
 * it is of. Throws when the page has no place for them, or a file says no purpose.
 */
export function atlasPage(readme: string, files: readonly ChartFile[]): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin)
    throw new Error(`machines/README.md has no ${BEGIN.trim()} … ${END.trim()}`);
  const drawn = files.flatMap((file) =>
    file.charts.map((each): Drawn => {
      const chart = describeChart(each);
      return { file, chart, drawing: mermaidOf(chart) };
    }),
  );
  const groups = groupedBy(drawn, ({ drawing }) => drawing);
  const rows = groupedBy(drawn, ({ file, drawing }) => `${file.name} ${drawing}`);
  const written = [
    '| charts | what they are | starts | ports |',
    '| --- | --- | --- | --- |',
    ...rows.map((charts) => row(charts, titleOf(groups.find(hasAll(charts)) ?? charts))),
    ...groups.flatMap(section),
    '',
  ];
  return readme.slice(0, begin + BEGIN.length) + written.join('\n') + readme.slice(end);
}

/** The words above a file's code that say what its charts are for, as one line. */
export function purposeOf({ name, source }: Pick<ChartFile, 'name' | 'source'>): string {
  const words = /^\/\*(?<words>.*?)\*\//msu.exec(source)?.groups?.['words'];
  if (words === undefined) throw new Error(`machines/${name} does not say what it is for`);
  return inOneLine(words);
}

/** What the file says of a port, if it does. */
export function portWords(source: string, port: string): string | null {
  const lines = new RegExp(`/\\*\\*(?<words>(?:(?!\\*/).)*)\\*/\\s*${port}:`, 'su');
  const words = lines.exec(source)?.groups?.['words'];
  return words === undefined ? null : inOneLine(words);
}

const inOneLine = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*/u, '').trim())
    .filter((line) => line !== '')
    .join(' ');

function groupedBy<T>(all: readonly T[], keyOf: (each: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return [...groups.values()];
}
const hasAll =
  (charts: readonly Drawn[]) =>
  (group: readonly Drawn[]): boolean =>
    charts.every((each) => group.includes(each));

/** Charts of one file that share a drawing. */
function row(charts: readonly Drawn[], title: string): string {
  const what = charts.slice(0, 1).map(({ file }) =>
    purposeOf(file)
      .split(/[:.](?:\s|$)/u, 1)
      .join('')
      .replaceAll('|', '\\|'),
  );
  const started = new Set(charts.flatMap(({ chart }) => chart.charts));
  const ports = new Set(charts.flatMap(({ chart }) => chart.ports));
  return `| [${titleOf(charts)}](#${anchor(title)}) | ${what.join('')} | ${coded([...started])} | ${coded([...ports])} |`;
}

function section(group: readonly Drawn[]): string[] {
  const files = [...new Set(group.map(({ file }) => file))];
  const ports = group.length > 1 ? [] : group.flatMap(({ file, chart }) => portsOf(file, chart));
  return [
    '',
    `### ${titleOf(group)}`,
    ...files.map(
      (file) => `${files.length > 1 ? '- ' : ''}[${file.name}](${file.name}): ${purposeOf(file)}`,
    ),
    ...(ports.length === 0 ? [] : ['', 'Ports:', ...ports]),
    '',
    '```mermaid',
    ...group.slice(0, 1).map(({ drawing }) => drawing),
    '```',
  ];
}

const portsOf = ({ source }: ChartFile, { ports }: ChartDescription): string[] =>
  ports.map((port) => {
    const words = portWords(source, port);
    return words === null ? `- \`${port}\`` : `- \`${port}\`: ${words}`;
  });

const titleOf = (group: readonly Drawn[]): string => coded(group.map(({ chart }) => chart.id));
const coded = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
/** How GitHub links to a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/gu, '')
    .replaceAll(' ', '-');
