/** `npm run atlas`: the drawings in machines/README.md, from the charts themselves, and what tests walk. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chartFiles, MACHINES } from './atlas/charts.ts';
import { readCoverage } from './atlas/coverage.ts';
import { atlasPage } from './atlas/page.ts';

const path = join(MACHINES, 'README.md');
const files = await chartFiles();
await writeFile(path, atlasPage(await readFile(path, 'utf8'), files, await readCoverage()));
console.log(`machines/README.md: ${files.flatMap(({ charts }) => charts).length} charts`);
