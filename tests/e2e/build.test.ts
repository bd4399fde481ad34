import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).default([]) }),
);

it('the build has compressed every script and style', () => {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')),
  );
  const files = Object.values(manifest)
    .flatMap(({ file, css }) => [file, ...css])
    .filter((file) => /\.(?:js|css)$/u.test(file));
  expect(files.length).toBeGreaterThan(0);
  for (const file of new Set(files)) {
    const path = join(CLIENT, file);
    const sent = brotliDecompressSync(readFileSync(`${path}.br`));
    expect([file, sent.equals(readFileSync(path))]).toEqual([file, true]);
  }
});
