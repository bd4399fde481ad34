/**
 * `node scripts/run.mjs tests/bench/desk-keys.ts FOLDER`: key presses and seconds until the grouping of a question gives
 * everybody the points that the people's grouping of it gives, at the grouping desk by keyboard, with suggestions and without. On
 * the ten questions of a folder with evaluation data (`dev.jsonl`) whose points are furthest off. Seconds by the keystroke-level model:
 * 0.28 s a key, 1.35 s to think before each decision.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readQuestion } from '#machines/grouping/asked.ts';
import { groupTexts } from '#machines/grouping/grouping.ts';
import { inOneGo } from '#machines/grouping/steps.ts';
import { suggestInSteps } from '#machines/grouping/suggestions.ts';
import { textKey } from '#machines/grouping/text.ts';
import { scoreGroups } from '#machines/rules/scoring.ts';
import { readKnowledge } from '#server/modules/grouping/knowledge/read.ts';
import { knowledgeFile } from '../../scripts/knowledge.ts';

const QUESTIONS = 10;
const KEY_S = 0.28;
const THOUGHT_S = 1.35;
/** To the search field (4 Tabs), four letters, to the checkbox, Space. */
const FIRST_KEYS = 4 + 4 + 1 + 1;
/** Back over the four buttons of what is chosen, other letters, to the other checkbox, Space. */
const SECOND_KEYS = 5 + 5 + 5 + 1;
/** Both begin alike, and stand below each other: the arrow, Space. */
const SECOND_ALIKE_KEYS = 2;
/** M, and Enter in the preview. */
const MERGE_KEYS = 2;
/** Sources whose answers come with real counts. */
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

/** The share of answers that are worth to a contestant what they are in the people's groups. */
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

/** The joins, best first, that a person who knows makes by hand until no join puts more points right. */
function byHand(answers: Answers, start: Partition): { partition: Partition; joins: string[][] } {
  let partition: Partition = start;
  const joins: string[][] = [];
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
    if (one === undefined || other === undefined) return { partition, joins };
    joins.push(best.pair);
    partition = merged(partition, one, other);
  }
}

const keysOf = ([one = '', other = '']: readonly string[]): number =>
  FIRST_KEYS +
  (one.slice(0, 4) === other.slice(0, 4) ? SECOND_ALIKE_KEYS : SECOND_KEYS) +
  MERGE_KEYS;

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
    const asked = readQuestion(question);
    const groups = groupTexts(counted, { knowledge, asked });
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
      suggesting: { groups, counted, knowledge, asked },
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
  for (const { keys } of inOneGo(suggestInSteps(suggesting)).slice(0, 5)) {
    const [one = '', other = ''] = keys.map(
      (key) => partition[answers.findIndex(({ text }) => textKey(text) === key)] ?? '',
    );
    if (one === other) continue;
    asked += 1;
    if (commonest(answers, partition, one) === commonest(answers, partition, other))
      partition = merged(partition, one, other);
  }
  const rest = byHand(answers, partition);
  const keys = (joins: readonly string[][]) => joins.reduce((sum, each) => sum + keysOf(each), 0);
  sums.alone.keys += keys(alone.joins);
  sums.alone.decisions += alone.joins.length;
  sums.asked.keys += asked;
  sums.asked.decisions += asked;
  sums.suggested.keys += asked + keys(rest.joins);
  sums.suggested.decisions += asked + rest.joins.length;
  const now = rightShare(answers, partition);
  const whole = rightShare(answers, alone.partition);
  for (const [at, each] of [share, now, whole].entries())
    sums.shares[at] = (sums.shares[at] ?? 0) + each;
  console.log(
    `${question.slice(0, 60).padEnd(62)}${alone.joins.length} joins, ${keys(alone.joins)} keys; ` +
      `${asked} asked, then ${rest.joins.length} joins, ${asked + keys(rest.joins)} keys`,
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
