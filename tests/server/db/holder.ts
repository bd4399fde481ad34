/**
 * A program that claims the data folder given as its argument, prints the outcome, and holds the
 * folder until killed.
 */
import { writeSync } from 'node:fs';
import { claimDataDir } from '#server/data-dir.ts';

try {
  await claimDataDir(process.argv[2] ?? '');
  writeSync(1, 'held\n');
  setInterval(() => {}, 60_000);
} catch (error) {
  writeSync(1, `${error instanceof Error ? error.message : String(error)}\n`);
}
