/**
 * `node scripts/run.mjs packages/answer-grouping/bench/rounds.ts [LANGUAGE] [--errors]`: scores text matching on the
 * invented rounds (`tests/invented-rounds*.json`): by kind and half, and for each language with counts and rank points;
 * with LANGUAGE ('de'), only that one. `--errors` also prints the errors of the 'tuned' half, from which rules may be
 * derived; errors of the 'blind' half are never shown.
 */
import { knowledgeFile } from '../src/knowledge/file.ts';
import { readKnowledge } from '../src/knowledge/table.ts';
import {
  INVENTED_ROUNDS,
  type InventedRound,
  ROUNDS_BY_LANGUAGE,
  type RoundScore,
  scoreRound,
} from '../tests/invented-rounds.ts';

const knowledge = readKnowledge(await knowledgeFile());
const hasErrors = process.argv.includes('--errors');
const [, , wanted] = process.argv.filter((argument) => argument !== '--errors');

const percent = (share: number) => (100 * share).toFixed(1).padStart(6);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

type Scored = RoundScore & InventedRound;
const scored = (
  rounds: readonly InventedRound[],
  given: { language?: string; isCounted: boolean },
): Scored[] => rounds.map((round) => ({ ...round, ...scoreRound(round, knowledge, given) }));

const line = (title: string, rounds: readonly Scored[]) => {
  const wrong = rounds.reduce((sum, { wrongPairs }) => sum + wrongPairs.length, 0);
  const different = rounds.reduce((sum, { differentPairs }) => sum + differentPairs, 0);
  console.log(
    `${title.padEnd(24)}${String(rounds.length).padStart(4)} rounds  B3 F1 ${percent(mean(rounds.map(({ b3 }) => b3)))}` +
      `  over-merge ${((100 * wrong) / different).toFixed(3)}  rank points ${percent(mean(rounds.map(({ rankPoints }) => rankPoints)))}`,
  );
};

const errors = (rounds: readonly Scored[]) => {
  for (const { question, kind, b3, wrongPairs, missedPairs } of rounds) {
    console.log(`\n# ${kind}: ${question} ${percent(b3)}`);
    for (const [a, b] of wrongPairs) console.log(`  wrong  ${a}  |  ${b}`);
    for (const [a, b] of missedPairs) console.log(`  missed ${a}  =  ${b}`);
  }
};

const HALVES = ['tuned', 'blind'] as const;

if (wanted === undefined || wanted === 'en') {
  const rounds = scored(INVENTED_ROUNDS, { isCounted: false });
  for (const half of HALVES) {
    const own = rounds.filter((round) => round.half === half);
    for (const kind of new Set(own.map((round) => round.kind)))
      line(
        `${half}, ${kind}`,
        own.filter((round) => round.kind === kind),
      );
    line(`${half}, all`, own);
  }
}

for (const [language, own] of ROUNDS_BY_LANGUAGE) {
  if (wanted !== undefined && wanted !== language) continue;
  const rounds = scored(own, { language, isCounted: true });
  for (const half of HALVES)
    line(
      `${language}, ${half}`,
      rounds.filter((round) => round.half === half),
    );
  if (hasErrors) errors(rounds.filter(({ half }) => half === 'tuned'));
}
