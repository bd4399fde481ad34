import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const html = readFileSync('index.html', 'utf8');
/** A template is inert: the page's resources are not fetched. */
const template = document.createElement('template');
template.innerHTML = html;
const page = template.content;

it('keeps the place that the server fills with the name of the show', () => {
  expect(html.split('<meta name="brand" content="" />').length).toBe(2);
});

it('declares the layers before all other styles', () => {
  const first = page.querySelector('link[rel="stylesheet"]')?.getAttribute('href');
  // Not bundled: the build links the shared chunks' styles before the page's own.
  expect(first).toBe('/layers.css');
  expect(readFileSync('public/layers.css', 'utf8')).toContain(
    '@layer reset, tokens, base, components, views, utilities;',
  );
});

it('has no inline code except the two scripts that the policy names, and no third-party hosts', () => {
  const inline = (selector: string): number => page.querySelectorAll(selector).length;
  const addresses = [...page.querySelectorAll('[src], [href]')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
  );
  expect([inline('style, [style]'), inline('script:not([src])')]).toEqual([0, 2]);
  expect(addresses.filter((address) => !/^\/[^/]/.test(address))).toEqual([]);
});

it('has every file that it names', () => {
  const manifest = readFileSync('public/manifest.webmanifest', 'utf8');
  const named = [...`${html}${manifest}`.matchAll(/"(\/[\w-]+\.(?:svg|png|webmanifest))"/g)];
  const missing = named
    .map((match) => match[1] ?? '')
    .filter((name) => !existsSync(`public${name}`));
  expect([named.length > 2, missing]).toEqual([true, []]);
});
