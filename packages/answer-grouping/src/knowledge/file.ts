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
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILD = join(import.meta.dirname, 'build.ts');
/** With the installed packages: a folder made in here would look like a change of the sources, and cause another build. */
const CACHE = join(ROOT, '../../node_modules/.cache/knowledge');

/**
 * Returns the path of the built table. Builds the table first, which takes half a minute, if its sources have changed.
 */
export async function knowledgeFile(): Promise<string> {
  const { module, dependencies } = await runnerImport<typeof import('./build.ts')>(BUILD, {
    configFile: false,
    root: ROOT,
  });
  const file = join(CACHE, hashOf([BUILD, ...dependencies.toSorted()]));
  if (existsSync(file)) return file;
  const table = module.buildKnowledge();
  mkdirSync(CACHE, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, table);
  // Delete only finished tables; other processes may still be writing their drafts.
  for (const old of readdirSync(CACHE))
    if (!/\.\d+$/u.test(old)) rmSync(join(CACHE, old), { force: true });
  renameSync(draft, file);
  return file;
}

/** A hash of the sources, the package versions, and the names that this runtime knows. */
function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  hash.update(`${process.versions['icu']} ${process.versions['cldr']}`);
  for (const source of [...sources, join(ROOT, 'package.json')])
    hash.update(readFileSync(resolve(ROOT, source)));
  return hash.digest('hex').slice(0, 16);
}
