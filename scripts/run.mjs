// Runs a TypeScript file of this repository: node scripts/run.mjs <file.ts> [arguments]
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const file = process.argv[2];
if (file === undefined) {
  console.error('Usage: node scripts/run.mjs <file.ts> [arguments]');
  process.exit(2);
}
process.argv.splice(1, 2, resolve(file));
// The repository's packages must be transformed too, because they are TypeScript.
const packages = readdirSync(resolve(import.meta.dirname, '../packages'));
await runnerImport(resolve(file), {
  environments: { inline: { resolve: { noExternal: packages } } },
});
