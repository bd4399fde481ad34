import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { groupTexts } from '../src/grouping.ts';
import type { Knowledge } from '../src/knowledge/knowledge.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';

/**
 * A group per string, its texts between bars. Rules are developed on one half; the other is only
 * scored.
 */
const rounds = z.array(
  z.object({
    kind: z.string(),
    half: z.enum(['tuned', 'blind']),
    question: z.string(),
    groups: z.array(z.string().transform((texts) => texts.split(' | '))),
  }),
);

const readRounds = (file: string) =>
  rounds.parse(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')));

/** Rounds of invented answers, of the kinds that text matching is weakest at. */
export const INVENTED_ROUNDS = readRounds('invented-rounds.json');

/** Rounds by language, the largest group of each first; those in German and Spanish as a studio audience types. */
export const ROUNDS_BY_LANGUAGE = new Map([
  ['en', INVENTED_ROUNDS],
  ['de', readRounds('invented-rounds.de.json')],
  ['es', readRounds('invented-rounds.es.json')],
]);

export type InventedRound = (typeof INVENTED_ROUNDS)[number];

export type RoundScore = {
  readonly b3: number;
  readonly wrongPairs: readonly (readonly [string, string])[];
  readonly missedPairs: readonly (readonly [string, string])[];
  /** Pairs of different answers. */
  readonly differentPairs: number;
  /** The share of answers that get the right points for the rank of their group. */
  readonly rankPoints: number;
};

/** How often a text is given if counts matter: few groups, and few spellings of each, are frequent (Zipf's law). */
const LARGEST = 40;
const zipf = (group: number, place: number): number =>
  Math.max(1, Math.round(LARGEST / ((group + 1) * (place + 1))));

/** How similar the groups of text matching are to those of the round; unless they are counted, every text is given once. */
export function scoreRound(
  { question, groups }: InventedRound,
  knowledge: Knowledge,
  { language = 'en', isCounted = false } = {},
): RoundScore {
  const texts = groups.flatMap((group, gold) =>
    group.map((text, place) => ({ text, gold, count: isCounted ? zipf(gold, place) : 1 })),
  );
  const counted = texts.map(({ text, count }) => ({ key: textKey(text, language), text, count }));
  const groupOf = new Map(
    groupTexts(counted, { knowledge, intent: readQuestion(question, language), language }).flatMap(
      ({ members }, made) => members.map(({ key }) => [key, made] as const),
    ),
  );
  const both = texts.map((each) => ({
    ...each,
    made: groupOf.get(textKey(each.text, language)) ?? -1,
  }));
  let [precision, recall] = [0, 0];
  for (const { gold, made } of both) {
    const right = both.filter((other) => other.gold === gold && other.made === made).length;
    precision += right / both.filter((other) => other.made === made).length / both.length;
    recall += right / both.filter((other) => other.gold === gold).length / both.length;
  }
  const pairs = both.flatMap((a, at) => both.slice(at + 1).map((b) => [a, b] as const));
  const textsOf = (some: typeof pairs) => some.map(([a, b]) => [a.text, b.text] as const);
  return {
    b3: (2 * precision * recall) / (precision + recall),
    wrongPairs: textsOf(pairs.filter(([a, b]) => a.gold !== b.gold && a.made === b.made)),
    missedPairs: textsOf(pairs.filter(([a, b]) => a.gold === b.gold && a.made !== b.made)),
    differentPairs: pairs.filter(([a, b]) => a.gold !== b.gold).length,
    rankPoints: rightPoints(both),
  };
}

function rightPoints(
  texts: readonly { readonly gold: number; readonly made: number; readonly count: number }[],
): number {
  const pointsOf = (groupOf: readonly number[]): number[] => {
    const sizes = new Map<number, number>();
    for (const [at, { count }] of texts.entries()) {
      const group = groupOf[at] ?? -1;
      sizes.set(group, (sizes.get(group) ?? 0) + count);
    }
    const ranks = [...new Set(sizes.values())].toSorted((a, b) => b - a);
    return groupOf.map((group) => Math.max(0, 5 - ranks.indexOf(sizes.get(group) ?? 0)));
  };
  const right = pointsOf(texts.map(({ gold }) => gold));
  const made = pointsOf(texts.map((each) => each.made));
  const all = texts.reduce((sum, { count }) => sum + count, 0);
  return texts.reduce((sum, { count }, at) => sum + (right[at] === made[at] ? count : 0), 0) / all;
}
