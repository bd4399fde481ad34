import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { cachedFile, ROOT } from './cached.ts';

const SCRIPT = join(ROOT, 'scripts/atlas/drawn.ts');
const MODULE = 'virtual:charts';

/** All that the drawings are made of: code, and coverage. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|json)$/u.test(name))
    .toSorted()
    .map((name) => join(ROOT, folder, name));

/** The drawings as JSON, made when there are none of these sources yet. */
async function chartsJson(sources: readonly string[]): Promise<string> {
  const file = await cachedFile({
    name: 'charts',
    sources,
    make: async () => {
      const { module } = await runnerImport<typeof import('./atlas/drawn.ts')>(SCRIPT, {
        configFile: false,
        root: ROOT,
      });
      return JSON.stringify(module.DRAWINGS);
    },
  });
  return readFileSync(file, 'utf8');
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
