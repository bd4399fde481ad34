import type { MatchReason } from './match-reason.ts';
import type { Knowledge, Meaning } from './knowledge/knowledge.ts';
import type { Language, WordLists } from './languages/language.ts';
import { rulesOf } from './languages/rules.ts';
import { ordinal } from './numbers.ts';
import { type PersonName, readPerson } from './persons.ts';
import { type Locality, readLocality } from './places.ts';
import type { QuestionIntent } from './question-intent.ts';
import { readValues, type Value, type Values } from './values.ts';
import { type Shape, shapeOf } from './word-shapes.ts';

/** What texts are interpreted with: knowledge of words, and the question's intent. */
export type TextContext = {
  readonly knowledge: Knowledge;
  readonly intent: QuestionIntent;
  /** The language of the answers, a primary language subtag: 'de'. English by default. */
  readonly language?: string | undefined;
  /** The country that most texts of the round name. */
  readonly home?: number | null;
};

/** A key (`textKey`) and, if known, the text as typed. */
export type GivenText = { readonly key: string; readonly text?: string | undefined };

/** A normalised variant of a text. Two texts that share a form are the same answer; `reason` says why. */
export type Form = { readonly text: string; readonly reason: MatchReason };

/** Everything derived from one answer. */
export type Reading = {
  readonly key: string;
  readonly text: string | null;
  readonly tokens: readonly string[];
  readonly shape: Shape;
  readonly forms: readonly Form[];
  /** Set if the text is only a value. */
  readonly value: Value | null;
  /** Possible meanings of the whole text. */
  readonly meanings: readonly Meaning[];
  readonly locality: Locality | null;
  /** The text as a person's name, if it may be one. */
  readonly person: PersonName | null;
  readonly isNegative: boolean;
};

const NONE: readonly Meaning[] = [];
const NO_WORDS: readonly string[] = [];

/** Parses an answer into words, value, place, person and meanings, and derives its forms. */
export function readText({ key, text }: GivenText, about: TextContext): Reading {
  const { knowledge, intent } = about;
  const language = rulesOf(about.language);
  const { singular, words: lists } = language;
  const tokens = language.unified(key.split(' '), text ?? '');
  const locality = readLocality(tokens, knowledge, {
    text: text ?? null,
    fillers: lists.fillers,
    isPlaceAsked: intent.kind === 'place',
    home: about.home ?? null,
  });
  const within = locality?.within ?? null;
  const named = locality?.words ?? tokens;
  const { isWord } = knowledge;
  const plain = language.withNegationsApart(withoutCountWords(named, lists));
  const isNegative = plain.some((token) => lists.negations.has(token));
  // The negation is recorded in `facts`, so remove it from the words.
  const affirmed = isNegative ? plain.filter((token) => !lists.bareNegations.has(token)) : plain;
  const { values, words: rest } = readValues(affirmed.length === 0 ? plain : affirmed, language);
  const holiday = intent.kind === 'time' ? language.calendar.holidays.get(key) : undefined;
  const value: Value | null =
    holiday === undefined
      ? valueAlone({ values, words: rest }, intent, isNegative, language)
      : { kind: 'date', text: holiday };
  const content = withoutFillers(rest, lists);
  const expanded = content.flatMap((token, at) =>
    isSentence(intent) && lists.lightWords.has(token)
      ? [token]
      : expand(token, at, content.length, about),
  );
  const words = expanded.map(singular);
  const signs = rest.join(' ').match(/[^\p{L}\p{M}\s\u200c\u200d]+/gu) ?? [];
  const figures = values.map((each) => each.text.replaceAll(' ', ''));
  const facts = [
    ...signs,
    ...figures,
    ...(isNegative ? ['not'] : []),
    ...(within === null ? [] : [`@${within}`]),
  ].join(' ');
  const meanings =
    value === null && within === null
      ? isNegative || values.length > 0
        ? meaningsOf(named, isNegative ? withoutFillers(plain, lists) : [], [], about)
        : meaningsOf(named, content, words, about)
      : NONE;
  const shape = shapeOf(key, facts, [...words, ...figures], isWord, language);
  return {
    key,
    text: text ?? null,
    tokens,
    shape,
    forms: [
      ...(value === null ? formsOf(facts, expanded, words, figures, about) : valueForms(value)),
      ...(/^\d{1,3}$/.test(tokens.at(-1) ?? '')
        ? numberedForms({ words: rest, values }, intent, language)
        : []),
    ],
    value,
    meanings,
    locality,
    person: value !== null || isNegative ? null : readPerson(tokens, about),
    isNegative,
  };
}

