import { readFile } from 'node:fs/promises';
import { ConfigError } from './config.ts';

const MOST_CHARACTERS = 200_000;
/** Allowed elements: shapes, paints and texts. They cannot run, load or animate anything. */
const ELEMENTS = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan clipPath mask linearGradient radialGradient stop pattern symbol use filter feGaussianBlur feOffset feBlend feMerge feMergeNode feColorMatrix feFlood feComposite'.split(
    ' ',
  ),
);
const ATTRIBUTE = /^(?!on)[A-Za-z][\w:-]*$/;
/** Matches a reference to anything outside the file, in an attribute or style, or an escape that could hide one. */
const FOREIGN = /url\(\s*['"]?(?!#)|@import|expression|javascript:|\\|data:/i;
const TAG =
  /<(?<end>\/?)(?<name>[A-Za-z][\w:-]*)(?<attributes>(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>/y;
const TEXT = /[^<]+|<!--[\s\S]*?-->|<\?xml[^>]*\?>/y;
const ONE_ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Removes everything from an SVG that could run, load or link elsewhere.
 * @returns null if it is not a plain SVG
 */
export function harmlessSvg(source: string): string | null {
  if (source.length > MOST_CHARACTERS) return null;
  const kept: string[] = [];
  /** Nesting depth within a removed element; 0 outside. */
  let leftOut = 0;
  let at = 0;
  while (at < source.length) {
    TEXT.lastIndex = at;
    const text = TEXT.exec(source)?.[0];
    if (text !== undefined) {
      if (leftOut === 0 && !text.startsWith('<')) kept.push(text);
      at += text.length;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(source);
    // Not a tag: a document type, an entity, CDATA or invalid XML.
    if (tag === null) return null;
    at += tag[0].length;
    const { end = '', name = '', attributes = '', empty = '' } = tag.groups ?? {};
    if (leftOut > 0 || !ELEMENTS.has(name)) {
      if (empty === '') leftOut += end === '' ? 1 : -1;
    } else kept.push(`<${end}${name}${harmlessAttributes(attributes)}${empty}>`);
  }
  const svg = kept.join('').trim();
  return leftOut === 0 && /^<svg[\s>]/.test(svg) && svg.endsWith('</svg>') ? svg : null;
}

const harmlessAttributes = (text: string): string =>
  [...text.matchAll(ONE_ATTRIBUTE)]
    .map(([, name = '', double, single]) => ({ name, value: double ?? single ?? '' }))
    .filter(({ name, value }) => {
      if (!ATTRIBUTE.test(name) || FOREIGN.test(value) || value.includes('&')) return false;
      return !/(?:^|:)href$/.test(name) || value.startsWith('#');
    })
    .map(({ name, value }) => ` ${name}="${value.replaceAll('"', "'")}"`)
    .join('');

/**
 * Reads and sanitises the operator's logo.
 * @throws ConfigError if it cannot be read or is not a plain SVG
 */
export async function readLogo(file: string): Promise<string> {
  const source = await readFile(file, 'utf8').catch(() => null);
  const svg = source === null ? null : harmlessSvg(source);
  if (svg === null)
    throw new ConfigError('BRAND_LOGO is wrong: it must be the path of a plain SVG file.');
  return svg;
}
