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
import { runnerImport } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const BUILD = join(ROOT, 'server/modules/grouping/knowledge/build.ts');
const CACHE = join(ROOT, 'node_modules/.cache/knowledge');

/** The file of what grouping knows of words and names, built when there is none of these sources yet. */
export async function knowledgeFile(): Promise<string> {
  const { module, dependencies } = await runnerImport<
    typeof import('#server/modules/grouping/knowledge/build.ts')
  >(BUILD, { configFile: false, root: ROOT });
  const hash = createHash('sha256').update(
    `${process.versions['icu']} ${process.versions['cldr']}`,
  );
  for (const source of [BUILD, join(ROOT, 'package-lock.json'), ...dependencies.toSorted()])
    hash.update(readFileSync(resolve(ROOT, source)));
  const file = join(CACHE, `${hash.digest('hex').slice(0, 16)}.bin`);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, module.buildKnowledge());
  for (const old of readdirSync(CACHE)) if (old.endsWith('.bin')) rmSync(join(CACHE, old));
  renameSync(draft, file);
  return file;
}
