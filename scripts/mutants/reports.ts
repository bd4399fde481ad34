import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Mutated } from './files.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Of Stryker's report: what is looked at here. */
const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          status: z.string(),
          mutatorName: z.string(),
          replacement: z.string().optional(),
          location: z.object({
            start: z.object({ line: z.int(), column: z.int() }),
            end: z.object({ line: z.int(), column: z.int() }),
          }),
        }),
      ),
    }),
  ),
});

/** What the tests have made of a file's mutants. */
export interface Measured {
  readonly file: string;
  readonly mutants: number;
  /** A test failed, or could not even be loaded, or did not come to an end. */
  readonly killed: number;
  /** Those that no test runs are among them. Each as 'line: what => what it became'. */
  readonly survivors: readonly string[];
}

/** Where Stryker writes the report of a file. */
export const reportOf = (file: string): string =>
  join(ROOT, 'node_modules/.cache/mutants', `${file.replaceAll('/', '-')}.json`);

/** What the report was made of: the file, its tests, and what tests stand on. */
async function hashOf({ file, tests }: Mutated): Promise<string> {
  const support = (await readdir(join(ROOT, 'tests/support'), { recursive: true })).filter((name) =>
    name.endsWith('.ts'),
  );
  const hash = createHash('sha256');
  for (const path of [file, ...tests, ...support.toSorted().map((name) => `tests/support/${name}`)])
    hash.update(`${path}\n${await readFile(join(ROOT, path), 'utf8')}\n`);
  return hash.digest('hex');
}
const hashPathOf = (file: string): string => `${reportOf(file)}.hash`;

/** Whether neither the file nor its tests have changed since they were measured. */
export const isMeasured = async (each: Mutated): Promise<boolean> =>
  existsSync(hashPathOf(each.file)) &&
  (await readFile(hashPathOf(each.file), 'utf8')) === (await hashOf(each));

/** That the report is of what is there now. */
export const noteMeasured = async (each: Mutated): Promise<void> =>
  writeFile(hashPathOf(each.file), await hashOf(each));

const KILLED = new Set(['Killed', 'Timeout']);

/** The figures of a file as it is now; null: not measured, or changed since. */
export async function measured(file: string): Promise<Measured | null> {
  const path = reportOf(file);
  if (!existsSync(path)) return null;
  const found = report.parse(JSON.parse(await readFile(path, 'utf8'))).files[file];
  if (found?.source !== (await readFile(join(ROOT, file), 'utf8'))) return null;
  const lines = found.source.split('\n');
  const alive = found.mutants.filter(({ status }) => !KILLED.has(status));
  return {
    file,
    mutants: found.mutants.length,
    killed: found.mutants.length - alive.length,
    survivors: alive.map(({ location: { start, end }, replacement, status }) => {
      const line = lines[start.line - 1] ?? '';
      const was = line.slice(
        start.column - 1,
        end.line === start.line ? end.column - 1 : undefined,
      );
      const untested = status === 'NoCoverage' ? ' (no test runs it)' : '';
      return `${start.line}: ${was} => ${replacement ?? ''}${untested}`;
    }),
  };
}
