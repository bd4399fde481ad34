// Measures wall and processor time of a command and its children.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux clock ticks per second: 100 on every architecture that Node supports. */
const TICKS_A_SECOND = 100;

/** User and system time of ended child processes, in seconds; null if the system does not report it. */
function secondsOfChildren() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The process name may contain blanks, so count the fields from its closing bracket, which the third field follows.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  } catch {
    return null;
  }
}

/**
 * Runs a command with this process's input and output.
 * @returns its exit code, and wall and processor time in seconds (`cpu`: null if the system does not report it)
 */
export async function timed(command, args, options = {}) {
  const before = secondsOfChildren();
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
  const after = secondsOfChildren();
  return {
    code,
    wall: (performance.now() - startedAt) / 1_000,
    cpu: before === null || after === null ? null : after - before,
  };
}

/** Formats seconds, `245.3` as `4 min 5 s`. */
export const minutes = (seconds) =>
  seconds === null ? 'unknown' : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
