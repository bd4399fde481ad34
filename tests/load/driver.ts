import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');

/** The core of everything that is measured; the audience has the others. */
const SERVER_CORE = '0';
/** A prefix of a command that pins it to the core of the servers. */
export const ON_SERVER_CORE = ['taskset', '--cpu-list', SERVER_CORE];

/** Pins this process, and all that it starts without `ON_SERVER_CORE`, to the cores of the audience. */
export function keepOffServerCore(): void {
  const others = `1-${availableParallelism() - 1}`;
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', others, String(process.pid)]);
}

/** Starts a file of this repository as a process that takes commands over IPC. `under`: see `startProcess`. */
export function start(file: string, under: readonly string[] = []): ChildProcess {
  const [program, ...args] = [...under, process.execPath];
  return fork(join(ROOT, 'scripts/run.mjs'), [join(ROOT, file)], {
    cwd: ROOT,
    execPath: program,
    execArgv: args,
  });
}

/** Starts a file, and waits until its process takes commands. */
export async function startReady(file: string): Promise<ChildProcess> {
  const child = start(file);
  await receive(child, z.object({ ready: z.literal(true) }));
  return child;
}

/** Returns the next message that matches the schema. */
export async function receive<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  for (;;) {
    const [message]: unknown[] = await once(child, 'message');
    const parsed = schema.safeParse(message);
    if (parsed.success) return parsed.data;
  }
}

/** Sends a command and returns the next message that matches the schema. */
export function ask<T>(child: ChildProcess, command: object, schema: z.ZodType<T>): Promise<T> {
  const reply = receive(child, schema);
  child.send(command);
  return reply;
}

/** Returns the median. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** Returns the median of the rounds, with the least and the most if they differ. */
export function spread(values: readonly number[]): string {
  const median = medianOf(values);
  const digits = median < 10 ? 1 : 0;
  const [middle, low, high] = [median, Math.min(...values), Math.max(...values)].map((value) =>
    value.toFixed(digits),
  );
  return low === high ? `${middle}` : `${middle} (${low} to ${high})`;
}
