import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyStateMachine, StateMachine } from 'xstate';

export const MACHINES = join(import.meta.dirname, '../../machines');

/** A file of `machines/` with the charts that it exports. */
export interface ChartFile {
  /** Its name, e.g. 'auth.ts'. */
  readonly name: string;
  readonly source: string;
  readonly charts: readonly AnyStateMachine[];
}

/** Every file of `machines/` itself, by name. */
export async function chartFiles(): Promise<ChartFile[]> {
  const entries = await readdir(MACHINES);
  return Promise.all(
    entries
      .filter((name) => name.endsWith('.ts'))
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
}
