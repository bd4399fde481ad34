import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** A program of this folder that tests run in a process of its own, to kill it. */
export interface Program {
  readonly file: string;
  readonly remove: () => void;
}

/** Bundles `name` inside the project, so that it finds its packages. */
export async function builtProgram(name: string): Promise<Program> {
  const folder = mkdtempSync(join(import.meta.dirname, '../../../node_modules/.cache/program-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: join(import.meta.dirname, name), outDir: folder, minify: false },
  });
  return {
    file: join(folder, name.replace(/ts$/, 'js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
