import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import type { AnyStateMachine } from 'xstate';
import { isChart } from '../recorder/describe.ts';

/** A chart with the file that exports it. */
export interface ChartSource {
  readonly machine: AnyStateMachine;
  /** Path relative to the folder of charts, for example 'answer.ts'. */
  readonly file: string;
  /** Name under which the file exports the chart. */
  readonly name: string;
  /** The file's code. */
  readonly code: string;
}

/** Returns the TypeScript files below a folder, sorted, as paths relative to it. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d|\.test)\.ts$/u.test(file))
    .toSorted();

const ENTRY = 'virtual:every-chart-file';

/**
 * Imports every file below `folder` and returns the charts that they export. The files must have no side effects when
 * imported.
 */
export async function chartsIn(root: string, folder: string): Promise<ChartSource[]> {
  const files = filesIn(folder);
  const entry = `export default [${files.map((file) => `await import(${JSON.stringify(join(folder, file))})`).join(',')}]`;
  const { module } = await runnerImport<{ default: readonly Record<string, unknown>[] }>(ENTRY, {
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [
      {
        name: ENTRY,
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : null),
        load: (id) => (id === `\0${ENTRY}` ? entry : null),
      },
    ],
  });
  return files.flatMap((file, index) => {
    const charts = Object.entries(module.default[index] ?? {});
    return charts.flatMap(([name, machine]) =>
      isMachine(machine)
        ? [{ machine, file, name, code: readFileSync(join(folder, file), 'utf8') }]
        : [],
    );
  });
}

/**
 * Whether a value is a chart. Checks its fields rather than its class, because a test runner and Vite may each have
 * their own copy of XState.
 */
const isMachine = (value: unknown): value is AnyStateMachine =>
  isChart(value) && 'implementations' in value;
