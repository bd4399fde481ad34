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
  /** Files that it is made of; the versions of packages always count. */
  readonly sources: readonly string[];
  /** What else it depends on. */
  readonly salt?: string;
  readonly make: () => string | Uint8Array | Promise<string | Uint8Array>;
}

/** The path of the file that `make` gives, made when there is none of these sources yet; older ones go. */
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
  // Drafts of others are still being written.
  for (const old of readdirSync(folder))
    if (!/\.\d+$/u.test(old)) rmSync(join(folder, old), { force: true });
  renameSync(draft, file);
  return file;
}
