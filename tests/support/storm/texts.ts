import type { Random } from '../random.ts';

/** Things that people take to the beach, frequent ones first, in various spellings. */
const ANSWERS = [
  ['towel', 'Towel', 'a towel', 'towl', 'towels'],
  ['umbrella', 'Umbrella', 'umbrela', 'the umbrella', 'umbrellla'],
  ['sunscreen', 'Sunscreen', 'sun screen', 'sunscren'],
  ['water', 'Water', 'watter'],
  ['book', 'a book', 'Books'],
  ['radio', 'Radio', 'raido'],
  ['blanket', 'blanket!', 'blankett'],
  ['ball', 'Ball', 'balls'],
] as const;

/** One of a few texts, often in its first spelling, so that known texts arrive all the time. */
export function answerText(random: Random): string {
  const place = Math.floor(random.next() ** 2 * ANSWERS.length);
  const spellings = ANSWERS[place] ?? ANSWERS[0];
  return random.chance(0.6) ? spellings[0] : random.pick(spellings);
}
