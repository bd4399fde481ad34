import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A program of this folder that tests run as a separate process, so that they can kill it. */
export interface Program {
  readonly file: string;
  readonly remove: () => void;
}

/** Bundles the program inside the project, so that it finds its packages. */
export async function builtProgram(source: URL): Promise<Program> {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'program-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: fileURLToPath(source), outDir: folder, minify: false },
  });
  return {
    file: join(folder, basename(source.pathname).replace(/ts$/, 'js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
