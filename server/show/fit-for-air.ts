import {
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  pattern,
  RegExpMatcher,
} from 'obscenity';
import { skeletonOf } from '#machines/show/rules/names.ts';

/** Innocent names and words that the list would find something in. */
const INNOCENT = (
  'akshit harshit dikshit dixit mishit shital shitake shiitake analia analis analys cummings cummins dickinson ' +
  'dickens fagan fagin fukuda fukui fukuoka fukushima hooker penistone pussycat raper semenov semenya semenko titan'
).split(' ');
/** Whole words, because they are a part of innocent ones. */
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

/** 'f u c k' and 'f.u.c.k': three letters or more with something else between each. */
const LETTERS_APART =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]+[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu;

const together = (text: string): string =>
  text.replaceAll(LETTERS_APART, (apart) => apart.replaceAll(/[^\p{L}\p{N}]+/gu, ''));

/** A text takes some 50 µs, and the same names are shown again and again. */
const MOST_KEPT = 10_000;
const known = new Map<string, boolean>();

/**
 * Whether an English word list finds a text unfit for air, disguises included: 'sh1t', 'f*ck', 'fuuuck', 'f u c k', letters of other
 * scripts that look the same, characters without a shape. It knows no other language and no insult without a rude word;
 * and it takes some innocent names for rude ones ('Dick Cheney'). So it only points: a person decides.
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
