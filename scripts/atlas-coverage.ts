/**
 * `npm run atlas:coverage [-- machines views]`: runs the named groups of tests that walk the charts, by default all,
 * and writes what they walked to machines/coverage.json, which /inspect/atlas shows after the next build. Fails if a
 * state or transition is not on any path.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { KindOfWalk } from 'chart-inspector/drawn-chart';
import {
  coverageOf,
  notOnPaths,
  readCoverage,
  type Walks,
  walksSchema,
} from 'chart-inspector/build/coverage';
import { chartSources, MACHINES } from './chart-table.ts';

/** Ignored by git, because it is measured on one machine. */
const COVERAGE = join(MACHINES, 'coverage.json');

/**
 * The arguments of each test run, and the kinds of walks that it measures completely. Property tests are excluded,
 * because their random walks are not journeys.
 */
const RUNS = {
  machines: {
    kinds: ['p', 'j'],
    args: '--project machines --exclude **/*.property.*'.split(' '),
  },
  views: { kinds: ['v'], args: ['--project', 'views'] },
} as const satisfies Record<string, { kinds: readonly KindOfWalk[]; args: readonly string[] }>;
const runs = z.array(z.enum(['machines', 'views']));

/** Runs a group of tests and returns what its workers walked. */
async function walksOf(run: keyof typeof RUNS): Promise<Walks[]> {
  const directory = await mkdtemp(join(tmpdir(), 'walks-'));
  try {
    const vitest = spawn('npx', ['vitest', 'run', ...RUNS[run].args], {
      cwd: join(MACHINES, '..'),
      stdio: 'inherit',
      env: { ...process.env, WALKS_DIR: directory, WALKS_OF: run },
    });
    const [code] = await once(vitest, 'exit');
    if (code !== 0) throw new Error(`the tests of ${run} have failed: nothing is written`);
    const files = await readdir(directory);
    return await Promise.all(
      files.map(async (file) =>
        walksSchema.parse(JSON.parse(await readFile(join(directory, file), 'utf8'))),
      ),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

const named = runs.parse(process.argv.slice(2));
const wanted = named.length > 0 ? named : runs.parse(Object.keys(RUNS));
const walks: Walks[] = [];
for (const run of wanted) walks.push(...(await walksOf(run)));
const charts = (await chartSources()).map(({ machine }) => machine);
const coverage = coverageOf(
  charts,
  walks,
  wanted.flatMap((run) => [...RUNS[run].kinds]),
  readCoverage(COVERAGE),
);
await writeFile(COVERAGE, `${JSON.stringify(coverage, null, 2)}\n`);
const missed = wanted.includes('machines') ? notOnPaths(coverage) : [];
if (missed.length > 0) {
  console.log(`No path takes\n${missed.join('\n')}`);
  process.exitCode = 1;
}
