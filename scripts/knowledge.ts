import { join } from 'node:path';
import { runnerImport } from 'vite';
import { cachedFile, ROOT } from './cached.ts';

const BUILD = join(ROOT, 'server/results/grouping/knowledge/build.ts');

/** The file of what grouping knows of words and names, built when there is none of these sources yet. */
export async function knowledgeFile(): Promise<string> {
  const { module, dependencies } = await runnerImport<
    typeof import('#server/results/grouping/knowledge/build.ts')
  >(BUILD, { configFile: false, root: ROOT });
  return cachedFile({
    name: 'knowledge',
    sources: [BUILD, ...dependencies.toSorted()],
    salt: `${process.versions['icu']} ${process.versions['cldr']}`,
    make: module.buildKnowledge,
  });
}
