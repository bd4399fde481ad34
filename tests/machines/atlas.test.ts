import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { chartSources, README, withChartTable } from '../../scripts/chart-table.ts';

it('machines/README.md lists every chart in its current form, written by `npm run atlas`', async () => {
  const readme = await readFile(README, 'utf8');
  expect(readme).toBe(withChartTable(readme, await chartSources()));
});
