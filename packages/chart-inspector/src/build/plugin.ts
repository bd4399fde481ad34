import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Plugin, searchForWorkspaceRoot } from 'vite';
import type { ChartInfo, ChartPorts } from '../charts.ts';
import { chartTypes } from './chart-types.ts';
import { chartsIn, filesIn } from './chart-files.ts';
import { readCoverage } from './coverage.ts';
import { drawings } from './drawings.ts';

export interface ChartsOptions {
  /** Absolute path of the folder whose files export the charts. */
  readonly folder: string;
  /** Absolute path of the tsconfig file whose project contains the folder. */
  readonly tsconfig: string;
  /** Prefix by which tests import a file of the folder, for example '#machines/'. */
  readonly importPrefix: string;
  /** Absolute path of the file that the coverage command writes. */
  readonly coverage?: string;
}
interface Built {
  readonly charts: readonly ChartInfo[];
  readonly ports: Readonly<Record<string, ChartPorts>>;
}

/** Draws every chart, and reads the types of its events and ports. */
export async function build(root: string, options: ChartsOptions): Promise<Built> {
  const { folder, tsconfig, importPrefix, coverage } = options;
  const found = await chartsIn(root, folder);
  const sources = found.toSorted((one, other) => one.machine.id.localeCompare(other.machine.id));
  const types = chartTypes(
    tsconfig,
    sources.map(({ file, name }) => ({ file: join(folder, file), name })),
  );
  const drawn = await drawings(sources, coverage === undefined ? {} : readCoverage(coverage));
  return {
    charts: drawn.map((chart, index) => ({
      ...chart,
      exportName: sources[index]?.name ?? '',
      importPath: `${importPrefix}${chart.file}`,
      events: types[index]?.events ?? {},
    })),
    ports: Object.fromEntries(
      drawn.map(({ id }, index): [string, ChartPorts] => [
        id,
        { input: types[index]?.input ?? { kind: 'json' }, outputs: types[index]?.outputs ?? {} },
      ]),
    ),
  };
}

/** What is the same in each build: its own module, so that builds can share it. */
const DATA = 'virtual:charts/data';
const OWN = import.meta.dirname;

/** Provides `virtual:charts`: every chart with its drawing, the shapes of its events and its machine. */
export const charts = (options: ChartsOptions): Plugin => {
  let root = '';
  return {
    name: 'chart-inspector',
    configResolved: (config) => {
      root = searchForWorkspaceRoot(config.root);
    },
    resolveId: { filter: { id: /^virtual:charts(?:\/data)?$/u }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:charts(?:\/data)?$/u },
      async handler(id) {
        const sources = filesIn(options.folder).map((file) => join(options.folder, file));
        if (options.coverage !== undefined && existsSync(options.coverage))
          sources.push(options.coverage);
        for (const source of sources) this.addWatchFile(source);
        const text = await cached(root, sources, async () =>
          JSON.stringify(await build(root, options)),
        );
        const built: Built = JSON.parse(text);
        const code = id.endsWith(DATA) ? dataCode(built) : moduleCode(built, options.folder);
        return { code, map: { mappings: '' } };
      },
    },
  };
};

/**
 * Code of a value as a JSON text: parsing JSON is faster than evaluating a literal, and unused values are tree-shaken.
 */
const inlined = (value: unknown): string =>
  `/* @__PURE__ */ JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

const dataCode = ({ charts: all, ports }: Built): string =>
  `export const charts = ${inlined(all)};\nexport const ports = ${inlined(ports)};`;

function moduleCode({ charts: all }: Built, folder: string): string {
  return [
    ...all.map(
      ({ file, exportName }, index) =>
        `import { ${exportName} as chart${index} } from ${JSON.stringify(join(folder, file))};`,
    ),
    `export { charts, ports } from '${DATA}';`,
    `export const machines = { ${all.map(({ id }, index) => `${JSON.stringify(id)}: chart${index}`).join(', ')} };`,
  ].join('\n');
}

/** Returns the text from `make`, cached until a source, a package or this package changes. */
async function cached(
  root: string,
  sources: readonly string[],
  make: () => Promise<string>,
): Promise<string> {
  const folder = join(root, 'node_modules/.cache/charts');
  const hash = createHash('sha256');
  const own = [...filesIn(OWN), '../drawn-chart.ts', '../recorder/describe.ts'].map((file) =>
    join(OWN, file),
  );
  for (const file of [join(root, 'package-lock.json'), ...own, ...sources])
    hash.update(readFileSync(file));
  const file = join(folder, `${hash.digest('hex').slice(0, 16)}.json`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = await make();
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  // Delete only finished files; other processes may still be writing their drafts.
  for (const old of readdirSync(folder))
    if (old.endsWith('.json')) rmSync(join(folder, old), { force: true });
  renameSync(draft, file);
  return text;
}
