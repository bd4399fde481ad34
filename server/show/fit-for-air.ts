import {
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  pattern,
  RegExpMatcher,
} from 'obscenity';
import { skeletonOf } from '#machines/show/rules/names.ts';

/** Innocent names and words that the word list would flag. */
const INNOCENT = (
  'akshit harshit dikshit dixit mishit shital shitake shiitake analia analis analys cummings cummins dickinson ' +
  'dickens fagan fagin fukuda fukui fukuoka fukushima hooker penistone pussycat raper semenov semenya semenko titan'
).split(' ');
/** Rude words that the word list lacks. They match only as whole words, because innocent words contain them. */
const MISSING = [
  pattern`|jiz|`,
  pattern`|boner|`,
  pattern`|hitler`,
  pattern`|nazi|`,
  pattern`|nazis|`,
  pattern`|kunt|`,
  pattern`|kunts|`,
  pattern`phuck`,
  pattern`|shyt|`,
  pattern`|biatch`,
  pattern`|heil|`,
  pattern`|paedo`,
  pattern`|pedo|`,
  pattern`|pedophile`,
];

const words = new DataSet<{ originalWord: string }>().addAll(englishDataset);
for (const each of MISSING)
  words.addPhrase((phrase) => phrase.setMetadata({ originalWord: 'own' }).addPattern(each));
words.addPhrase((phrase) => INNOCENT.reduce((all, each) => all.addWhitelistedTerm(each), phrase));
const matcher = new RegExpMatcher({ ...words.build(), ...englishRecommendedTransformers });

/**
 * Matches letters that are written apart, such as 'f u c k' and 'f.u.c.k': three or more, each separated by other
 * characters.
 */
const LETTERS_APART =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]+[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu;

const together = (text: string): string =>
  text.replaceAll(LETTERS_APART, (apart) => apart.replaceAll(/[^\p{L}\p{N}]+/gu, ''));

/** Maximum number of cached results. A check takes about 50 µs, and the same names recur. */
const MOST_KEPT = 10_000;
const known = new Map<string, boolean>();

/**
 * Whether an English word list flags a text as unfit for air, including disguises: 'sh1t', 'f*ck', 'fuuuck', 'f u c k',
 * look-alike letters of other scripts, invisible characters. It knows no other language and no insults without a rude
 * word, and flags some innocent names ('Dick Cheney'). So it only marks texts, and a person decides.
 */
export function isUnfit(text: string): boolean {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MOST_KEPT) known.clear();
  const skeleton = skeletonOf(text);
  const found = [text, skeleton, together(skeleton)].some((each) => matcher.hasMatch(each));
  known.set(text, found);
  return found;
}
