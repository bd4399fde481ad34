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

/** Rounds of invented answers, of the kinds that text matching is weakest at. */
export const INVENTED_ROUNDS = rounds.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'invented-rounds.json'), 'utf8')),
);

export type InventedRound = (typeof INVENTED_ROUNDS)[number];

export type RoundScore = {
  readonly b3: number;
  readonly wrongPairs: readonly (readonly [string, string])[];
  readonly missedPairs: readonly (readonly [string, string])[];
  /** Pairs of different answers. */
  readonly differentPairs: number;
};

/** How similar the groups of text matching are to those of the round. */
export function scoreRound({ question, groups }: InventedRound, knowledge: Knowledge): RoundScore {
  const texts = groups.flatMap((group, gold) => group.map((text) => ({ text, gold })));
  const counted = texts.map(({ text }) => ({ key: textKey(text), text, count: 1 }));
  const groupOf = new Map(
    groupTexts(counted, { knowledge, intent: readQuestion(question) }).flatMap(
      ({ members }, made) => members.map(({ key }) => [key, made] as const),
    ),
  );
  const both = texts.map((each) => ({ ...each, made: groupOf.get(textKey(each.text)) ?? -1 }));
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
  };
}
