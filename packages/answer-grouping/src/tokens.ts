import lists from './data/empty-words.json';

const NEGATIONS: ReadonlySet<string> = new Set(lists.negations.split(' '));

/** Words for the sign after a note or a blood group. */
const SIGNS_OF_NOTES = new Map(Object.entries({ sharp: '#', flat: '♭' }));
const SIGNS_OF_BLOOD = new Map(
  Object.entries({ positive: '+', pos: '+', plus: '+', negative: '-', neg: '-', minus: '-' }),
);

const signAfter = (letter: string, word: string): string | undefined => {
  if (/^[a-g]$/.test(letter) && SIGNS_OF_NOTES.has(word)) return SIGNS_OF_NOTES.get(word);
  return /^(?:a|b|ab|o)$/.test(letter) ? SIGNS_OF_BLOOD.get(word) : undefined;
};

/** Writes 'c sharp' as 'c#', 'o positive' as 'o+', and 'Eb' at the beginning of the typed text as 'e♭'. */
export function withLetterSigns(tokens: readonly string[], text: string): readonly string[] {
  const [first = ''] = tokens;
  // The key lacks the 'A' of 'A positive', which looked like an article.
  const isA = /^\s*A[\s-]/.test(text) && signAfter('a', first) !== undefined;
  const all = isA ? ['a', ...tokens] : tokens;
  const signed: string[] = [];
  for (const token of all) {
    const letter = signed.at(-1) ?? '';
    const sign = signAfter(letter, token);
    if (sign === undefined) signed.push(token);
    else signed[signed.length - 1] = `${letter}${sign}`;
  }
  const flat = /^\s*([A-G])b\b/.exec(text)?.[1];
  return flat === undefined ? signed : [`${flat.toLowerCase()}♭`, ...signed.slice(1)];
}

const REIGNS = new Map(Object.entries({ i: '1', v: '5', x: '10' }));

/** Writes the number of a ruler in figures: 'charles 1 of england' for 'charles i of england'. */
export const withReignsInFigures = (tokens: readonly string[]): readonly string[] =>
  tokens.map((token, at) =>
    tokens[at + 1] === 'of' && (tokens[at - 1] ?? '').length > 2
      ? (REIGNS.get(token) ?? token)
      : token,
  );

const IRREGULAR = new Map(
  Object.entries({ cant: 'can', cannot: 'can', wont: 'will', shant: 'shall', aint: 'is' }),
);

/** Negative words that mean 'not' and another word: 'I knew nobody' is 'I did not know anybody'. */
const NOT_ANY = new Map(
  Object.entries({ nobody: 'anybody', noone: 'anybody', nothing: 'anything', nowhere: 'anywhere' }),
);

/**
 * Splits negative words: 'dont' into 'do' and 'not', 'unable to' into 'can' and 'not', 'nobody' into 'not' and
 * 'anybody'.
 */
export function withNegationsApart(given: readonly string[]): readonly string[] {
  const tokens = withLackAsNo(given);
  const isNegative = tokens.some((token) => NEGATIONS.has(token));
  if (!isNegative && !tokens.some((token) => token === 'able' || token === 'unable')) return tokens;
  const apart: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const isAbility = tokens[at + 1] === 'to';
    const any = NOT_ANY.get(token);
    if (isAbility && token === 'able') apart.push('can');
    else if (isAbility && token === 'unable') apart.push('can', 'not');
    else if (any !== undefined && tokens.length > 1) apart.push('not', any);
    else if (isNegative && token === 'anyone') apart.push('anybody');
    else if (!(token === 'to' && /^(?:un)?able$/.test(tokens[at - 1] ?? '')))
      apart.push(...verbAndNot(token));
  }
  return apart;
}

/** Phrases that mean 'no'. */
const LACKS =
  'lack of, lacks, lacking, not enough, ran out of, run out of, runs out of, running out of, out of'
    .split(', ')
    .map((phrase) => phrase.split(' '));

/**
 * Writes 'lack of money', 'not enough money' and 'ran out of money' as 'no money', but only at the beginning: 'get out
 * of bed' is not a lack.
 */
function withLackAsNo(tokens: readonly string[]): readonly string[] {
  const lack = LACKS.find((words) => words.every((word, at) => tokens[at] === word));
  if (lack === undefined || tokens.length === lack.length) return tokens;
  return ['no', ...tokens.slice(lack.length)];
}

function verbAndNot(token: string): readonly string[] {
  if (!NEGATIONS.has(token)) return [token];
  const verb = IRREGULAR.get(token) ?? /^(.+)nt$/.exec(token)?.[1];
  return verb === undefined ? [token] : [verb, 'not'];
}

/** Patterns of opposites: prefixes (some only with the ending of an adjective), and the suffix '-less'. */
const OPPOSITES = [
  /^un(.{3,})$/,
  /^non(.{4,})$/,
  /^(?:in|im|il|ir|dis)(.{2,}(?:able|ible|ed|[aei]te|[ae]nt|al|ive|ar|ous|ect|ure|est|ic))$/,
  /^(.{3,})less$/,
];

/**
 * Returns the word that a negative word negates: 'locked' for 'unlocked', 'complete' for 'incomplete', 'meat' for
 * 'meatless'; null if the word negates none.
 */
export function negatedBy(word: string, isWord: (word: string) => boolean): string | null {
  return (
    OPPOSITES.map((pattern) => pattern.exec(word)?.[1]).find(
      (positive) => positive !== undefined && isWord(positive),
    ) ?? null
  );
}

/**
 * Returns the phrase that a negative phrase negates: 'feel well' for 'feel unwell', 'dairy' for 'dairy free'; null if
 * it negates none.
 */
export function negatedIn(
  words: readonly string[],
  isWord: (word: string) => boolean,
): readonly string[] | null {
  const [first = '', last] = words;
  if (words.length === 2 && last === 'free') return [first];
  const at = words.findIndex((word) => negatedBy(word, isWord) !== null);
  const positive = negatedBy(words[at] ?? '', isWord);
  return positive === null ? null : words.with(at, positive);
}

/** Whether two words differ in the sex that they name: 'batman' and 'batwoman'. */
export const isOtherSex = (a: string, b: string): boolean =>
  /wom[ae]n$/.test(a) !== /wom[ae]n$/.test(b) && /m[ae]n$/.test(a) && /m[ae]n$/.test(b);
