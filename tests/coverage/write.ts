/** `npm run coverage`: docs/coverage.md, from the ids in the titles of the tests. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { citations } from './citations.ts';
import { coveragePage } from './page.ts';

const found = await citations();
await writeFile(join(import.meta.dirname, '../../docs/coverage.md'), coveragePage(found));
console.log(`docs/coverage.md: ${new Set(found.map(({ id }) => id)).size} requirements shown`);
