/**
 * `node scripts/run.mjs packages/answer-grouping/bench/ablation.ts FOLDER [TABLE ...]`: shows what each hand-written
 * table of words contributes. Empties one table at a time, in a copy of the sources, and scores everything again with
 * the evaluation data of the folder (`dev.jsonl`, `score.mjs`): B-cubed F1 of each source, over-merge, rank points, and
 * B-cubed F1 of both halves of the invented rounds. A table that helps only one source was tuned to that source.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '../../..');
const COPIED = ['packages', 'scripts/run.mjs', 'package.json', 'tsconfig.base.json'];
const BUILD_TABLES = 'packages/answer-grouping/src/knowledge/data';
/** Files with several tables; each table is emptied on its own. */
const LISTS = [
  'packages/answer-grouping/src/data/empty-words.json',
  'packages/answer-grouping/src/data/inflections.json',
];
/** Smaller changes of a source, in percentage points, are noise and not printed. */
const LEAST_CHANGE = 0.05;

const table = z.record(z.string(), z.unknown());
const figures = z.object({
  bySource: z.record(z.string(), z.object({ b3f: z.number() })),
  overall: z.object({ b3f: z.number(), overMerge: z.number(), rankRealCounts: z.number() }),
});
type Scored = { readonly sums: readonly number[]; readonly sources: ReadonlyMap<string, number> };

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) {
  console.error(
    'Usage: node scripts/run.mjs packages/answer-grouping/bench/ablation.ts FOLDER [TABLE ...]',
  );
  process.exit(2);
}

const copy = mkdtempSync(join(tmpdir(), 'ablation-'));
for (const each of COPIED) cpSync(join(ROOT, each), join(copy, each), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

const tableAt = (path: string) => table.parse(JSON.parse(readFileSync(join(ROOT, path), 'utf8')));
const tables = [
  ...readdirSync(join(ROOT, BUILD_TABLES)).map((file) => ({
    name: basename(file, '.json'),
    path: join(BUILD_TABLES, file),
    emptied: () => ({}),
  })),
  ...LISTS.flatMap((path) =>
    Object.entries(tableAt(path)).map(([name, list]) => ({
      name,
      path,
      emptied: () => ({ ...tableAt(path), [name]: typeof list === 'string' ? '' : {} }),
    })),
  ),
].filter(({ name }) => wanted.length === 0 || wanted.includes(name));

function scored(): Scored {
  const run = (...rest: readonly string[]): string =>
    execFileSync(process.execPath, rest, { cwd: copy, encoding: 'utf8' });
  const out = join(copy, 'figures.json');
  const data = join(resolve(folder ?? ''), 'dev.jsonl');
  const command = 'node scripts/run.mjs packages/answer-grouping/src/cli.ts';
  run(resolve(folder ?? '', 'score.mjs'), '--data', data, '--json', out, '--cmd', command);
  const { bySource, overall } = figures.parse(JSON.parse(readFileSync(out, 'utf8')));
  const rounds = run('scripts/run.mjs', 'packages/answer-grouping/bench/rounds.ts');
  const invented = ['tuned', 'blind'].map((half) =>
    Number(new RegExp(`^invented, ${half} +\\d+ +([\\d.]+)`, 'm').exec(rounds)?.[1]),
  );
  return {
    sums: [100 * overall.b3f, 100 * overall.overMerge, 100 * overall.rankRealCounts, ...invented],
    sources: new Map(Object.entries(bySource).map(([source, { b3f }]) => [source, 100 * b3f])),
  };
}

const cells = (values: readonly number[]) =>
  values.map((value, at) => value.toFixed(at === 1 ? 3 : 2).padStart(11)).join('');
console.log(
  `${'left out'.padEnd(22)}${['B3 F1', 'over-merge', 'rank pts', 'tuned', 'blind'].map((each) => each.padStart(11)).join('')}  sources that change`,
);
const whole = scored();
console.log(`${'nothing'.padEnd(22)}${cells(whole.sums)}`);
for (const { name, path, emptied } of tables) {
  writeFileSync(join(copy, path), JSON.stringify(emptied()));
  const { sums, sources } = scored();
  cpSync(join(ROOT, path), join(copy, path));
  const changed = Array.from(sources, ([source, b3]) => ({
    source,
    by: b3 - (whole.sources.get(source) ?? b3),
  }))
    .filter(({ by }) => Math.abs(by) >= LEAST_CHANGE)
    .map(({ source, by }) => `${source} ${by > 0 ? '+' : ''}${by.toFixed(2)}`);
  console.log(`${name.padEnd(22)}${cells(sums)}  ${changed.join(', ') || 'none'}`);
}
rmSync(copy, { recursive: true, force: true });
