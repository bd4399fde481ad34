import { readlink } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** More calls than the pool has threads: each call runs in the thread that has waited longest. */
const CALLS = 32;

/**
 * Gives the threads of Node's pool, which hash passwords and compress replies, a lower priority than the event loop
 * and the store. On Linux only: elsewhere threads have no priority of their own.
 */
export async function lowerPoolPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  const priority = Math.min(
    constants.priority.PRIORITY_LOW,
    getPriority() + constants.priority.PRIORITY_BELOW_NORMAL,
  );
  for (let call = 0; call < CALLS; call += 1)
    // Resolves to the thread that runs the call.
    setPriority(Number(basename(await readlink('/proc/thread-self'))), priority);
}
