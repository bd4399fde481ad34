import { NO_CONTEXT } from './grouping.ts';
import { type MeaningKind, memoized } from './knowledge/knowledge.ts';
import type { Language } from './languages/language.ts';
import { rulesOf } from './languages/rules.ts';
import { type TextContext, type Reading, readText } from './readings.ts';
import type { MustDiffer } from './refine.ts';
import type { Value } from './values.ts';

/** Kinds whose names are all known: two names of such a kind without a common meaning are different. */
const COMPLETE: readonly MeaningKind[] = ['country', 'region', 'currency', 'language'];

/** Maximum size of the cache of parsed keys; it is cleared when full. */
const MAX_KEPT = 5_000;

/**
 * Returns a function that decides whether two keys are certainly different answers: different numbers, dates or
 * meaningful signs ('7' and '8', 'b6' and 'b12', 'o+' and 'o'), different known countries, regions, currencies,
 * languages or codes, a text and its negation, or opposites. A text with a number may still match a text without a
 * number ('7up' is a lemonade).
 */
export function differing(about: TextContext = NO_CONTEXT): MustDiffer {
  const language = rulesOf(about.language);
  const inLanguage = { ...about, knowledge: language.known(about.knowledge) };
  const readingOf = memoized((key) => readText({ key }, inLanguage), MAX_KEPT);
  return (a, b) => areDifferent(readingOf(a), readingOf(b), language);
}

function areDifferent(a: Reading, b: Reading, language: Language): boolean {
  const isOther =
    a.value !== null && b.value !== null ? !mayBeSame(a.value, b.value) : areOtherSigns(a, b);
  return (
    isOther || areOtherNames(a, b) || isOneNegated(a, b, language) || areOpposite(a.key, b.key)
  );
}

/** Whether two values may be equal: '12' may mean '12 inches', '10:30' may be in the morning or in the evening. */
function mayBeSame(a: Value, b: Value): boolean {
  if ((a.kind === 'time') !== (b.kind === 'time')) return false;
  const isNumber = a.kind === 'number' || b.kind === 'number';
  const textsOf = ({ text, figures = text, others = [] }: Value) => [
    text,
    ...others,
    ...(isNumber ? [figures] : []),
  ];
  const texts = new Set(textsOf(a));
  return textsOf(b).some((text) => texts.has(text));
}

/** Whether two keys have different numbers or signs, or differ in numbers or signs only. */
function areOtherSigns(a: Reading, b: Reading): boolean {
  const [one, other] = [signsOf(a.key), signsOf(b.key)];
  if (one === other) return false;
  return (one !== '' && other !== '') || lettersOf(a.key) === lettersOf(b.key);
}

/** The numbers and signs of a key that carry meaning; not emoji, whose meaning is vague. */
const signsOf = (key: string): string =>
  (key.match(/[^\p{L}\p{M}\s\u200c\u200d]+/gu) ?? [])
    .filter((sign) => /^[\p{Nd}\p{Sc}.:/%+#♭-]+$/u.test(sign))
    .join(' ');

const lettersOf = (key: string): string => key.replace(/[^\p{L}\p{M}]/gu, '');

function areOtherNames(a: Reading, b: Reading): boolean {
  const ids = new Set(a.meanings.map(({ id }) => id));
  if (b.meanings.some(({ id }) => ids.has(id))) return false;
  if (isCode(a) && isCode(b)) return true;
  if (COMPLETE.some((kind) => has(a, kind) && has(b, kind))) return true;
  const [one, other] = [regionOf(a), regionOf(b)];
  return one !== null && other !== null && one !== other;
}

const has = (reading: Reading, kind: MeaningKind): boolean =>
  reading.meanings.some((meaning) => meaning.kind === kind && meaning.rank === 0);

const isCode = ({ meanings }: Reading): boolean => meanings.some((meaning) => meaning.isCode);

/** The id of a place's region; null if the text names only the country. */
const regionOf = ({ locality }: Reading): number | null =>
  locality === null || locality.within === locality.country ? null : locality.within;

/**
 * Whether only one text is negated and they share a word: 'not cold' and 'cold'. Without a shared word both may be the
 * same: 'not telling the truth' may be 'lying'.
 */
function isOneNegated(a: Reading, b: Reading, { withNegationsApart }: Language): boolean {
  if (a.isNegative === b.isNegative) return false;
  const words = new Set(withNegationsApart(a.tokens));
  return withNegationsApart(b.tokens).some((token) => words.has(token));
}

const NEGATIVE = /^(?:un|non|dis|anti)(.{3,})/;

function areOpposite(a: string, b: string): boolean {
  return NEGATIVE.exec(a)?.[1] === b || NEGATIVE.exec(b)?.[1] === a;
}
