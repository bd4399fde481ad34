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
  /** A folder of its own below node_modules/.cache. */
  readonly name: string;
  /** The source files; package versions always count. */
  readonly sources: readonly string[];
  /** Further inputs. */
  readonly salt?: string;
  readonly make: () => string | Uint8Array | Promise<string | Uint8Array>;
}

/** The path of the cached file; calls `make` if there is none for these inputs, and deletes older ones. */
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
  // Other processes may still be writing their drafts.
  for (const old of readdirSync(folder))
    if (!/\.\d+$/u.test(old)) rmSync(join(folder, old), { force: true });
  renameSync(draft, file);
  return file;
}
