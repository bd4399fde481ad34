import { CLASS_WORDS, FIRM_CLASS_WORDS, REALMS, STATES, TITLES } from './empty-words.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { postingsInSteps } from './postings.ts';
import type { Reading } from './readings.ts';
import type { FindForm, ShortForm } from './short-form.ts';
import type { Steps } from './steps.ts';
import { textKey } from './text.ts';

/**
 * What stands around an answer: 'ADP (adenosine diphosphate)', 'Hobbit, or There and Back Again', 'Imagine - John Lennon',
 * '(I Can't Get No) Satisfaction', 'Hamlet by William Shakespeare'.
 */
const BRACKETS = [/^([^()]+)\(([^()]+)\)[^()]*$/, /^\(([^()]+)\)([^()]+)$/];
const TAILS = [
  /^(.+?)(?:[,;.:] or:?,?|,? or[:,]) (.+)/,
  /^([^:]+): (.+)/,
  /^(.+?) [-\u2013\u2014] (.+)/,
];
const SERIES = /^([^:]+): /;
/** 'Harry Potter and the Goblet of Fire'. */
const HERO = /^(\S+ \S.*?) and (the .+)$/i;
/** 'The Tragedy of Hamlet, Prince of Denmark', 'Mahler's Ninth Symphony'. */
const FRAME =
  /^(?:the )?(?:\S+ ){0,2}(?:adventures|tragedy|comedy|story|tale|legend|history|chronicles|life|case) of (.+)$/i;
const APPOSITION = /^([^,]+), (?:the )?(?:\S+ ){0,2}?(\p{L}+)(?: of)? [^,]+$/u;
const POSSESSIVE = /^(\p{L}+)['\u2019]s? (.+)$/u;
/** 'Star Wars: Episode IV - A New Hope' without its last part. */
const BEFORE_LAST = /^(.+(?:: | [-\u2013\u2014] ).+)(?:: | [-\u2013\u2014] ).+$/;
const MAX_PARTS = 6;

/** What stands before the colon of a title. */
const seriesOf = ({ text }: Reading): string[] => {
  const series = SERIES.exec(text ?? '')?.[1];
  return series === undefined ? [] : [textKey(series)];
};

/** 'ADP (adenosine diphosphate)', 'the Boxer Rebellion in China': the part that another text says alone. */
export function* asidesInSteps(
  readings: readonly Reading[],
  find: FindForm,
  knowledge: Knowledge,
): Steps<ShortForm> {
  const ofSeries = yield* postingsInSteps(readings, seriesOf);
  const ofHero = yield* postingsInSteps(readings, (reading) => heroOf(reading).slice(0, 1));
  const work = (reading: Reading) => workOf(reading, knowledge);
  const ofWork = yield* postingsInSteps(readings, work);
  /** Of a hero with several adventures the adventure alone: 'The Beast' is no 'Beauty and the Beast'. */
  const adventure = (reading: Reading): string[] => {
    const [hero, ...rest] = heroOf(reading);
    return hero !== undefined && (ofHero.get(hero)?.length ?? 0) > 1 ? rest : [];
  };
  return {
    reason: 'short-form',
    hostsOf: (reading) => {
      // 'CSI: Miami' and 'CSI: New York' are both no 'CSI'.
      const several = new Set(
        seriesOf(reading).filter((series) => (ofSeries.get(series)?.length ?? 0) > 1),
      );
      const parts = partsOf(reading.text ?? '').filter((part) => !several.has(part));
      parts.push(...beforeLast(reading), ...adventure(reading), ...framed(reading));
      parts.push(...work(reading).filter((each) => (ofWork.get(each)?.length ?? 0) < 2));
      parts.push(...beforeAuthor(reading, knowledge), ...beforePlace(reading, knowledge));
      return parts.map(find).find((positions) => positions.length > 0) ?? [];
    },
  };
}

const heroOf = ({ text }: Reading): string[] =>
  HERO.exec(text ?? '')
    ?.slice(1)
    .map(textKey) ?? [];

/** What stands after 'the adventures of', and before ', Prince of Denmark'. */
function framed({ text }: Reading): string[] {
  const typed = text ?? '';
  const whole = FRAME.exec(typed)?.[1] ?? typed;
  const [, name = '', title = ''] = APPOSITION.exec(whole) ?? [];
  const head = TITLES.has(title.toLowerCase()) ? [name] : [];
  return [...(whole === typed ? [] : [whole]), ...head].map(textKey);
}

/** What somebody has made: 'Ninth Symphony' of 'Mahler's Ninth Symphony'. */
function workOf({ text }: Reading, knowledge: Knowledge): string[] {
  const [, maker = '', work = ''] = POSSESSIVE.exec(text ?? '') ?? [];
  return knowledge.isSurname(maker.toLowerCase()) ? [textKey(work)] : [];
}

const beforeLast = ({ text }: Reading): string[] => {
  const head = BEFORE_LAST.exec(text ?? '')?.[1];
  return head === undefined ? [] : [textKey(head)];
};

/** Of a title the last part first: what a series is called says less than what its part is. */
function partsOf(text: string): string[] {
  const brackets = firstMatch(BRACKETS, text);
  if (brackets !== null) return brackets.map(textKey);
  const parts: string[] = [];
  let rest = firstMatch(TAILS, text);
  while (rest !== null && parts.length < MAX_PARTS) {
    const [head = '', tail = ''] = rest;
    parts.push(textKey(tail), textKey(head));
    rest = firstMatch(TAILS, tail);
  }
  return parts;
}

/** What the first pattern that fits has found. */
const firstMatch = (patterns: readonly RegExp[], text: string): readonly string[] | null =>
  patterns
    .map((pattern) => pattern.exec(text))
    .find((found) => found !== null)
    ?.slice(1) ?? null;

/** What comes before 'by William Shakespeare'. */
function beforeAuthor({ text }: Reading, knowledge: Knowledge): string[] {
  const [, work, author] = /^(.+) by (\p{Lu}.*)$/u.exec(text ?? '') ?? [];
  if (work === undefined || author === undefined) return [];
  const names = textKey(author).split(' ');
  const isPerson = knowledge.isGivenName(names[0] ?? '') || knowledge.isSurname(names.at(-1) ?? '');
  return isPerson ? [textKey(work)] : [];
}

const KINDS = [CLASS_WORDS, FIRM_CLASS_WORDS, REALMS, STATES];
/** 'The Republic' is not the Republic of China. */
const isKind = (words: readonly string[]): boolean =>
  words.length === 1 && KINDS.some((kind) => kind.has(words[0] ?? ''));

/** What comes before 'of Japan' or 'in Vietnam'. */
function beforePlace({ tokens }: Reading, knowledge: Knowledge): string[] {
  const at = tokens.findLastIndex((token) => token === 'of' || token === 'in');
  if (at < 1 || isKind(tokens.slice(0, at))) return [];
  const place = tokens.slice(at + 1).filter((token) => token !== 'the');
  const isPlace = knowledge
    .meaningsOf(place.join(' '))
    .some(({ kind, isCode }) => !isCode && (kind === 'country' || kind === 'region'));
  return isPlace ? [tokens.slice(0, at).join(' ')] : [];
}
