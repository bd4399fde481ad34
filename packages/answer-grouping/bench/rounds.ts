/**
 * `npm run grouping:score -- rounds [FOLDER] [--errors NAME]`: scores text matching on rounds that were written for it
 * (`tests/*-rounds*.json`) by half, on the typed ones with more slips (`slips.ts`), and on the evaluation data of a
 * folder (`dev.jsonl`) side by side: B-cubed F1, over-merge, rank points with a 95 % interval over questions, and rank
 * points after five decisions of a producer. Means are over kinds for the folder, as `score.mjs` has them, and otherwise
 * over rounds. `--errors` prints the errors of the 'tuned' half of the rounds with that name, from which rules may be
 * derived; errors of the 'blind' half are never shown.
 */
import { parseArgs } from 'node:util';
import { knowledgeFile } from '../src/knowledge/file.ts';
import { readKnowledge } from '../src/knowledge/table.ts';
import { INVENTED_ROUNDS, type Round, ROUNDS } from '../tests/rounds.ts';
import { type Measured, type Outcome, outcomeOf, randomFrom } from './measures.ts';
import { readOpenSet } from './open-set.ts';
import { withSlips } from './slips.ts';

const { values, positionals } = parseArgs({
  options: { errors: { type: 'string' } },
  allowPositionals: true,
});
const [folder] = positionals;
const knowledge = readKnowledge(await knowledgeFile());

type Scored = Round & Outcome;
const scored = (rounds: readonly Round[]): Scored[] =>
  rounds.map((round) => ({ ...round, ...outcomeOf(round, knowledge) }));

/** Not in the overall figures of `score.mjs`: its groups are topics. */
const BY_TOPIC = 'protoqa-coarse';

const openRounds = (path: string): Round[] =>
  readOpenSet(path)
    .filter(({ source }) => source !== BY_TOPIC)
    .map(({ source, question, answers }) => ({
      kind: source,
      half: 'tuned',
      question,
      language: 'en',
      texts: answers.map(({ cluster, ...text }) => ({ ...text, gold: cluster })),
    }));

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
const percent = (share: number, digits = 1) => (100 * share).toFixed(digits).padStart(6);

const totalOf = (group: readonly Measured[], of: (each: Measured) => number) =>
  group.reduce((all, each) => all + of(each), 0);

/** Means over the groups of rounds, each group weighing the same; over-merge is pooled in each. */
function summary(groups: readonly (readonly Measured[])[]) {
  const over = (of: (each: Measured) => number) => mean(groups.map((group) => mean(group.map(of))));
  return {
    b3: over(({ b3 }) => b3),
    rankPoints: over(({ rankPoints }) => rankPoints),
    smoothed: over(({ smoothed }) => smoothed),
    overMerge: mean(
      groups.map(
        (group) =>
          totalOf(group, ({ wrong }) => wrong) / totalOf(group, ({ different }) => different),
      ),
    ),
  };
}

const SAMPLES = 300;

/** The middle 95 % of the smoothed rank points when the questions of each group are drawn again. */
function interval(groups: readonly (readonly Measured[])[]): string {
  const random = randomFrom(groups.length);
  const samples = Array.from(
    { length: SAMPLES },
    () =>
      summary(
        groups.map((group) =>
          group.flatMap(() => group[Math.floor(random() * group.length)] ?? []),
        ),
      ).smoothed,
  ).toSorted((a, b) => a - b);
  const at = (share: number) => percent(samples[Math.floor(share * SAMPLES)] ?? 0).trim();
  return `[${at(0.025)}-${at(0.975)}]`.padEnd(13);
}

const HEADS =
  'rounds  B3 F1  over-merge  rank points  smoothed               5 decisions  smoothed               Yes';
console.log(`${''.padEnd(26)}${HEADS}`);

function line(title: string, rounds: readonly Scored[], isByKind = false): void {
  if (rounds.length === 0) return;
  const kinds = isByKind ? [...new Set(rounds.map(({ kind }) => kind))] : [null];
  const groups = kinds.map((kind) => rounds.filter((each) => kind === null || each.kind === kind));
  const [alone, decided] = [
    groups.map((group) => group.map((each) => each.alone)),
    groups.map((group) => group.map((each) => each.decided)),
  ];
  const [one, five] = [summary(alone), summary(decided)];
  const [taken, yes] = [
    rounds.reduce((sum, each) => sum + each.taken, 0),
    rounds.reduce((sum, each) => sum + each.yes, 0),
  ];
  console.log(
    [
      title.padEnd(26),
      String(rounds.length).padStart(6),
      percent(one.b3),
      ` ${percent(one.overMerge, 3).padStart(10)}`,
      `    ${percent(one.rankPoints)}   ${percent(one.smoothed)} ${interval(alone)}`,
      `     ${percent(five.rankPoints)}   ${percent(five.smoothed)} ${interval(decided)}`,
      `  ${percent(yes / taken, 0)} % of ${taken}`,
    ].join(' '),
  );
}

function errors(rounds: readonly Scored[]): void {
  for (const { question, kind, alone, texts, made } of rounds) {
    console.log(`\n# ${kind}: ${question} ${percent(alone.b3)}`);
    for (const [at, a] of texts.entries())
      for (const [other, b] of texts.entries()) {
        if (other <= at) continue;
        const isTogether = made[at] === made[other];
        if (isTogether && a.gold !== b.gold) console.log(`  wrong  ${a.text}  |  ${b.text}`);
        if (!isTogether && a.gold === b.gold) console.log(`  missed ${a.text}  =  ${b.text}`);
      }
  }
}

if (folder !== undefined) line('open', scored(openRounds(folder)), true);
for (const [name, rounds] of ROUNDS) {
  const own = scored(rounds);
  const ofHalf = (half: Round['half']) => own.filter((round) => round.half === half);
  line(`${name}, tuned`, ofHalf('tuned'));
  line(`${name}, blind`, ofHalf('blind'));
  if (name === values.errors) errors(ofHalf('tuned'));
}
const typed = ROUNDS.get('typed')?.filter(({ half }) => half === 'blind') ?? [];
line('typed, blind, more slips', scored(typed.map((round, seed) => withSlips(round, seed + 1))));
for (const kind of new Set(INVENTED_ROUNDS.map((round) => round.kind))) {
  const own = scored(INVENTED_ROUNDS.filter((round) => round.kind === kind));
  for (const half of ['tuned', 'blind'] as const)
    line(
      `${kind}, ${half}`,
      own.filter((round) => round.half === half),
    );
}