/** Removes words before numbers: 'part' in 'back to the future part 2', 'no' in 'symphony no 5'. */
const withoutCountWords = (
  tokens: readonly string[],
  { countWords }: WordLists,
): readonly string[] =>
  tokens.some((token) => countWords.has(token))
    ? tokens.filter(
        (token, at) =>
          at === 0 || !countWords.has(token) || !/^(?:\d+|[ivx]+)$/.test(tokens[at + 1] ?? ''),
      )
    : tokens;

/** Returns the value if all other words are fillers or words of the question. */
function valueAlone(
  { values, words }: Values,
  intent: QuestionIntent,
  isNegative: boolean,
  { singular, words: lists }: Language,
): Value | null {
  const [value = null] = values;
  if (values.length > 1 || isNegative) return null;
  const isAsked = intent.kind === 'count' || intent.kind === 'time';
  const isSaid = words.every(
    (word) =>
      !lists.modifiers.has(word) &&
      (lists.fillers.has(word) ||
        intent.nouns.has(singular(word)) ||
        (isAsked && (lists.lightWords.has(word) || intent.words.has(singular(word)))) ||
        (intent.kind === 'time' && lists.eventWords.has(word))),
  );
  return isSaid ? value : null;
}

/**
 * Forms that make 'amendment 1' equal to '1st amendment'. None if the question asks for a count: '12 sides' is not 'the
 * 12th side'.
 */
function numberedForms(
  { words, values }: Values,
  intent: QuestionIntent,
  { singular }: Language,
): Form[] {
  const [value, ...others] = values;
  if (
    value?.kind !== 'number' ||
    others.length > 0 ||
    words.length === 0 ||
    intent.kind === 'count'
  )
    return [];
  const nth = ordinal(Number(value.text));
  const spoken = nth === '2nd' ? 'second' : nth;
  const facts = spoken === nth ? value.text : '';
  const named = words.map(singular).filter((word) => !intent.nouns.has(word));
  return [
    { text: `${facts}|${[spoken, ...words.map(singular)].sort().join(' ')}|`, reason: 'number' },
    { text: stemForm(facts, [spoken, ...named]), reason: 'number' },
  ];
}

function valueForms(value: Value): Form[] {
  return [{ text: `=${value.text}`, reason: 'number' }];
}

function formsOf(
  facts: string,
  expanded: readonly string[],
  words: readonly string[],
  figures: readonly string[],
  about: TextContext,
): Form[] {
  const { knowledge, intent } = about;
  const { stemOf, stemInPhrase, negatedIn, words: lists } = rulesOf(about.language);
  const forms: Form[] = [
    { text: `${facts}|${words.join('')}${figures.join('')}`, reason: 'spelling' },
    { text: `${facts}|${[...words, ...figures].sort().join(' ')}|`, reason: 'word-order' },
  ];
  const { isWord } = knowledge;
  const light = isSentence(intent) ? lists.lightWords : lists.prepositions;
  const heavy = expanded.filter(
    (word, at) => !light.has(word) && (at === expanded.length - 1 || !lists.fillers.has(word)),
  );
  const said = heavy.length === 0 ? expanded : heavy;
  const stem = isSentence(intent) && said.length > 1 ? stemInPhrase : stemOf;
  const stems = said.map((word) => stem(knowledge.plainForm(word) ?? word, isWord));
  const fresh = stems.filter((word) => !intent.nouns.has(word));
  const kept = fresh.length === 0 ? stems : fresh;
  forms.push({ text: stemForm(facts, kept), reason: 'spelling' });
  if (isSentence(intent) && said.length > 1) {
    const told = stems.filter(
      (word, at) => !intent.words.has(word) && !intent.words.has(said[at] ?? ''),
    );
    if (isFree(intent) && told.length > 0)
      forms.push({ text: stemForm(facts, told), reason: 'spelling' });
  }
  const negated = facts === '' ? negatedIn(said, isWord) : null;
  if (negated !== null) {
    const denied = negated.map((word) => stemOf(knowledge.plainForm(word) ?? word, isWord));
    forms.push({ text: stemForm('not', denied), reason: 'meaning' });
  }
  // Synonyms are only used in free phrases: among job titles, a 'director' is not a 'manager'.
  if (kept.length > 1 && kept.length <= MAX_PHRASE && facts === '' && isFree(intent)) {
    const concepts = kept.map((word) => conceptOf(word, knowledge));
    forms.push({ text: stemForm(facts, concepts), reason: 'meaning' });
  }
  if (kept.length === 1 && !facts.includes('@')) {
    const concepts = kept.map((word) => conceptOf(word, knowledge));
    forms.push({ text: stemForm(facts, concepts), reason: 'meaning' });
  }
  return forms;
}

