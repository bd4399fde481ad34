import inflections from './data/inflections.json';

const IRREGULAR_PLURALS = new Map(Object.entries(inflections.plurals));

/** Irregular forms that are of no other word: not 'left', 'found' or 'broken'. */
const IRREGULAR_VERBS = new Map(
  Object.entries(inflections.verbs).flatMap(([verb, forms]) =>
    forms.split(' ').map((form) => [form, verb] as const),
  ),
);

/** The singular of an English plural or possessive; a word that only looks like one loses its end alike. */
export function singular(word: string): string {
  const irregular = IRREGULAR_PLURALS.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || !word.endsWith('s') || /\d|(?:ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

const HAS_VOWEL = /[aeiouy]/;

/**
 * A word without the ends that only inflect it: 'lies' and 'lying' are 'lie', 'stopped' is 'stop',
 * Greek nouns lose case, number and the diminutive. `isWord` tells 'hope' from 'hop'.
 */
export function stemOf(word: string, isWord: (word: string) => boolean): string {
  if (/^\p{Script=Greek}+$/u.test(word)) return greekStem(word);
  const verb = IRREGULAR_VERBS.get(word);
  if (verb !== undefined) return verb;
  // 'overslept', 'misunderstood'
  const [, prefix = '', plain = ''] = /^(over|under|out|mis|re|for)(.{3,})$/.exec(word) ?? [];
  const base = IRREGULAR_VERBS.get(plain);
  if (base !== undefined && isWord(prefix + base)) return prefix + base;
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const single = singular(word);
  const match = /^(.+?)(ying|ing|ied|ed)$/.exec(single);
  if (match === null) return single;
  const [, stem = '', end] = match;
  if ((end === 'ing' || end === 'ed') && !HAS_VOWEL.test(stem)) return single;
  const options =
    end === 'ying'
      ? [`${stem}ie`, `${stem}y`, `${stem}ye`]
      : end === 'ied'
        ? [`${stem}y`, `${stem}ie`]
        : [`${stem}e`, undoubled(stem), stem];
  return options.find((option) => option.length >= 3 && isWord(option)) ?? single;
}

/** 'small' for 'smaller': only of an adjective there is a superlative too. */
export function positiveOf(word: string, isWord: (word: string) => boolean): string {
  if (!/^[a-z]{2,}er$/.test(word) || !isWord(`${word.slice(0, -1)}st`)) return word;
  const stem = word.slice(0, -2);
  const options = [stem.replace(/i$/, 'y'), `${stem}e`, stem, undoubled(stem)];
  return options.find((option) => isWord(option)) ?? word;
}

/** 'stopp' as 'stop'; what has no doubled end is not asked for. */
function undoubled(stem: string): string {
  return /([bdfgklmnprtv])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

const GREEK_ENDS = /(?:ατων|ατα|εισ|ουσ|εσ|οσ|οι|ων|ου|ια|ιοσ|ασ|ησ|ισ|ι|α|η|ο|ε|υ)$/u;
const GREEK_DIMINUTIVES = /(?:ουδακ|ουλακ|ακ|ουλ|ιτσ)$/u;

function greekStem(word: string): string {
  const stem = word.replace(GREEK_ENDS, '');
  return stem.length >= 3 ? stem : word;
}

/** The stem of a Greek noun without the ends of the small and dear: 'λαγουδακ' is 'λαγ'. */
export function withoutDiminutive(stem: string): string {
  const root = /^\p{Script=Greek}+$/u.test(stem) ? stem.replace(GREEK_DIMINUTIVES, '') : stem;
  return root.length >= 3 ? root : stem;
}
