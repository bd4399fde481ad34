import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newerInScript, newerInStyles } from '#tests/support/baseline.ts';

const ROOT = join(import.meta.dirname, '../..');
const ASSETS = join(ROOT, 'dist/client/assets');
const built = (ending: string): readonly (readonly [name: string, content: string])[] =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, readFileSync(join(ASSETS, name), 'utf8')]);

/** The core-js imports of a file of ours: `array/to-sorted` is `Array.toSorted` in MDN's data. */
const polyfillsIn = (file: string): string[] =>
  [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/core-js\/actual\/(\w)(\w+)\/([\w-]+)/gu),
  ].map(
    ([, first = '', rest = '', name = '']) =>
      `${first.toUpperCase()}${rest}.${name.replaceAll(/-./gu, ([, letter = '']) => letter.toUpperCase())}`,
  );
/** The features that src/polyfills adds. */
const POLYFILLED = [
  ...polyfillsIn('src/polyfills/polyfills.ts'),
  'AbortSignal.any',
  'AbortSignal.timeout',
  'HTMLElement.hidePopover',
  'style 1cqi',
];
/** Features that are used only if present, or other things of the same name. */
const UNHARMED: Readonly<Record<string, readonly string[]>> = {
  'asked for first': [
    'Document.exitFullscreen',
    'Document.fullscreenElement',
    'Document.fullscreenEnabled',
    'Document.startViewTransition',
    'Element.requestFullscreen',
    'Element.startViewTransition',
    'Error.captureStackTrace',
    'HTMLCanvasElement.transferControlToOffscreen',
    'Intl.supportedValuesOf',
    'Navigator.canShare',
    'Navigator.connection',
    'Navigator.share',
    'Navigator.vibrate',
    'OffscreenCanvas',
    'TransformStream',
    'WebTransport',
    'reportError',
  ],
  'between retries, of which we make none': ['AbortSignal.throwIfAborted'],
  'a method of a package or of ours': [
    'AsyncDisposableStack.use',
    'DisposableStack.use',
    'EventTarget.when',
    'HTMLButtonElement.command',
    'HTMLGeolocationElement.watch',
    'IntersectionObserver.delay',
    'Iterator.drop',
  ],
  'of an array, which has it': [
    'String.at',
    'TypedArray.at',
    'TypedArray.findLast',
    'TypedArray.toReversed',
    'TypedArray.toSorted',
    'TypedArray.with',
  ],
};
/** Optional features, and those with a fallback in the older stylesheet. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  'left to a polyfill': [':has', ':popover-open'],
  'beside its older form': [':where', 'container-type'],
  'a look or a comfort': [
    ':file-selector-button',
    ':selection',
    '@starting-style',
    'align-content: safe',
    'aspect-ratio',
    'contain-intrinsic-size',
    'content-visibility',
    'field-sizing',
    'forced-color-adjust',
    'hyphens',
    'outline',
    'overflow-anchor',
    'overscroll-behavior',
    'paint-order',
    'resize',
    'scrollbar-gutter',
    'scrollbar-width',
    'text-decoration-thickness',
    'text-size-adjust',
    'text-wrap',
    'user-select',
    '-webkit-tap-highlight-color',
  ],
  'of grids, where it is old': [
    'align-content: end',
    'align-content: start',
    'align-self: end',
    'align-self: start',
    'justify-content: end',
  ],
  'beside its prefixed form': ['background: text', 'mask'],
  'of the inspector, which engineers open': ['grid-template-columns: subgrid'],
  'of a pointer, which a phone has not': [
    'cursor: default',
    'cursor: grab',
    'cursor: grabbing',
    'cursor: none',
    'cursor: not-allowed',
    'cursor: pointer',
  ],
};
const listed = (lists: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.values(lists).flat();

describe('the build supports the oldest browsers of package.json', () => {
  const found = built('.js').map(([name, code]) => [name, newerInScript(code)] as const);

  it('in its scripts', () => {
    const allowed = new Set([...POLYFILLED, ...listed(UNHARMED)]);
    for (const [name, features] of found)
      expect([name, features.filter((feature) => !allowed.has(feature))]).toEqual([name, []]);
  });

  it('also in the worker, which has no polyfills', () => {
    const workers = found.filter(([name]) => name.startsWith('worker'));
    expect(workers.length).toBe(1);
    const own = polyfillsIn('src/effects/tables/worker.ts');
    for (const [, features] of workers)
      expect(
        features.filter((feature) => POLYFILLED.includes(feature) && !own.includes(feature)),
      ).toEqual([]);
  });

  it('with polyfills of used features only', () => {
    const used = new Set(found.flatMap(([, features]) => features));
    const idle = [...POLYFILLED, ...listed(UNHARMED)].filter((feature) => !used.has(feature));
    expect(idle).toEqual([]);
  });

  it('in the styles for older browsers', () => {
    const allowed = new Set(listed(OPTIONAL));
    const styles = built('.older.css');
    expect(styles.length).toBe(built('.css').length / 2);
    for (const [name, content] of styles) {
      const newer = newerInStyles(content).filter((feature) => !allowed.has(feature));
      expect([name, newer]).toEqual([name, []]);
    }
  });
});

describe('the check of the build finds', () => {
  it.each([
    ['const best = list.toSorted(byScore)', ['Array.toSorted', 'TypedArray.toSorted']],
    ['structuredClone(state)', ['structuredClone']],
    ["if (typeof reportError === 'function') f()", []],
    ['list?.push(...more)', ['spread in an optional chain']],
    ['path.replace(/(?<=a)b/, "")', ['lookbehind']],
    ['window.matchMedia("(width >= 60rem)")', ['style (width >= 60rem)']],
    ['class A { static { f() } #m() {} }', ['private method', 'static block']],
  ])('%s', (code, features) => {
    expect(newerInScript(code)).toEqual(features);
  });

  it.each([
    ['a { color: oklch(0.5 0.1 20) }', ['oklch()']],
    ['a { height: 90vh; height: 90dvh }', []],
    ['a { height: 90vh; height: calc(90dvh - var(--b)) }', ['dvh']],
    ['@supports (width: round(1px, 1px)) { a { width: round(1px, 1px) } }', []],
    ['@layer x { a { color: red } }', ['@layer']],
    ['@media (width < 60rem) { a { color: red } }', ['@media (width < 60rem)']],
    ['a:not(b, c) { translate: 1px }', [':not() of a list', 'translate']],
  ])('%s', (styles, features) => {
    expect(newerInStyles(styles)).toEqual(features);
  });
});
