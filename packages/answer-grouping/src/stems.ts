import inflections from './data/inflections.json';

const IRREGULAR_PLURALS = new Map(Object.entries(inflections.plurals));

const byForm = (verbs: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(verbs).flatMap(([verb, forms]) =>
      forms.split(' ').map((form) => [form, verb] as const),
    ),
  );

/** Irregular verb forms that are not also other words, as 'left', 'found' and 'broken' are. */
const IRREGULAR_VERBS = byForm(inflections.verbs);
/** Irregular verb forms that are also words of their own. */
const VERBS_BESIDE_OTHERS = byForm(inflections.verbsBesideOthers);

/** The singular of an English plural or possessive. A word that only looks like a plural loses its ending too. */
export function singular(word: string): string {
  const irregular = IRREGULAR_PLURALS.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || !word.endsWith('s') || /\d|(?:ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Endings of stems to which no 'e' may be added after removing '-ing': 'locking' does not come from 'Locke'. */
const WITHOUT_E = /(?:ck|[lnrs]k|mp|[cfp]t|[lnr]d|r[mn]|[nr]t|sh)$/;

const HAS_VOWEL = /[aeiouy]/;

/**
 * Removes inflections: 'lies' and 'lying' are 'lie', 'stopped' is 'stop'; Greek nouns lose case and number.
 * `isWord` distinguishes 'hope' from 'hop'.
 */
export function stemOf(word: string, isWord: (word: string) => boolean): string {
  if (/^\p{Script=Greek}+$/u.test(word)) return greekStem(word);
  const verb = IRREGULAR_VERBS.get(word);
  if (verb !== undefined) return verb;
  // Irregular verbs with a prefix: 'overslept', 'misunderstood'.
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
        : WITHOUT_E.test(stem)
          ? [stem]
          : [`${stem}e`, undoubled(stem), stem];
  return options.find((option) => option.length >= 3 && isWord(option)) ?? single;
}

/** The stem of a word in a phrase, where 'left' in 'left at home' is certainly the verb. */
export const stemInPhrase = (word: string, isWord: (word: string) => boolean): string =>
  VERBS_BESIDE_OTHERS.get(word) ?? stemOf(word, isWord);

/** Removes a doubled final consonant: 'stop' for 'stopp'. */
function undoubled(stem: string): string {
  return /([bdfgklmnprtv])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

const GREEK_ENDS = /(?:ατων|ατα|εισ|ουσ|εσ|οσ|οι|ων|ου|ια|ιοσ|ασ|ησ|ισ|ι|α|η|ο|ε|υ)$/u;

function greekStem(word: string): string {
  const stem = word.replace(GREEK_ENDS, '');
  return stem.length >= 3 ? stem : word;
}
