/**
 * `npm run grouping:score -- rounds [FOLDER] [--errors NAME]` scores rounds written for it, and a folder beside them (`rounds.ts`).
 *
 * `npm run grouping:score -- FOLDER [PART] [OPTION ...]`: scores the grouping with the `score.mjs` of a folder with evaluation
 * data (`dev.jsonl`). PART is 'tuning' or 'checking', two fixed halves of the questions of every source, 'all', or 'simple',
 * the simple methods for comparison; without it, all four. OPTIONs are passed to `score.mjs`: `--cmd` scores another program.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '../../..');
const PARTS = ['tuning', 'checking', 'all', 'simple'] as const;
type Part = (typeof PARTS)[number];

const SIMPLE_METHODS = ['exact', 'normalised', 'edit-distance', 'token-set'];

const questionLine = z.object({
  source: z.string(),
  question: z.string(),
  answers: z.array(z.object({ text: z.string() })),
});
const toScore = z.array(z.enum(PARTS));

function stop(line: string): never {
  console.error(line);
  process.exit(2);
}

const [folder, ...rest] = process.argv.slice(2);
if (folder === 'rounds') {
  // The folder and the option are read by the other program.
  process.argv.splice(2, 1);
  await import('./rounds.ts');
  process.exit();
}
if (folder === undefined)
  stop(
    'Usage: npm run grouping:score -- (rounds [FOLDER] [--errors NAME] | FOLDER [tuning|checking|all|simple] [OPTION ...])',
  );
const [first = ''] = rest;
const isPart = toScore.safeParse([first]).success;
const parts = isPart ? toScore.parse([first]) : PARTS;
const options = isPart ? rest.slice(1) : rest;

const lines = readFileSync(join(folder, 'dev.jsonl'), 'utf8').split('\n').filter(Boolean);

/** Splits the questions of each source into two fixed halves: every second question in the order of a hash. */
function halves(): { tuning: string[]; checking: string[] } {
  const hashed = lines.map((line) => {
    const { source, question, answers } = questionLine.parse(JSON.parse(line));
    const texts = answers.map(({ text }) => text).toSorted();
    const hash = createHash('sha256')
      .update([question, ...texts].join('\n'))
      .digest('hex');
    return { line, source, hash };
  });
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const seen = new Map<string, number>();
  const half: { tuning: string[]; checking: string[] } = { tuning: [], checking: [] };
  for (const { line, source } of hashed) {
    const count = seen.get(source) ?? 0;
    seen.set(source, count + 1);
    half[count % 2 === 0 ? 'tuning' : 'checking'].push(line);
  }
  return half;
}

const draft = mkdtempSync(join(tmpdir(), 'grouping-'));
let worst = 0;

function score(title: string, questions: readonly string[], command: string, more: string[]): void {
  const data = join(draft, 'questions.jsonl');
  writeFileSync(data, `${questions.join('\n')}\n`);
  console.log(`\n== ${title}`);
  const { status } = spawnSync(
    process.execPath,
    [resolve(folder ?? '', 'score.mjs'), '--data', data, '--cmd', command, ...more],
    { cwd: ROOT, stdio: 'inherit' },
  );
  worst = Math.max(worst, status ?? 1);
}

const { tuning, checking } = halves();
const questionsOf: Record<Exclude<Part, 'simple'>, readonly string[]> = {
  tuning,
  checking,
  all: lines,
};
for (const part of parts) {
  if (part !== 'simple') {
    score(`${part}: text matching`, questionsOf[part], 'npm run -s group', options);
    continue;
  }
  for (const name of SIMPLE_METHODS) {
    const command = `node scripts/run.mjs packages/answer-grouping/bench/simple.ts ${name}`;
    score(`all: ${name}`, lines, command, ['--quiet', ...options]);
  }
}
rmSync(draft, { recursive: true, force: true });
process.exitCode = worst;
