/**
 * `npm run fit-suggestions -- FOLDER`: fits the likelihood that two groups are the same answer, on the questions of a
 * folder with evaluation data (`dev.jsonl`, `score.mjs`), and writes it to `src/data/likelihood.json`. Then scores five
 * decisions per question with this fit, and with fits that leave out the scored source.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type OpenQuestion, readOpenSet } from './open-set.ts';
import { comparedInSteps, FEATURES, type Features } from '../src/features.ts';
import { groupTextsInSteps } from '../src/grouping.ts';
import { knowledgeFile } from '../src/knowledge/file.ts';
import { readKnowledge } from '../src/knowledge/table.ts';
import { readQuestion } from '../src/question-intent.ts';
import { runSteps } from '../src/steps.ts';
import { textKey } from '../src/text.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const MODEL = join(import.meta.dirname, '../src/data/likelihood.json');
const ROUNDS = 25;
/** Ridge regularisation of the weights, because some features occur in few pairs. */
const RIDGE = 1;

const figures = z.object({
  bySource: z.record(z.string(), z.object({ questions: z.number(), rank: z.number() })),
  decisions: z.object({ taken: z.number(), yes: z.number() }),
});

/** Sources that group the same answers as another source; they are not fitted on. */
const SAME_ANSWERS = new Map([['protoqa-coarse', 'protoqa-fine']]);

type Pair = { readonly features: readonly number[]; readonly isSame: boolean };

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('Usage: npm run fit-suggestions -- FOLDER');
  process.exit(2);
}
const data = join(resolve(folder), 'dev.jsonl');
const knowledge = readKnowledge(await knowledgeFile());

/**
 * The compared pairs of groups, and whether most answers of both groups belong to the same cluster of the evaluation
 * data.
 */
function pairsOf({ question, answers }: OpenQuestion): Pair[] {
  const counts = new Map<string, number>();
  const clusters = new Map<string, Map<string, number>>();
  for (const { text, count, cluster } of answers) {
    const key = textKey(text);
    counts.set(key, (counts.get(key) ?? 0) + count);
    const found = clusters.get(key) ?? new Map<string, number>();
    clusters.set(key, found.set(cluster, (found.get(cluster) ?? 0) + count));
  }
  const counted = Array.from(counts, ([key, count]) => ({ key, count }));
  const intent = readQuestion(question);
  // The likelihood also merges groups, so it is fitted on those before.
  const groups = runSteps(groupTextsInSteps(counted, { knowledge, intent }, false));
  const gold = groups.map(({ members }) => {
    const weights = new Map<string, number>();
    for (const { key } of members)
      for (const [cluster, weight] of clusters.get(key) ?? [])
        weights.set(cluster, (weights.get(cluster) ?? 0) + weight);
    return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0];
  });
  return runSteps(comparedInSteps({ groups, counted, knowledge })).pairs.map(
    ({ a, b, features }) => ({
      features: FEATURES.map((feature) => features[feature]),
      isSame: gold[a] === gold[b],
    }),
  );
}

/** Fits a logistic regression by Newton's method. */
function fit(pairs: readonly Pair[]): Features {
  const weights: number[] = FEATURES.map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient: number[] = FEATURES.map((feature, at) =>
      feature === 'bias' ? 0 : -RIDGE * (weights[at] ?? 0),
    );
    const hessian: number[][] = FEATURES.map((feature, at) =>
      FEATURES.map((_, other) => (at === other && feature !== 'bias' ? RIDGE : 0)),
    );
    for (const { features, isSame } of pairs) {
      const sum = features.reduce((all, feature, at) => all + feature * (weights[at] ?? 0), 0);
      const likelihood = 1 / (1 + Math.exp(-sum));
      const curve = likelihood * (1 - likelihood);
      for (const [at, feature] of features.entries()) {
        if (feature === 0) continue;
        gradient[at] = (gradient[at] ?? 0) + feature * (Number(isSame) - likelihood);
        const row = hessian[at] ?? [];
        for (const [other, also] of features.entries())
          row[other] = (row[other] ?? 0) + curve * feature * also;
      }
    }
    const step = solved(hessian, gradient);
    for (const [at, by] of step.entries()) weights[at] = (weights[at] ?? 0) + by;
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  const rounded = FEATURES.map((feature, at) => [
    feature,
    Math.round(100 * (weights[at] ?? 0)) / 100,
  ]);
  return z.record(z.enum(FEATURES), z.number()).parse(Object.fromEntries(rounded));
}

/** Solves linear equations with a positive definite matrix, so that no pivoting is needed. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, pivot] of rows.entries()) {
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column < row.length; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}

const lines = readOpenSet(resolve(folder));
const pairsBySource = new Map<string, Pair[]>();
for (const line of lines)
  pairsBySource.set(line.source, [...(pairsBySource.get(line.source) ?? []), ...pairsOf(line)]);
const sources = [...pairsBySource.keys()];
const withoutSource = (left: string | null): Pair[] =>
  sources
    .filter(
      (each) => !SAME_ANSWERS.has(each) && each !== left && SAME_ANSWERS.get(left ?? '') !== each,
    )
    .flatMap((each) => pairsBySource.get(each) ?? []);

const draft = mkdtempSync(join(tmpdir(), 'fit-'));

/** Rank points of a source after five decisions per question, computed by the scorer of the folder. */
function scored(source: string, model: string): { rank: number; taken: number; yes: number } {
  const out = join(draft, 'figures.json');
  const scorer = join(resolve(folder ?? ''), 'score.mjs');
  const command = `node scripts/run.mjs packages/answer-grouping/src/cli.ts ${model}`;
  const options = `--quiet --decisions 5 --source ${source}`.split(' ');
  const { status, stderr } = spawnSync(
    process.execPath,
    [scorer, ...options, '--data', data, '--json', out, '--cmd', command],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The scorer has failed: ${stderr}`);
  const { bySource, decisions } = figures.parse(JSON.parse(readFileSync(out, 'utf8')));
  return { rank: bySource[source]?.rank ?? 0, ...decisions };
}

const all = withoutSource(null);
console.log(`${all.length} pairs, ${all.filter(({ isSame }) => isSame).length} of them one answer`);
writeFileSync(MODEL, `${JSON.stringify(fit(all), null, 2)}\n`);
console.log('rank points with five decisions, %      fitted on all    without the source');
const sums = [0, 1].map(() => ({ taken: 0, yes: 0 }));
for (const source of sources) {
  const left = join(draft, 'left.json');
  writeFileSync(left, JSON.stringify(fit(withoutSource(source))));
  const cells = [MODEL, left].map((model, at) => {
    const { rank, taken, yes } = scored(source, model);
    const sum = sums[at];
    if (sum !== undefined) {
      sum.taken += taken;
      sum.yes += yes;
    }
    return `${(100 * rank).toFixed(1)} (${yes} of ${taken})`;
  });
  console.log(`${source.padEnd(40)}${cells.map((cell) => cell.padEnd(17)).join('')}`);
}
const shares = sums.map(({ taken, yes }) => `${((100 * yes) / taken).toFixed(1)} % of ${taken}`);
console.log(`${'deserved a Yes'.padEnd(40)}${shares.map((cell) => cell.padEnd(17)).join('')}`);
rmSync(draft, { recursive: true, force: true });
