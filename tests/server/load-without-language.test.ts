import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getLocale, overwriteGetLocale } from 'messages/runtime';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const SERVER = join(import.meta.dirname, '../../server');

const chosen: (string | undefined)[] = [];
const choose = getLocale;
beforeAll(() => {
  overwriteGetLocale(() => {
    chosen.push(new Error('A text was chosen.').stack);
    return choose();
  });
});
afterAll(() => overwriteGetLocale(choose));

/** A text that is chosen while a module loads has one language for everybody. */
it('chooses no text while the modules of the server load', async () => {
  const main = await readFile(join(SERVER, 'main.ts'), 'utf8');
  const modules = [...main.matchAll(/from '\.\/([\w/-]+\.ts)';/g)].map(([, path = '']) => path);
  expect(modules).toContain('app.ts');
  // Other tests may have loaded them.
  vi.resetModules();
  for (const path of modules) await import(join(SERVER, path));
  expect(chosen).toEqual([]);
}, 60_000);
