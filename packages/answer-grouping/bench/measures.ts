import { groupTexts } from '../src/grouping.ts';
import type { Knowledge } from '../src/knowledge/knowledge.ts';
import { readQuestion } from '../src/question-intent.ts';
import { runSteps } from '../src/steps.ts';
import { DEFAULT_POINTS, suggestInSteps } from '../src/suggestions.ts';
import { textKey } from '../src/text.ts';
import type { GoldText, Round } from '../tests/rounds.ts';

export type Measured = {
  /** B-cubed F1 of the distinct texts, from 0 to 1. */
  readonly b3: number;
  /** Pairs of different answers, and those of them that were joined. */
  readonly different: number;
  readonly wrong: number;
  /** The share of answers that get the right contestant points. */
  readonly rankPoints: number;
  /** The same, averaged over redrawn counts, because one misspelling can tie two places. */
  readonly smoothed: number;
};

/** The name of a text's group, for each text. */
type Partition = readonly (string | number)[];

const REDRAWS = 60;
const DECISIONS = 5;

/** Numbers from 0 to 1, the same in every run (a linear congruential generator). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What text matching makes of a round: alone, and after a producer has answered five suggestions rightly. */
export type Outcome = {
  readonly alone: Measured;
  readonly decided: Measured;
  /** How many suggestions were answered, and how many of them with Yes. */
  readonly taken: number;
  readonly yes: number;
  readonly made: readonly number[];
};

export function outcomeOf({ question, language, texts }: Round, knowledge: Knowledge): Outcome {
  const keys = texts.map(({ text }) => textKey(text, language));
  const counts = new Map<string, { text: string; count: number }>();
  for (const [at, { text, count }] of texts.entries()) {
    const key = keys[at] ?? '';
    counts.set(key, { text, count: count + (counts.get(key)?.count ?? 0) });
  }
  const counted = Array.from(counts, ([key, rest]) => ({ key, ...rest }));
  const context = { knowledge, intent: readQuestion(question, language), language };
  const groups = groupTexts(counted, context);
  const groupOf = new Map(
    groups.flatMap(({ members }, group) => members.map(({ key }) => [key, group] as const)),
  );
  const made = keys.map((key) => groupOf.get(key) ?? -1);
  const suggestions = runSteps(suggestInSteps({ groups, counted, ...context }));
  const { partition, taken, yes } = decided(made, texts, keys, suggestions);
  return {
    made,
    taken,
    yes,
    alone: measured(texts, made),
    decided: measured(texts, partition),
  };
}

/** Answers suggestions by the commonest right group of both groups; a pair that is together by now is not asked. */
function decided(
  made: readonly number[],
  texts: readonly GoldText[],
  keys: readonly string[],
  suggestions: readonly { readonly keys: readonly [string, string] }[],
): { partition: number[]; taken: number; yes: number } {
  const partition = [...made];
  const commonest = (group: number): string | undefined => {
    const weights = new Map<string, number>();
    for (const [at, { gold, count }] of texts.entries())
      if (partition[at] === group) weights.set(gold, (weights.get(gold) ?? 0) + count);
    return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0];
  };
  let [taken, yes] = [0, 0];
  for (const suggestion of suggestions) {
    if (taken === DECISIONS) break;
    const [a = -1, b = -1] = suggestion.keys.map((key) => partition[keys.indexOf(key)]);
    if (a === b) continue;
    taken += 1;
    if (commonest(a) !== commonest(b)) continue;
    yes += 1;
    for (const [at, group] of partition.entries()) if (group === b) partition[at] = a;
  }
  return { partition, taken, yes };
}

/** Compares groups with those that people made. */
function measured(texts: readonly GoldText[], made: Partition): Measured {
  const gold = texts.map((each) => each.gold);
  let [precision, recall, wrong, different] = [0, 0, 0, 0];
  for (const [at, own] of gold.entries()) {
    let [both, together, same] = [0, 0, 0];
    for (const [other, theirs] of gold.entries()) {
      const isSame = theirs === own;
      const isTogether = made[other] === made[at];
      same += Number(isSame);
      together += Number(isTogether);
      both += Number(isSame && isTogether);
      if (other > at && !isSame) {
        different += 1;
        wrong += Number(isTogether);
      }
    }
    precision += both / together / gold.length;
    recall += both / same / gold.length;
  }
  const counts = texts.map(({ count }) => count);
  const random = randomFrom(texts.length);
  let smoothed = 0;
  for (let draw = 0; draw < REDRAWS; draw += 1)
    smoothed += rightPoints(gold, made, redrawn(counts, random)) / REDRAWS;
  return {
    b3: (2 * precision * recall) / (precision + recall),
    wrong,
    different,
    rankPoints: rightPoints(gold, made, counts),
    smoothed,
  };
}

/** Draws as many answers as `counts` has, each text with its share. */
function redrawn(counts: readonly number[], random: () => number): number[] {
  const drawn = counts.map(() => 0);
  const answers = counts.flatMap((count, at) => Array.from({ length: count }, () => at));
  for (const _ of answers) {
    const at = answers[Math.floor(random() * answers.length)] ?? 0;
    drawn[at] = (drawn[at] ?? 0) + 1;
  }
  return drawn;
}

function rightPoints(gold: Partition, made: Partition, counts: readonly number[]): number {
  const [right, own] = [pointsOf(gold, counts), pointsOf(made, counts)];
  let [same, all] = [0, 0];
  for (const [at, count] of counts.entries()) {
    all += count;
    if (right.get(gold[at] ?? '') === own.get(made[at] ?? '')) same += count;
  }
  return same / all;
}

/** The contestant points of each group; groups of one size share a rank. */
function pointsOf(
  groups: Partition,
  counts: readonly number[],
): ReadonlyMap<string | number, number> {
  const sizes = new Map<string | number, number>();
  for (const [at, group] of groups.entries())
    sizes.set(group, (sizes.get(group) ?? 0) + (counts[at] ?? 0));
  const ranks = [...new Set(sizes.values())].filter((size) => size > 0).toSorted((a, b) => b - a);
  return new Map(
    [...sizes].map(([group, size]) => [group, DEFAULT_POINTS[ranks.indexOf(size)] ?? 0]),
  );
}
