/** `npm run atlas`: the drawings in machines/README.md, from the charts themselves. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chartFiles, MACHINES } from './atlas/charts.ts';
import { atlasPage } from './atlas/page.ts';

const path = join(MACHINES, 'README.md');
const files = await chartFiles();
await writeFile(path, atlasPage(await readFile(path, 'utf8'), files));
console.log(`machines/README.md: ${files.flatMap(({ charts }) => charts).length} charts`);
