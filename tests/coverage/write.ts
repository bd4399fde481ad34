/** `npm run coverage`: docs/coverage.md, from the ids in the titles of the tests. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { citations } from './citations.ts';
import { coveragePage } from './page.ts';
import { statementsIn } from './specification.ts';

const found = await citations();
const docs = join(import.meta.dirname, '../../docs');
const statements = statementsIn(await readFile(join(docs, 'specification.md'), 'utf8'));
await writeFile(join(docs, 'coverage.md'), coveragePage(found, statements));
console.log(`docs/coverage.md: ${new Set(found.map(({ id }) => id)).size} requirements shown`);
