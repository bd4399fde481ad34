import { linearSrgb } from '#machines/show/rules/oklch.ts';

/** The default hue, in degrees, as in `tokens.css`. */
export const DEFAULT_HUE = 275;

/** Matches a colour that depends on the brand's hue, in built styles or in the output of this module. */
const COLOUR =
  /(?:#[\da-f]{6,8}\/\*)?(oklch\(([\d.]+) ([\d.]+) (?:calc\()?var\(--brand-hue\)(?: ([+-]) (?:([\d.]+)|var\([\w-]+\))\))?(?: ?\/ ?([\d.]+)(%?))?\))(?:\*\/)?/gu;

/**
 * Converts each colour of the brand to sRGB, for browsers without OKLCH. The original stays beside it as a comment, so
 * that the output can be converted again with another hue.
 */
export const withHue = (styles: string, hue: number): string =>
  styles.replaceAll(
    COLOUR,
    (
      _,
      colour: string,
      lightness: string,
      chroma: string,
      sign: string | undefined,
      turn = '0',
      alpha = '1',
      unit = '',
    ) => {
      const turned = hue + (sign === '-' ? -1 : 1) * Number(turn);
      const parts = linearSrgb(Number(lightness), Number(chroma), turned).map(encoded);
      const opacity = Number(alpha) / (unit === '' ? 1 : 100);
      return `#${[...parts, ...(opacity < 1 ? [opacity] : [])].map(hex).join('')}/*${colour}*/`;
    },
  );

/** Returns the gamma-encoded sRGB component of a linear one, both 0 to 1. */
function encoded(linear: number): number {
  const part = Math.min(1, Math.max(0, linear));
  return part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
}

const hex = (part: number): string =>
  Math.round(part * 255)
    .toString(16)
    .padStart(2, '0');
