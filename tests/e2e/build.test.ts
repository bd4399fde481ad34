import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { BUDGET_KIB, firstLoad, KINDS } from '#tests/support/first-load.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).default([]) }),
);

it('every script and style of the build is compressed', () => {
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

it.each(['home/home', 'join/join', 'login/login'])(
  'the first load of %s is within its budget',
  (screen) => {
    const load = firstLoad(`src/screens/${screen}.tsx`);
    // Three of the eight scripts load after the first paint.
    expect(load.js.files).toBeLessThanOrEqual(5);
    for (const kind of KINDS) {
      const { files, brotliKib } = load[kind];
      expect.soft(files, kind).toBeGreaterThan(0);
      expect.soft(brotliKib, kind).toBeLessThanOrEqual(BUDGET_KIB[kind]);
    }
  },
);
