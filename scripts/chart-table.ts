import { join } from 'node:path';
import { describeChart } from 'chart-inspector/recorder/describe';
import { chartsIn, type ChartSource } from 'chart-inspector/build/chart-files';
import { purposeOf } from 'chart-inspector/build/source-words';

const ROOT = join(import.meta.dirname, '..');
export const MACHINES = join(ROOT, 'machines');
export const README = join(MACHINES, 'README.md');

/** Finds every chart that a file of `machines/` exports. */
export const chartSources = (): Promise<ChartSource[]> => chartsIn(ROOT, MACHINES);

/** Markers in machines/README.md; `npm run atlas` writes the text between them. */
const BEGIN = '<!-- charts -->\n';
const END = '<!-- /charts -->\n';

/** Returns machines/README.md with the current table of charts. */
export function withChartTable(readme: string, sources: readonly ChartSource[]): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`machines/README.md has no ${BEGIN.trim()}`);
  const files = new Set(sources.map(({ file }) => file));
  const table = [
    '| charts | purpose | starts | rules |',
    '| --- | --- | --- | --- |',
    ...[...files].map((name) =>
      row(
        name,
        sources.filter(({ file }) => file === name),
      ),
    ),
    '',
  ];
  return readme.slice(0, begin + BEGIN.length) + table.join('\n') + readme.slice(end);
}

function row(file: string, charts: readonly ChartSource[]): string {
  const purpose = charts[0] === undefined ? '' : purposeOf(charts[0]);
  const [first = ''] = purpose.split(/[:.](?:\s|$)/u, 1);
  const words = first.replaceAll(/ \([^)]*\)/gu, '').replaceAll('|', '\\|');
  const rules = purpose.match(/\b[A-Z]{2,5}-\d+(?:…\d+)?/gu) ?? [];
  const ids = charts.map(({ machine }) => `\`${machine.id}\``).join(', ');
  const started = new Set(charts.flatMap(({ machine }) => describeChart(machine).charts));
  return `| [${ids}](${file}) | ${words} | ${[...started].join(', ')} | ${rules.join(', ')} |`;
}
