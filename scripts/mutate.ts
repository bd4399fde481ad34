/**
 * `npm run mutate [FILE ...]`: runs mutation tests of `machines/` and grouping, of all files or of the named files.
 * Prints the mutants that the tests do not kill, and fails below the floor.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { mutatedFiles } from './mutants/files.ts';

/** The lowest accepted share of killed mutants, percent. */
const FLOOR = 90;

const all = mutatedFiles();
const named = process.argv.slice(2);
for (const name of named)
  if (!all.some(({ file }) => file === name)) throw new Error(`${name} is not mutated`);

const shareOf = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
let [mutants, killed] = [0, 0];
// Run one file at a time, with its own tests only: most of a chart is built on import, so each mutant must reload the
// modules and all of these tests.
for (const { file, tests } of all) {
  if (named.length > 0 && !named.includes(file)) continue;
  process.env['MUTANT_TESTS'] = tests.join(' ');
  const results = await new Stryker({
    configFile: join(import.meta.dirname, 'mutants/stryker.config.mjs'),
    mutate: [file],
    concurrency: Number(process.env['MUTATE_AT_ONCE'] ?? availableParallelism()),
  }).runMutationTest();
  const dead = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  console.log(`${file}: ${dead} of ${results.length} killed, ${shareOf(dead, results.length)}`);
  mutants += results.length;
  killed += dead;
}
console.log(`all: ${killed} of ${mutants} killed, ${shareOf(killed, mutants)} (floor ${FLOOR} %)`);
if (100 * killed < FLOOR * mutants) process.exitCode = 1;
