import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPreloadTags } from '#server/http/preload-tags.ts';

const MANIFEST = join(import.meta.dirname, '../../../dist/client/.vite/manifest.json');

const FONT = 'figtree-latin-wght-normal.woff2';

/** The names of the chunks that a path's page prefetches, without their hashes. */
let ahead: (path: string) => string[];

beforeAll(async () => {
  const tagsFor = createPreloadTags(await readFile(MANIFEST, 'utf8'), 'quiz');
  ahead = (path) =>
    [...tagsFor(path).matchAll(/href="\/assets\/([\w-]+)-[\w-]{8}\.(js|css|woff2)"/g)]
      .map(([, name, kind]) => `${name}.${kind}`)
      .toSorted();
});

describe('the page prefetches', () => {
  it('the screen of its path, with its styles and first calls', () => {
    expect(ahead('/')).toEqual([
      'calls.js',
      FONT,
      'home.css',
      'home.js',
      'play.css',
      'play.js',
      'shared.css',
      'shared.js',
    ]);
  });
  it('no calls for a form, which makes none before it is sent', () => {
    expect(ahead('/login')).toEqual([
      FONT,
      'forms.css',
      'forms.js',
      'login.js',
      'shared.css',
      'shared.js',
      'texts.js',
    ]);
  });
  it('the styles of a screen that is part of the page as such', async () => {
    const tagsFor = createPreloadTags(await readFile(MANIFEST, 'utf8'), 'quiz');
    expect(tagsFor('/login')).not.toContain('stylesheet');
    expect(tagsFor('/login', true)).toMatch(/rel="stylesheet"[^>]*forms-/);
  });
  it('the first call of an address with a join code', () => {
    expect(ahead('/join')).not.toContain('calls.js');
    expect(ahead('/join/CDFGHJ')).toContain('calls.js');
  });
  it('the stage screen at the address of the brand', () => {
    expect(ahead('/quiz')).toContain('stage-screen.js');
  });
  it.each(['/gameshow', '/nowhere', '/constructor', '/reset-passwords/', '//x'])(
    'nothing at %s',
    (path) => {
      expect(ahead(path)).toEqual([]);
    },
  );
  it('nothing that the program loads itself', () => {
    expect(ahead('/admin').join()).not.toMatch(/index|rolldown/);
  });
});
