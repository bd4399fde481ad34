import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyStateMachine, StateMachine } from 'xstate';

export const MACHINES = join(import.meta.dirname, '../../machines');

/** A file of `machines/` with the charts that it exports. */
export interface ChartFile {
  /** Its path in `machines/`, e.g. 'account/auth.ts'. */
  readonly name: string;
  readonly source: string;
  readonly charts: readonly AnyStateMachine[];
}

/** Every file of `machines/` that exports a chart, by path. */
export async function chartFiles(): Promise<ChartFile[]> {
  const entries = await readdir(MACHINES, { recursive: true });
  const files = await Promise.all(
    entries
      .filter((name) => /^(?!kit|contract|grouping)(?:[\w-]+\/)?[\w-]+\.ts$/u.test(name))
      .toSorted()
      .map(async (name) => {
        const path = join(MACHINES, name);
        const exported: Record<string, unknown> = await import(/* @vite-ignore */ path);
        return {
          name,
          source: await readFile(path, 'utf8'),
          charts: Object.values(exported).filter((value) => value instanceof StateMachine),
        };
      }),
  );
  return files.filter(({ charts }) => charts.length > 0);
}
