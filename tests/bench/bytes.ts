/**
 * `npm run bench:bytes`: what a phone loads before it shows / and /login, compressed as it is served.
 * Prints figures beside the budget of the player's phone and fails on a broken budget: bytes, unlike
 * times, are the same on every machine.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const BUDGET_KIB = { js: 105, css: 10, font: 25 };

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);
const manifest = manifestSchema.parse(
  JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')),
);

/** The files of these entries and of everything they import at once. */
function filesOf(entries: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the build.`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...chunk.css, ...chunk.assets]) files.add(file);
    chunk.imports.forEach(visit);
  };
  entries.forEach(visit);
  return files;
}

const kib = async (files: Iterable<string>, kind: RegExp): Promise<number> => {
  let bytes = 0;
  for (const file of files) {
    if (!kind.test(file)) continue;
    const content = await readFile(join(CLIENT, file));
    bytes += file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length;
  }
  return bytes / 1_024;
};

let isOver = false;
for (const [path, view] of [
  ['/', 'src/views/home/home.tsx'],
  ['/login', 'src/views/login/login.tsx'],
] as const) {
  const files = filesOf(['index.html', view]);
  const sizes = {
    js: await kib(files, /\.js$/),
    css: await kib(files, /\.css$/),
    font: await kib(files, /\.woff2$/),
  };
  for (const kind of ['js', 'css', 'font'] as const) {
    isOver ||= sizes[kind] > BUDGET_KIB[kind];
    console.log(
      `${path.padEnd(8)} ${kind.padEnd(5)} ${sizes[kind].toFixed(1).padStart(6)} KiB of ${BUDGET_KIB[kind]}`,
    );
  }
}
if (isOver) process.exitCode = 1;
