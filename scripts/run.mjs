// Runs a TypeScript file of this repository: node scripts/run.mjs <file.ts> [arguments]
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const file = process.argv[2];
if (file === undefined) {
  console.error('Usage: node scripts/run.mjs <file.ts> [arguments]');
  process.exit(2);
}
process.argv.splice(1, 2, resolve(file));
await runnerImport(resolve(file));
