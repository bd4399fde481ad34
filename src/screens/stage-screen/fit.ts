/** Kinds of characters; their widths (em) are those of the heaviest Archivo, slightly overestimated. */
const NARROW = /[ijltfr.,:;'’!|()[\]-]/;
const WIDE = /[mwMW@%]/;
const LOWER = /[\p{Ll}\p{Nd}?]/u;
const LATIN = /\p{Script=Latin}/u;
/** With the word spacing of the style sheet. */
const SPACE_EM = 0.34;
const LINE_EM = 1.17;
/** A longer word is broken instead of shrunk. */
const LONGEST_WORD_EM = 22;
/** The numbers of lines that are tried. */
const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24];

function charEm(char: string): number {
  if (NARROW.test(char)) return 0.43;
  if (WIDE.test(char)) return 1.02;
  if (LOWER.test(char)) return 0.66;
  return LATIN.test(char) ? 0.79 : 1.05;
}

const wordEm = (word: string): number =>
  Array.from(word).reduce((width, char) => width + charEm(char), 0);

/** The widths of the words, em; a word that will be broken counts as several words. */
const piecesOf = (text: string): number[] =>
  text.split(/\s+/).flatMap((word) => {
    const width = wordEm(word);
    const pieces = Math.max(1, Math.ceil(width / LONGEST_WORD_EM));
    return Array.from({ length: pieces }, () => width / pieces);
  });

function linesAt(pieces: readonly number[], width: number): number {
  let lines = 1;
  let used = 0;
  for (const piece of pieces) {
    const next = used === 0 ? piece : used + SPACE_EM + piece;
    if (next <= width) used = next;
    else {
      lines += 1;
      used = piece;
    }
  }
  return lines;
}

/** The narrowest column, em, in which the words take at most `lines` lines. */
function columnEm(pieces: readonly number[], lines: number): number {
  let low = Math.max(...pieces);
  let high = pieces.reduce((sum, piece) => sum + piece + SPACE_EM, 0);
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (linesAt(pieces, middle) <= lines) high = middle;
    else low = middle;
  }
  return high;
}

/** The narrowest column, em, in which `text` takes at most `lines` lines. */
export const columnOf = (text: string, lines: number): number => columnEm(piecesOf(text), lines);

/** Hundredths of the size container's height or width, as a CSS length. */
export const ofHeight = (parts: number): string => `${parts.toFixed(2)} * var(--cqh)`;
const ofWidth = (parts: number): string => `${parts.toFixed(2)} * var(--cqi)`;

/** Like `fitted`, for texts that take one line each: a long one is smaller than the others. */
export function fittedLines(lines: readonly string[], most: string, wide = 1): string[] {
  const byHeight = ofHeight(100 / (LINE_EM * lines.length));
  return lines.map(
    (line) => `min(${most}, ${byHeight}, ${ofWidth(100 / (columnOf(line, 1) * wide))})`,
  );
}

/**
 * Returns a CSS length: the largest font size, up to `most` (a CSS length), at which `text` fits its size container.
 * `wide`: width of the letters, relative to the normal width. Calculated without measuring: for each number of lines,
 * the container's height limits the size, and its width limits it by the column that the text then needs. The number of
 * lines that allows the largest size is used.
 */
export function fitted(text: string, most: string, wide = 1): string {
  const pieces = piecesOf(text).map((piece) => piece * wide);
  const sizes = LINES.map((lines) => {
    const byHeight = 100 / (LINE_EM * lines);
    const byWidth = 100 / columnEm(pieces, lines);
    return `min(${ofHeight(byHeight)}, ${ofWidth(byWidth)})`;
  });
  return `min(${most}, max(${sizes.join(', ')}))`;
}
