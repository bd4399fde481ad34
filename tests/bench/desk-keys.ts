/**
 * `node scripts/run.mjs tests/bench/desk-keys.ts FOLDER`: estimates the key presses and seconds that a producer needs
 * at the grouping desk, with and without suggestions, until all answers have the points that they have in the reference
 * grouping made by people. Uses the ten questions with the most wrong points in a folder of evaluation data
 * (`dev.jsonl`). Seconds follow the keystroke-level model: 0.28 s a key, 1.35 s to think before each decision.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { groupTexts, runSteps, readQuestion, suggestInSteps, textKey } from 'answer-grouping';
import { scoreGroups } from '#machines/results/rules/scoring.ts';
import { nextFound } from '#src/screens/grouping/search.ts';
import { readKnowledge } from 'answer-grouping/knowledge';
import { knowledgeFile } from 'answer-grouping/build';

const QUESTIONS = 10;
const KEY_S = 0.28;
const THOUGHT_S = 1.35;
/** F to enter the search field and Esc to leave it, once per question. */
const SEARCH_KEYS = 2;
/** Enter in the empty search field, and Enter in the preview. */
const MERGE_KEYS = 2;
/** Sources of evaluation data that have real counts of answers. */
const COUNTED = new Set(['nq-systems', 'protoqa-fine', 'survey']);

const questionLine = z.object({
  source: z.string(),
  question: z.string(),
  answers: z.array(
    z.object({ text: z.string(), count: z.number().default(1), cluster: z.coerce.string() }),
  ),
});

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('Usage: node scripts/run.mjs tests/bench/desk-keys.ts FOLDER');
  process.exit(2);
}
const knowledge = readKnowledge(await knowledgeFile());

type Answers = z.infer<typeof questionLine>['answers'];
type Partition = readonly string[];

/** The share of answers for which a contestant gets as many points as in the reference grouping. */
function rightShare(answers: Answers, partition: Partition): number {
  const worth = (of: (at: number) => string) => {
    const sizes = new Map<string, number>();
    for (const [at, { count }] of answers.entries())
      sizes.set(of(at), (sizes.get(of(at)) ?? 0) + count);
    return scoreGroups(Array.from(sizes, ([groupId, home]) => ({ groupId, home, studio: 0 })));
  };
  const gold = worth((at) => answers[at]?.cluster ?? '');
  const made = worth((at) => partition[at] ?? '');
  const right = answers.filter(
    ({ cluster }, at) =>
      gold.get(cluster)?.contestantPoints === made.get(partition[at] ?? '')?.contestantPoints,
  );
  const people = (some: Answers) => some.reduce((sum, { count }) => sum + count, 0);
  return people(right) / people(answers);
}

const merged = (partition: Partition, one: string, other: string): Partition =>
  partition.map((group) => (group === other ? one : group));

