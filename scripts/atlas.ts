/** `npm run atlas`: writes the table of charts in machines/README.md. Their drawings are at /inspect/atlas. */
import { readFile, writeFile } from 'node:fs/promises';
import { chartSources, README, withChartTable } from './chart-table.ts';

const sources = await chartSources();
await writeFile(README, withChartTable(await readFile(README, 'utf8'), sources));
console.log(`machines/README.md: ${sources.length} charts`);