/** Whether answers may be sentences, in which function words matter little. False if the question asks for a name. */
export const isSentence = ({ kind, words, nouns }: QuestionIntent): boolean =>
  kind === null && (nouns.size === 0 || nouns === words);

const MAX_PHRASE = 3;
const FREE_WORDS = 'something somewhere thing reason why way sign excuse'.split(' ');

/**
 * Whether the question asks for free phrases, so that synonyms are the same answer, unlike job titles ('director',
 * 'manager').
 */
const isFree = (intent: QuestionIntent): boolean =>
  isSentence(intent) && FREE_WORDS.some((word) => intent.words.has(word));

const stemForm = (facts: string, words: readonly string[]): string =>
  `${facts}|~${[...new Set(words)].sort().join(' ')}`;

/** The most common concept of a word, or the word itself. */
function conceptOf(word: string, knowledge: Knowledge): string {
  const first = knowledge
    .meaningsOf(word)
    .find(({ kind, isCode }) => kind === 'concept' && !isCode);
  return first?.rank === 0 ? `#${first.id}` : word;
}

/**
 * Returns the meanings of the first variant of the text that has a meaning: with and without fillers, plurals and words of
 * the question.
 */
function meaningsOf(
  tokens: readonly string[],
  content: readonly string[],
  words: readonly string[],
  about: TextContext,
): readonly Meaning[] {
  const { knowledge, intent } = about;
  const { stemOf, words: lists } = rulesOf(about.language);
  const fresh = words.filter((word) => !intent.nouns.has(word));
  const { isWord } = knowledge;
  const ways = [
    tokens,
    content,
    words,
    words.map((word) => stemOf(word, isWord)),
    content.filter((word) => !lists.lightWords.has(word)),
    fresh,
  ];
  // Names of people must match as typed: 'John Mills' is not 'John Mill'.
  const isAsTyped = (way: readonly string[]) => way === tokens || way === content;
  const tried = new Set<string>();
  for (const way of ways) {
    const phrase = way.join(' ');
    if (phrase === '' || tried.has(phrase)) continue;
    tried.add(phrase);
    const plain = knowledge.plainForm(phrase);
    const found = knowledge
      .meaningsOf(phrase)
      .filter(({ kind }) => isAsTyped(way) || kind !== 'person');
    if (found.length > 0) return found;
    const foundPlain = plain === null ? NONE : knowledge.meaningsOf(plain);
    if (foundPlain.length > 0) return foundPlain;
  }
  return NONE;
}

/**
 * Replaces an abbreviation or inflected form by its full or plain form: 'mgr' by 'manager', 'hr' by 'human resources',
 * 'geese' by 'goose'.
 */
function expand(
  token: string,
  at: number,
  count: number,
  { knowledge, language }: TextContext,
): readonly string[] {
  const { singular } = rulesOf(language);
  // A single letter after the first word is not expanded: the 'E' of 'Wall-E' does not mean 'east'.
  const isLetter = token.length === 1 && at > 0;
  const own = knowledge.longFormsOf(token);
  const long = isLetter ? NO_WORDS : own.length > 0 ? own : knowledge.longFormsOf(singular(token));
  const [first] = long;
  if (first !== undefined && (count > 1 || knowledge.meaningsOf(token).length === 0)) {
    const isLead = at === 0 && long.includes('saint');
    return (isLead ? 'saint' : first).split(' ');
  }
  const plain = knowledge.plainForm(token) ?? knowledge.plainForm(singular(token));
  return plain === null ? [token] : plain.split(' ');
}

const withoutFillers = (tokens: readonly string[], lists: WordLists): readonly string[] =>
  tokens.filter((_, at) => at === tokens.length - 1 || !isFiller(at, tokens, lists));

/** Whether a word adds nothing before other words: 'the', 'n' in 'rock n roll', 'lot' in 'lot of money'. */
function isFiller(at: number, tokens: readonly string[], { fillers, amounts }: WordLists): boolean {
  const token = tokens[at] ?? '';
  return (
    fillers.has(token) ||
    (token === 'n' && at > 0) ||
    (amounts.has(token) && tokens[at + 1] === 'of')
  );
}
