// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linearSrgb } from '#machines/show/rules/oklch.ts';

const SOURCES = join(import.meta.dirname, '../../src');
const CSS = readFileSync(join(SOURCES, 'styles/tokens.css'), 'utf8');
const TOKENS = new Map(
  [...CSS.matchAll(/^ {2}(--[\w-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')'),
  ]),
);
/** Every hue that the operator may set, in steps of two degrees. */
const HUES = Array.from({ length: 131 }, (_, step) => (130 + 2 * step) % 360);
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function hexOf(hex: string): readonly number[] {
  const long = hex.length === 4 ? hex.replaceAll(/[\da-f]/g, '$&$&') : hex;
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

function luminance(token: string, theme: Theme, brandHue: number): number {
  const value = TOKENS.get(token);
  if (value === undefined) throw new Error(`there is no ${token}`);
  const [, light = value, dark = value] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  const colour = theme === 'light' ? light : dark;
  const [, lightness, chroma, hue = ''] = /^oklch\(([\d.]+) ([\d.]+) (.+)\)$/.exec(colour) ?? [];
  const degrees = /^(?:calc\()?var\(--brand-hue\)(?: - (\d+)\))?$/.exec(hue);
  const parts =
    lightness === undefined
      ? hexOf(colour)
      : linearSrgb(
          Number(lightness),
          Number(chroma),
          degrees === null ? Number(hue) : brandHue - Number(degrees[1] ?? 0),
        );
  const [red = NaN, green = NaN, blue = NaN] = parts.map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function leastContrast(over: string, under: string, theme: Theme): number {
  const ratios = HUES.map((hue) => {
    const [a, b] = [luminance(over, theme, hue), luminance(under, theme, hue)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });
  return Math.min(...ratios);
}

const SURFACES = ['--page', '--surface', '--raised', '--hover'];
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ...['--text', '--muted', '--home', '--studio', '--live-text', '--ok', '--danger'].map(
    (text) => [text, SURFACES] as const,
  ),
  ['--home', ['--home-soft']],
  ['--studio', ['--studio-soft']],
  ['--ok', ['--ok-soft']],
  ['--danger', ['--danger-soft']],
  ['--on-act', ['--act', '--act-hover']],
  ['--on-ink', ['--ink']],
  ['--on-live', ['--live', '--live-hover']],
  ['--on-danger', ['--danger-fill', '--danger-hover']],
];

describe.each(THEMES)('for every hue that is allowed, in the %s theme,', (theme) => {
  it.each(TEXTS)('%s is legible', (text, surfaces) => {
    for (const surface of surfaces)
      expect(leastContrast(text, surface, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it('text has a contrast of seven to one', () => {
    for (const surface of SURFACES)
      expect(leastContrast('--text', surface, theme)).toBeGreaterThanOrEqual(7);
  });

  it('edges of controls are visible', () => {
    for (const surface of ['--page', '--surface', '--raised'])
      expect(leastContrast('--edge', surface, theme)).toBeGreaterThanOrEqual(3);
  });
});

describe('for every hue that is allowed, on air', () => {
  it.each(['--stage', '--tile', '--tile-low', '--lit', '--lit-low', '--hot', '--hot-low'])(
    'large text is legible on %s',
    (tile) => {
      expect(leastContrast('--text', tile, 'dark')).toBeGreaterThanOrEqual(7);
      expect(leastContrast('--limelight', tile, 'dark')).toBeGreaterThanOrEqual(4.5);
      for (const audience of ['--home', '--studio'])
        expect(leastContrast(audience, tile, 'dark')).toBeGreaterThanOrEqual(3);
    },
  );

  it('muted text is legible on a revealed group', () => {
    for (const tile of ['--lit', '--lit-low'])
      expect(leastContrast('--muted', tile, 'dark')).toBeGreaterThanOrEqual(4.5);
  });
});

describe('colours', () => {
  const colours = new Set(
    [...TOKENS].flatMap(([name, value]) => (/^(?:light-dark|oklch|#)/.test(value) ? [name] : [])),
  );
  const modules = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.module.css'),
  );

  // Elements that change the colour scheme set every token again, so that a value of the same name would be lost.
  it('are not set by the styles of a screen', () => {
    const set = modules.flatMap((path) =>
      [...readFileSync(join(SOURCES, path), 'utf8').matchAll(/(--[\w-]+):/g)].flatMap(
        ([, name = '']) => (colours.has(name) ? [`${path}: ${name}`] : []),
      ),
    );
    expect(set).toEqual([]);
  });
});
