import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import cascadeLayers from '@csstools/postcss-cascade-layers';
import isPseudoClass from '@csstools/postcss-is-pseudo-class';
import hasPseudo from 'css-has-pseudo';
import { Features, transform } from 'lightningcss';
import postcss, { atRule, type Plugin as StylePlugin } from 'postcss';
import type { Plugin } from 'vite';
import { DEFAULT_HUE, withHue } from '../server/http/older-colours.ts';
import { STYLE_TARGETS } from './baseline.ts';
import { ROOT } from './cached.ts';

/**
 * The browser window is wider than a queried container by the producer's sidebar, so container queries become media
 * queries with this much added.
 */
const SIDEBAR_REM = 16;

/** Selector of the class with which the popover polyfill marks open popovers. */
const OPEN_POPOVER = String.raw`.\:popover-open`;

/** `--dvh`: a hundredth of the browser window's height, without a phone's bars if the browser supports `dvh`. */
const UNITS = ':root{--dvh:1vh}@supports (height:1dvh){:root{--dvh:1dvh}}';
/**
 * The platform's default styles of popovers. Where style sheets cannot be constructed, the popover polyfill would add
 * them in a style element, which the page's content security policy blocks.
 */
const POPOVERS = String.raw`@supports not selector(:popover-open){[popover]{position:fixed;z-index:9;inset:0;width:fit-content;height:fit-content;margin:auto;overflow:auto}[popover]:not(.\:popover-open){display:none}}`;
/**
 * Units as variables. A declaration with a nested variable is not skipped by older browsers but invalid at
 * computed-value time.
 */
const VARIABLES: Readonly<Record<string, string>> = {
  dvh: 'var(--dvh)',
  cqh: 'var(--cqh, 1vh)',
  cqi: 'var(--cqi, 1vw)',
};

const RANGE = /\((?:([\d.]+)(\w*)(<=?))?(width|height|aspect-ratio)(<=|>=|<|>)([\d.]+)(\w*)\)/gu;
/** Turns '<' into '<=' and '>' into '>=': far less than a pixel, in the unit of the query. */
const LITTLE = 0.001;

/** Writes a range of a media query with `min-` and `max-`. `not (…)` cannot be used, because it is as new as ranges. */
function asLimits(_: string, ...parts: readonly string[]): string {
  const [low, lowUnit, , feature = '', comparison = '', bound = '', unit] = parts;
  const limit = (kind: string, value: number, of = ''): string =>
    feature === 'aspect-ratio'
      ? `(${kind}-aspect-ratio: ${Math.round(value * 1000)} / 1000)`
      : `(${kind}-${feature}: ${Number(value.toFixed(3))}${of})`;
  const isAbove = comparison.startsWith('>');
  const shift = comparison.endsWith('=') ? 0 : isAbove ? LITTLE : -LITTLE;
  const second = limit(isAbove ? 'min' : 'max', Number(bound) + shift, unit);
  return low === undefined ? second : `${limit('min', Number(low), lowUnit)} and ${second}`;
}

/** Replaces syntax for which there is a simple older equivalent. */
const olderWords: StylePlugin = {
  postcssPlugin: 'older-words',
  Once(styles) {
    styles.walkAtRules('container', (query) => {
      query.name = 'media';
      query.params = query.params.replace(/\d+(?=rem)/u, (rem) => `${Number(rem) + SIDEBAR_REM}`);
    });
    styles.walkAtRules('media', (query) => {
      query.params = query.params.replaceAll(/\s*([<>]=?)\s*/gu, '$1').replaceAll(RANGE, asLimits);
    });
    styles.walkRules(/:popover-open/u, (rule) => {
      rule.cloneBefore({ selector: rule.selector.replaceAll(':popover-open', OPEN_POPOVER) });
    });
    styles.walkRules(/:where\(/u, (rule) => {
      const without = atRule({ name: 'supports', params: 'not selector(:where(a))' });
      without.append(
        rule.clone({ selector: rule.selector.replaceAll(/:where\(([^()]*)\)/gu, '$1') }),
      );
      rule.after(without);
    });
    styles.walkDecls((declaration) => {
      const { prop, value } = declaration;
      if (/^--cq[ih]$/u.test(prop)) declaration.remove();
      if (prop === 'container-type') declaration.cloneBefore({ prop: '--container' });
      declaration.value = (
        prop === 'overflow' ? value.replace('clip', 'hidden') : value
      ).replaceAll(
        /([\d.]+)(dvh|cqh|cqi)\b/gu,
        (_, count: string, unit: string) => `calc(${count} * ${VARIABLES[unit] ?? ''})`,
      );
    });
  },
};

const LAYERS = readFileSync(join(ROOT, 'public/layers.css'), 'utf8');

/** Converts the built styles for older browsers of the baseline: docs/decisions/which-browsers-are-supported.md. */
export async function inOlderWords(styles: string, file: string): Promise<string> {
  const flat = transform({
    filename: file,
    code: Buffer.from(LAYERS + styles),
    include: Features.Nesting,
  });
  let older = flat.code.toString();
  // Run the plugins one after the other, because each reads the selectors that the previous plugin wrote.
  for (const plugin of [
    olderWords,
    cascadeLayers(),
    isPseudoClass({ preserve: false, onComplexSelector: 'warning' }),
    hasPseudo(),
  ]) {
    const result = await postcss([plugin]).process(older, { from: undefined });
    const [warning] = result.warnings();
    if (warning !== undefined) throw new Error(`${file}: ${warning.text}`);
    older = result.css;
  }
  const { code } = transform({
    filename: file,
    code: Buffer.from(older),
    minify: true,
    targets: STYLE_TARGETS,
  });
  return UNITS + POPOVERS + withHue(code.toString(), DEFAULT_HUE);
}

/** The style sheets that this process has converted, as each language has the same ones. */
const converted = new Set<string>();

/** Writes `x.older.css` beside each style sheet. */
export const olderStyles: Plugin = {
  name: 'older-styles',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        if (converted.has(file.fileName)) continue;
        converted.add(file.fileName);
        const source = await inOlderWords(file.source.toString(), file.fileName);
        this.emitFile({
          type: 'asset',
          fileName: file.fileName.replace(/\.css$/u, '.older.css'),
          source,
        });
      }
    },
  },
};
