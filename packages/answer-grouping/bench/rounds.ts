/**
 * `node scripts/run.mjs packages/answer-grouping/bench/rounds.ts [--errors]`: scores text matching on the invented
 * rounds (`tests/invented-rounds.json`), by kind and half. `--errors` also prints the errors of the 'tuned' half, from
 * which rules may be derived; errors of the 'blind' half are never shown.
 */
import { knowledgeFile } from '../src/knowledge/file.ts';
import { readKnowledge } from '../src/knowledge/table.ts';
import { INVENTED_ROUNDS, scoreRound } from '../tests/invented-rounds.ts';

const knowledge = readKnowledge(await knowledgeFile());
const hasErrors = process.argv.includes('--errors');
const scored = INVENTED_ROUNDS.map((round) => ({ ...round, ...scoreRound(round, knowledge) }));

const percent = (share: number) => (100 * share).toFixed(1).padStart(6);
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const line = (title: string, rounds: typeof scored) => {
  const wrong = rounds.reduce((sum, { wrongPairs }) => sum + wrongPairs.length, 0);
  const different = rounds.reduce((sum, { differentPairs }) => sum + differentPairs, 0);
  console.log(
    `${title.padEnd(24)}${String(rounds.length).padStart(4)} rounds  B3 F1 ${percent(mean(rounds.map(({ b3 }) => b3)))}` +
      `  over-merge ${((100 * wrong) / different).toFixed(3)}`,
  );
};

for (const half of ['tuned', 'blind'] as const) {
  const rounds = scored.filter((round) => round.half === half);
  for (const kind of new Set(rounds.map((round) => round.kind)))
    line(
      `${half}, ${kind}`,
      rounds.filter((round) => round.kind === kind),
    );
  line(`${half}, all`, rounds);
}

if (hasErrors)
  for (const { question, kind, b3, wrongPairs, missedPairs } of scored.filter(
    ({ half }) => half === 'tuned',
  )) {
    console.log(`\n# ${kind}: ${question} ${percent(b3)}`);
    for (const [a, b] of wrongPairs) console.log(`  wrong  ${a}  |  ${b}`);
    for (const [a, b] of missedPairs) console.log(`  missed ${a}  =  ${b}`);
  }
