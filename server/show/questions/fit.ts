import { LIMITS } from '#machines/contract/limits.ts';
import { isValidText, isVisibleText } from '#machines/contract/text.ts';
import { displayText } from '#machines/contract/text.ts';
import { languageOf } from './language.ts';

/**
 * Matches control characters and markup, which a plain text does not need. A blank to fill in ('a ____ in the hand') or
 * '3 * 4' is not markup.
 */
const MARKUP = new RegExp(
  [
    String.raw`[\p{Cc}\u2028\u2029]`, // a second line
    String.raw`<[/!?]?\p{L}|-->`,
    String.raw`&(?:#\d+|#x[\da-f]+|[a-z]{2,}\d*);`,
    '[`\\\\]',
    String.raw`!?\[[^\]]*\]\(`,
    String.raw`(?<![\p{L}\p{N}*])\*{1,3}[^\s*]`,
    String.raw`(?<![\p{L}\p{N}_])_{1,3}[^\s_](?:[^_]*[^\s_])?_{1,3}(?![\p{L}\p{N}_])`,
    '~~',
    String.raw`^(?:#{1,6}|[-+>•])\s`,
    String.raw`https?://|\bwww\.`,
  ].join('|'),
  'iu',
);

/** Writing systems. Scripts that one text may mix, such as those of Japanese, form one entry. */
const SCRIPTS = [
  ['Latin'],
  ['Han', 'Hiragana', 'Katakana'],
  ['Hangul'],
  ['Cyrillic'],
  ['Greek'],
  ['Arabic'],
  ['Hebrew'],
  ['Devanagari'],
  ['Bengali'],
  ['Gujarati'],
  ['Gurmukhi'],
  ['Kannada'],
  ['Malayalam'],
  ['Tamil'],
  ['Telugu'],
  ['Sinhala'],
  ['Thai'],
  ['Lao'],
  ['Khmer'],
  ['Myanmar'],
  ['Georgian'],
  ['Armenian'],
  ['Ethiopic'],
].map((names) => ({
  name: names[0],
  letters: new RegExp(`[${names.map((name) => `\\p{Script=${name}}`).join('')}]`, 'gu'),
}));

/** Returns the scripts of a text, the script with the most letters first. */
const scriptsOf = (text: string) =>
  SCRIPTS.map(({ name, letters }) => ({ name, count: text.match(letters)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ name }) => name);

/**
 * Whether a reader of the topic can probably read the text: it is in Latin or in one of the topic's scripts, and not in
 * a language that detectably differs from the topic's.
 */
function isReadable(text: string, topic: string): boolean {
  const [script] = scriptsOf(text);
  const known = scriptsOf(topic);
  if (script !== 'Latin')
    return script !== undefined && (known.length === 0 || known.includes(script));
  const asked = languageOf(topic);
  const written = languageOf(text);
  return asked === null || written === null || asked === written;
}

/**
 * Returns a question that a model wrote, if it can be shown: one line of visible plain text, within the length limit,
 * in the topic's script and language (threat 86). Quotation marks around the whole text are removed. Other defects are
 * not repaired, because the intended text is unknown; the result is then null.
 */
export function fitQuestion(written: string, topic: string): string | null {
  const line = written.trim();
  const text = displayText(line)
    .replace(/^(?:"(?<straight>[^"]*)"|“(?<curly>[^”]*)”|«(?<pointed>[^»]*)»)$/u, '$1$2$3')
    .trim();
  const isFit =
    text.length <= LIMITS.questionLength &&
    isVisibleText(text) &&
    isValidText(text) &&
    !MARKUP.test(line) &&
    !MARKUP.test(text) &&
    isReadable(text, topic);
  return isFit ? text : null;
}
