import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const DOCS = join(import.meta.dirname, '../../docs');

it('every test that the page on security names exists', () => {
  const page = readFileSync(join(DOCS, 'security.md'), 'utf8');
  const cited = [...page.matchAll(/\[([^\]]+)\]\((\.\.\/tests\/[^)]+)\)/gu)];
  expect(cited.length).toBeGreaterThan(100);
  const missing = cited.filter(([, name = '', path = '']) => {
    if (name === 'checked') return false;
    return !readFileSync(join(DOCS, path), 'utf8').includes(name);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});
