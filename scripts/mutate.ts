/**
 * `npm run mutate`: how many mutants of `machines/` the tests kill. All files, or those named as arguments;
 * what has not changed since is not measured again. Writes the figures into docs/mutants.md, and fails below the floor.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type Mutated, mutatedFiles } from './mutants/files.ts';
import { isMeasured, measured, noteMeasured, reportOf } from './mutants/reports.ts';
import { mutantsPage, scoreOf } from './mutants/page.ts';

/** Of 100 mutants of all files together, so many must be killed. */
const FLOOR = 90;
const CONFIG = join(import.meta.dirname, 'mutants/stryker.config.mjs');
const PAGE = join(import.meta.dirname, '../docs/mutants.md');

/**
 * One file at a time, with its own tests alone: most of a chart is built when it is imported, so that each
 * mutant of it needs the modules anew and all of these tests.
 */
async function mutate({ file, tests }: Mutated): Promise<void> {
  process.env['MUTANT_TESTS'] = tests.join(' ');
  await new Stryker({
    configFile: CONFIG,
    mutate: [file],
    jsonReporter: { fileName: reportOf(file) },
    concurrency: Number(process.env['MUTATE_AT_ONCE'] ?? availableParallelism()),
  }).runMutationTest();
}

const all = await mutatedFiles();
const named = process.argv.slice(2);
for (const name of named)
  if (!all.some(({ file }) => file === name)) throw new Error(`${name} is not mutated`);
for (const each of all) {
  if (named.length > 0 && !named.includes(each.file)) continue;
  if (!(await isMeasured(each))) {
    await mutate(each);
    await noteMeasured(each);
  }
  const figures = await measured(each.file);
  if (figures === null) throw new Error(`${each.file} was changed while it was measured`);
  console.log(`${each.file}: ${figures.killed} of ${figures.mutants} killed`);
  for (const survivor of figures.survivors) console.log(`  ${survivor}`);
}

const now = await Promise.all(all.map(async ({ file }) => ({ file, found: await measured(file) })));
const known = now.flatMap(({ found }) => found ?? []);
const missing = now.flatMap(({ file, found }) => (found === null ? [file] : []));
await writeFile(PAGE, mutantsPage(await readFile(PAGE, 'utf8'), known, missing));
const score = scoreOf(known);
console.log(`${score.toFixed(1)} % killed of ${known.length} files (floor ${FLOOR})`);
if (score < FLOOR) process.exitCode = 1;
