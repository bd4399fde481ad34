import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { z } from 'zod';

const CLIENT = join(import.meta.dirname, '../../dist/client');

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);

export const KINDS = ['js', 'css', 'font'] as const;
export type Kind = (typeof KINDS)[number];
const ENDING: Record<Kind, RegExp> = { js: /\.js$/, css: /\.css$/, font: /\.woff2$/ };
/** What a phone may load before its first screen, KiB. */
export const BUDGET_KIB: Readonly<Record<Kind, number>> = { js: 120, css: 10, font: 25 };

export interface Weight {
  readonly files: number;
  readonly brotliKib: number;
  readonly gzipKib: number;
}

const sum = (sizes: readonly number[]): number =>
  sizes.reduce((all, size) => all + size, 0) / 1_024;

/** The weight of the files that load before a screen is shown. `screen`: the module of the screen. */
export function firstLoad(screen: string): Record<Kind, Weight> {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')),
  );
  const seen = new Set<string>();
  // index.html links this stylesheet itself.
  const files = new Set<string>(['layers.css']);
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the build.`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...chunk.css, ...chunk.assets]) files.add(file);
    chunk.imports.forEach(visit);
  };
  visit('index.html');
  visit(screen);
  const weigh = (kind: Kind): Weight => {
    const contents = [...files]
      .filter((file) => ENDING[kind].test(file))
      .map((file) => readFileSync(join(CLIENT, file)));
    const isPacked = kind === 'font';
    return {
      files: contents.length,
      brotliKib: sum(contents.map((each) => (isPacked ? each : brotliCompressSync(each)).length)),
      gzipKib: sum(contents.map((each) => (isPacked ? each : gzipSync(each, { level: 9 })).length)),
    };
  };
  return { js: weigh('js'), css: weigh('css'), font: weigh('font') };
}
