import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const COMPONENTS = 'src/components';
const read = (name: string): string => readFileSync(join(COMPONENTS, name), 'utf8');
const files = readdirSync(COMPONENTS);
const sheets = files.filter((name) => name.endsWith('.module.css'));
const components = files.filter((name) => name.endsWith('.tsx'));
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);

/** Classes reached through a prop's value, e.g. `styles[tone]`. */
const COMPUTED = new Set(
  `primary quiet danger live plain ok studio home calm soon last over tight normal loose cards stats
   narrow text wide released revoked line heading field card rows saved tooLate`.split(/\s+/),
);

it.each(sheets)('%s states its layer and takes every value from a token', (name) => {
  const css = read(name).replaceAll(/\/\*[^]*?\*\//g, '');
  expect(css.startsWith('@layer components {')).toBe(true);
  const values = css.replaceAll(/@media[^{]*/g, '');
  expect(
    all(values, /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|\b\d*\.?\d+px\b|!important/gi),
  ).toEqual([]);
});

it('has a class in the stylesheet for every class a component asks for', () => {
  const missing = components.flatMap((name) => {
    const source = read(name);
    const sheet = all(source, /from '\.\/([\w-]+\.module\.css)'/g)[0];
    const asked = all(source, /styles\['([\w]+)'\]/g);
    const css = sheet === undefined ? '' : read(sheet);
    return asked.filter((wanted) => !css.includes(`.${wanted}`)).map((wanted) => [name, wanted]);
  });
  expect(missing).toEqual([]);
});

it('has no class that no component asks for', () => {
  const unused = sheets.flatMap((sheet) => {
    const users = components.map(read).filter((source) => source.includes(`./${sheet}`));
    const asked = new Set(users.flatMap((source) => all(source, /styles\['([\w]+)'\]/g)));
    return all(read(sheet), /\.([a-zA-Z][\w]*)/g).filter(
      (found) => !asked.has(found) && !COMPUTED.has(found),
    );
  });
  expect(new Set(unused)).toEqual(new Set());
});

it('knows every token it uses, and uses every token it has', () => {
  const css = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join('src', name), 'utf8'))
    .join('\n');
  const known = new Set(all(css, /(--[\w-]+):/g));
  const used = new Set(all(css, /var\((--[\w-]+)\)/g));
  expect([...used].filter((token) => !known.has(token))).toEqual([]);
  expect([...known].filter((token) => !used.has(token))).toEqual([]);
});
