// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(join(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8');
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

/** Red, green and blue, linear, of a colour of OKLCH; outside of 0 to 1: sRGB does not have it. */
function linearOf(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The same with as much chroma as sRGB has. */
function shownOf(lightness: number, chroma: number, hue: number): number[] {
  const isShown = (tried: number) =>
    linearOf(lightness, tried, hue).every((part) => part > -1e-4 && part < 1.0001);
  let [low, high] = [0, chroma];
  if (isShown(chroma)) low = chroma;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (isShown(middle)) low = middle;
    else high = middle;
  }
  return linearOf(lightness, low, hue);
}

function hexOf(hex: string): number[] {
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
      : shownOf(
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
  it.each(TEXTS)('%s can be read', (text, surfaces) => {
    for (const surface of surfaces)
      expect(leastContrast(text, surface, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it('text stands out by seven to one', () => {
    for (const surface of SURFACES)
      expect(leastContrast('--text', surface, theme)).toBeGreaterThanOrEqual(7);
  });

  it('edges of controls are seen', () => {
    for (const surface of ['--page', '--surface', '--raised'])
      expect(leastContrast('--edge', surface, theme)).toBeGreaterThanOrEqual(3);
  });
});

describe('for every hue that is allowed, on air', () => {
  it.each(['--stage', '--tile', '--tile-low', '--lit', '--lit-low', '--hot', '--hot-low'])(
    'large text can be read on %s',
    (tile) => {
      expect(leastContrast('--text', tile, 'dark')).toBeGreaterThanOrEqual(7);
      expect(leastContrast('--limelight', tile, 'dark')).toBeGreaterThanOrEqual(4.5);
      for (const audience of ['--home', '--studio'])
        expect(leastContrast(audience, tile, 'dark')).toBeGreaterThanOrEqual(3);
    },
  );

  it('muted text can be read on what is revealed', () => {
    for (const tile of ['--lit', '--lit-low'])
      expect(leastContrast('--muted', tile, 'dark')).toBeGreaterThanOrEqual(4.5);
  });
});
