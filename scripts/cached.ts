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

export const ROOT = resolve(import.meta.dirname, '..');

interface Made {
  /** Name of the folder for this file below node_modules/.cache. */
  readonly name: string;
  /** The source files. Package versions are always included in the inputs. */
  readonly sources: readonly string[];
  /** Further inputs, as a text. */
  readonly salt?: string;
  readonly make: () => string | Uint8Array | Promise<string | Uint8Array>;
}

/**
 * Returns the path of the cached file. If there is none for these inputs, creates it by `make` and deletes older files.
 */
export async function cachedFile({ name, sources, salt = '', make }: Made): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache', name);
  const hash = createHash('sha256').update(salt);
  for (const source of ['package-lock.json', ...sources])
    hash.update(readFileSync(resolve(ROOT, source)));
  const file = join(folder, hash.digest('hex').slice(0, 16));
  if (existsSync(file)) return file;
  const made = await make();
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, made);
  // Delete only finished files; other processes may still be writing their drafts.
  for (const old of readdirSync(folder))
    if (!/\.\d+$/u.test(old)) rmSync(join(folder, old), { force: true });
  renameSync(draft, file);
  return file;
}