function commonest(answers: Answers, partition: Partition, group: string): string | undefined {
  const weights = new Map<string, number>();
  for (const [at, { cluster, count }] of answers.entries())
    if (partition[at] === group) weights.set(cluster, (weights.get(cluster) ?? 0) + count);
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

/** The merges that an expert makes by hand, best first, until no further merge corrects points. */
function byHand(
  answers: Answers,
  start: Partition,
): { merges: number; keys: number; partition: Partition } {
  let partition: Partition = start;
  let merges = 0;
  let keys = 0;
  for (;;) {
    const groups = [...new Set(partition)];
    const gold = new Map(groups.map((group) => [group, commonest(answers, partition, group)]));
    let best: { share: number; pair: string[] } = {
      share: rightShare(answers, partition),
      pair: [],
    };
    for (const [at, one] of groups.entries())
      for (const other of groups.slice(at + 1)) {
        if (gold.get(one) !== gold.get(other)) continue;
        const share = rightShare(answers, merged(partition, one, other));
        if (share > best.share + 1e-9) best = { share, pair: [one, other] };
      }
    const [one, other] = best.pair;
    if (one === undefined || other === undefined)
      return { merges, keys: merges === 0 ? 0 : keys + SEARCH_KEYS, partition };
    merges += 1;
    keys += mergeKeys(answers, partition, [one, other]);
    partition = merged(partition, one, other);
  }
}

/** The groups in the order of the grouping desk, the largest first. */
function listOf(answers: Answers, partition: Partition) {
  const groups = [...new Set(partition)].map((groupId) => {
    const own = answers.filter((_, at) => partition[at] === groupId);
    const [most] = own.toSorted((a, b) => b.count - a.count);
    return {
      groupId,
      label: most?.text ?? '',
      size: own.reduce((sum, { count }) => sum + count, 0),
      texts: own.map(({ text }) => ({ key: textKey(text), text, spellings: [] })),
    };
  });
  return groups.toSorted((a, b) => b.size - a.size);
}

/** The number of keys to select both groups, typing each name until it is the first match, and to merge them. */
function mergeKeys(answers: Answers, partition: Partition, pair: readonly string[]): number {
  const groups = listOf(answers, partition);
  return pair.reduce((sum, groupId, at) => {
    const label = groups.find((group) => group.groupId === groupId)?.label ?? '';
    const letters = Array.from(label, (_, end) => label.slice(0, end + 1));
    const isFirst = (typed: string) =>
      nextFound(groups, typed, pair.slice(0, at))?.groupId === groupId;
    return sum + (letters.find(isFirst) ?? label).length + 1;
  }, MERGE_KEYS);
}

const measured = readFileSync(join(folder, 'dev.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => questionLine.parse(JSON.parse(line)))
  .filter(({ source }) => COUNTED.has(source))
  .map(({ question, answers }) => {
    const counts = new Map<string, number>();
    for (const { text, count } of answers)
      counts.set(textKey(text), (counts.get(textKey(text)) ?? 0) + count);
    const counted = Array.from(counts, ([key, count]) => ({ key, count }));
    const intent = readQuestion(question);
    const groups = groupTexts(counted, { knowledge, intent });
    const groupOf = new Map(
      groups.flatMap(({ representative, members }) =>
        members.map(({ key }) => [key, representative] as const),
      ),
    );
    const start = answers.map(({ text }) => groupOf.get(textKey(text)) ?? '');
    return {
      question,
      answers,
      start,
      share: rightShare(answers, start),
      suggesting: { groups, counted, knowledge, intent },
    };
  })
  .toSorted((a, b) => a.share - b.share)
  .slice(0, QUESTIONS);

const sums = {
  alone: { keys: 0, decisions: 0 },
  asked: { keys: 0, decisions: 0 },
  suggested: { keys: 0, decisions: 0 },
  shares: [0, 0, 0],
};
for (const { question, answers, start, share, suggesting } of measured) {
  const alone = byHand(answers, start);
  let partition: Partition = start;
  let asked = 0;
  for (const { keys } of runSteps(suggestInSteps(suggesting)).slice(0, 5)) {
    const [one = '', other = ''] = keys.map(
      (key) => partition[answers.findIndex(({ text }) => textKey(text) === key)] ?? '',
    );
    if (one === other) continue;
    asked += 1;
    if (commonest(answers, partition, one) === commonest(answers, partition, other))
      partition = merged(partition, one, other);
  }
  const rest = byHand(answers, partition);
  sums.alone.keys += alone.keys;
  sums.alone.decisions += alone.merges;
  sums.asked.keys += asked;
  sums.asked.decisions += asked;
  sums.suggested.keys += asked + rest.keys;
  sums.suggested.decisions += asked + rest.merges;
  const now = rightShare(answers, partition);
  const whole = rightShare(answers, alone.partition);
  for (const [at, each] of [share, now, whole].entries())
    sums.shares[at] = (sums.shares[at] ?? 0) + each;
  console.log(
    `${question.slice(0, 60).padEnd(62)}${alone.merges} merges, ${alone.keys} keys; ` +
      `${asked} asked, then ${rest.merges} merges, ${asked + rest.keys} keys`,
  );
}
const seconds = ({ keys, decisions }: { keys: number; decisions: number }) =>
  `${keys} keys, ${(keys * KEY_S + decisions * THOUGHT_S).toFixed(0)} s`;
const percent = sums.shares.map((each) => `${((100 * each) / QUESTIONS).toFixed(0)} %`);
console.log(`ten questions, without suggestions: ${seconds(sums.alone)}`);
console.log(`five suggestions each at most, and nothing else: ${seconds(sums.asked)}`);
console.log(`suggestions, then by hand: ${seconds(sums.suggested)}`);
console.log(
  `points right: ${percent[0]} before, ${percent[1]} after the suggestions, ${percent[2]} in the end`,
);
