/**
 * `npm run bench`: what a phone loads before it shows /, /login and /payment, in KiB beside the budget of the
 * player's phone, which /payment may exceed by the provider's wrapper: as a browser gets it (brotli), and as one without brotli would (gzip).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { z } from 'zod';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const BUDGET_KIB = { js: 128, css: 10, font: 25 };

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

interface Size {
  readonly brotli: number;
  readonly gzip: number;
}

async function sizeOf(files: Iterable<string>, kind: RegExp): Promise<Size> {
  let brotli = 0;
  let gzip = 0;
  for (const file of files) {
    if (!kind.test(file)) continue;
    const content = await readFile(join(CLIENT, file));
    const isCompressed = file.endsWith('.woff2');
    brotli += isCompressed ? content.length : brotliCompressSync(content).length;
    gzip += isCompressed ? content.length : gzipSync(content, { level: 9 }).length;
  }
  return { brotli: brotli / 1_024, gzip: gzip / 1_024 };
}

for (const [path, view] of [
  ['/', 'src/screens/home/home.tsx'],
  ['/login', 'src/screens/login/login.tsx'],
  ['/payment', 'src/screens/payment/payment.tsx'],
] as const) {
  const files = filesOf(['index.html', view]);
  for (const [kind, ending] of [
    ['js', /\.js$/],
    ['css', /\.css$/],
    ['font', /\.woff2$/],
  ] as const) {
    const { brotli, gzip } = await sizeOf(files, ending);
    const count = [...files].filter((file) => ending.test(file)).length;
    console.log(
      `${path.padEnd(8)} ${kind.padEnd(5)} ${brotli.toFixed(1).padStart(6)} KiB brotli ${gzip.toFixed(1).padStart(6)} gzip   budget ${String(BUDGET_KIB[kind]).padStart(3)}   ${count} files`,
    );
  }
}
