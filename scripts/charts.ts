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
import { dirname, join, resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const SCRIPT = join(ROOT, 'scripts/atlas/drawn.ts');
const CACHE = join(ROOT, 'node_modules/.cache/charts');
const MODULE = 'virtual:charts';

/** All that the drawings are made of: code, and coverage. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|json)$/u.test(name))
    .toSorted()
    .map((name) => join(ROOT, folder, name));

/** The drawings as JSON, made when there are none of these sources yet. */
async function chartsJson(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of [join(ROOT, 'package-lock.json'), ...sources])
    hash.update(readFileSync(source));
  const file = join(CACHE, `${hash.digest('hex').slice(0, 16)}.json`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { module } = await runnerImport<typeof import('./atlas/drawn.ts')>(SCRIPT, {
    configFile: false,
    root: ROOT,
  });
  const json = JSON.stringify(module.DRAWINGS);
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, json);
  for (const old of readdirSync(CACHE))
    if (old.endsWith('.json')) rmSync(join(CACHE, old), { force: true });
  renameSync(draft, file);
  return json;
}

/** `virtual:charts`: every chart as it is drawn. */
export const charts: Plugin = {
  name: 'charts',
  resolveId: {
    filter: { id: /^virtual:charts$/u },
    handler: () => `\0${MODULE}`,
  },
  load: {
    filter: { id: /^\0virtual:charts$/u },
    async handler() {
      const sources = ['machines', 'scripts/atlas'].flatMap(sourcesIn);
      for (const source of sources) this.addWatchFile(source);
      // A browser reads JSON faster than a program; its source says no more than itself.
      const code = `export default JSON.parse(${JSON.stringify(await chartsJson(sources))})`;
      return { code, map: { mappings: '' } };
    },
  },
};
