import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createBuilder } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const TARGET = join(ROOT, 'dist/server');
const SOURCES = ['server', 'machines', 'packages', 'vite.config.ts', 'package-lock.json'];

/** The key of the build on `globalThis`, so that a process builds once for all test projects. */
const KEY = Symbol.for('tests/support/build-server');
const shared: typeof globalThis & { [KEY]?: Promise<void> } = globalThis;

/**
 * Global setup for tests of the built program: builds the server if its bundle is missing or older than its sources.
 */
export default function setup(): Promise<void> {
  shared[KEY] ??= isCurrent() ? Promise.resolve() : buildServer();
  return shared[KEY];
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function isCurrent(): boolean {
  const entries = ['main.js', 'sqlite-worker.js', 'knowledge.bin'].map((name) =>
    join(TARGET, name),
  );
  if (!entries.every((entry) => existsSync(entry))) return false;
  const built = Math.min(...entries.map((entry) => statSync(entry).mtimeMs));
  return SOURCES.map((name) => join(ROOT, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
    .every((path) => statSync(path).mtimeMs < built);
}

/** Builds into another folder and moves file by file, so that a running server keeps its files. */
async function buildServer(): Promise<void> {
  const begun = new Date();
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'server-'));
  try {
    const builder = await createBuilder({
      root: ROOT,
      mode: 'production',
      logLevel: 'warn',
      environments: { server: { build: { outDir: draft } } },
    });
    const { server } = builder.environments;
    if (server === undefined) throw new Error('vite.config.ts has no environment `server`');
    await builder.build(server);
    for (const file of filesIn(draft)) {
      const target = join(TARGET, relative(draft, file));
      mkdirSync(dirname(target), { recursive: true });
      // Date the files to the start of the build, so that a source changed during the build is newer.
      utimesSync(file, begun, begun);
      renameSync(file, target);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
