import type { Citation } from './citations.ts';
import type { Statement } from './specification.ts';
import { REQUIREMENTS } from './requirements/index.ts';

/** At most this many titles are listed for a requirement. */
const MOST_TITLES = 3;

/** Renders docs/coverage.md: every requirement with its tests. */
export function coveragePage(found: readonly Citation[], statements: readonly Statement[]): string {
  const rows = Object.values(REQUIREMENTS).flatMap(Object.keys).length;
  const areas = Object.entries(REQUIREMENTS).map(([area, requirements]) => {
    const lines = Object.entries(requirements).map(
      ([id, sentence]) =>
        `| ${id} | ${quotesOf(statements.filter(({ ids }) => ids.includes(id)))} | ${cell(sentence)} | ${testsOf(found.filter((each) => each.id === id))} |`,
    );
    return [
      `## ${area}`,
      '',
      '| id | specification | requirement | shown by |',
      '| --- | --- | --- | --- |',
      ...lines,
    ];
  });
  return `${[
    '# The specification and its tests',
    '',
    `Written by \`npm run coverage\` from the ids in the titles of the tests: ${rows} requirements. The number in an id is the`,
    "specification's section. Beside it stands what [the specification](specification.md) says, to the letter; 'ours' is what it is silent on. The",
    'suite fails on a statement without a row, on a row without a statement or a test, on an unknown id, and when this page is stale.',
    ...areas.flatMap((lines) => ['', ...lines]),
  ].join('\n')}\n`;
}

function testsOf(tests: readonly Citation[]): string {
  const listed = tests
    .slice(0, MOST_TITLES)
    .map(({ file, title }) => `[${cell(title)}](../${file})`);
  const more = tests.length - listed.length;
  return [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('<br>') || '**open**';
}

const quotesOf = (statements: readonly Statement[]): string =>
  statements.map(({ quote }) => cell(quote)).join('<br>') || '*ours*';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/[[\]]/gu, '\\$&');
