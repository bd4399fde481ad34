import { m } from 'messages';
/** NUL and lone surrogates can be neither stored nor shown; everything else is kept as typed. */
export const isValidText = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

/** Whether a text has visible characters, besides spaces and characters without a shape (zero-width, fillers). */
export const isVisibleText = (text: string): boolean =>
  /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Cleans a player's text for others: one line, single blanks, nothing that reorders text or overlaps other lines. */
export function displayText(text: string): string {
  return withoutExcessMarks(text)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** At most six combining marks and joiners per letter; no script needs more. */
export const withoutExcessMarks = (text: string): string =>
  text.replace(/([\p{M}\u200c\u200d]{6})[\p{M}\u200c\u200d]+/gu, '$1');

export const tooLongText = (max: number): string => m.textMostCharactersPlease({ max });

/** The message of `textSchema` for a typed text, or null; for screens that load no schemas. */
export function textProblem(typed: string, max: number, required: string): string | null {
  const text = typed.trim();
  if (!isVisibleText(text)) return required;
  if (text.length > max) return tooLongText(max);
  return isValidText(text) ? null : m.textTextHasCharactersWe();
}
