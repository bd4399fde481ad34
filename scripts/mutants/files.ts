import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Files without logic to mutate: they contain only types, schemas, tables and texts. */
const LEFT_OUT = new Set([
  'contract/brand.ts',
  'contract/brand-schema.ts',
  'contract/call.ts',
  'contract/calls.ts',
  'contract/entities.ts',
  'contract/events.ts',
  'contract/limits.ts',
  'contract/messages.ts',
  'contract/producer-messages.ts',
  'contract/roles.ts',
  'contract/rundown.ts',
  'contract/stage.ts',
  'connection/realtime.ts',
  'connection/session.ts',
  'kit/types.ts',
]);

const GROUPING = 'packages/answer-grouping';

/** The tests of grouping files that are not tested by exactly one test file of the same name. */
const GROUPING_TESTS: Readonly<Record<string, readonly string[]>> = {
  features: ['suggestions'],
  persons: ['persons', 'person-forms'],
  places: ['localities', 'cities'],
  round: ['round', 'senses'],
  'short-forms': ['short-forms', 'acronyms', 'class-words', 'parentheticals'],
  spelling: ['spelling', 'candidates'],
  tokens: ['letter-signs', 'negations'],
  values: ['values', 'dates', 'units', 'loose-values'],
  'word-lists': ['empty-words'],
  'word-shapes': ['shape', 'distance'],
};

/** Tests that group whole answers and so run all parts of grouping. */
const WHOLE_ANSWERS = ['values', 'matching', 'differing', 'grouping'];

/** The tests of files without enough tests of the same name. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  'account/rules/access.ts': ['rules/access', 'rules/direction'],
  'answering/rules/answering.ts': ['rules/answering', 'machines/answer'],
  'results/rules/boards.ts': ['rules/boards', 'machines/boards'],
  'account/rules/common-passwords.ts': ['rules/password'],
  'answering/feed.ts': ['machines/feed', 'machines/questions'],
  'kit/check.ts': ['machines/forms', 'machines/made-charts'],
  'kit/delays.ts': ['machines/auth', 'machines/day', 'machines/ports'],
  'kit/not-provided.ts': ['machines/ports'],
  'kit/outcome.ts': ['machines/ports'],
  'contract/outcome.ts': ['machines/forms', 'machines/ports'],
  'contract/rights.ts': ['rules/access'],
  'contract/text.ts': ['machines/question-forms', 'machines/made-charts'],
};

/** Returns all files with logic in `machines/` and grouping, with the tests that must kill their mutants. */
export const mutatedFiles = (): { readonly file: string; readonly tests: readonly string[] }[] => [
  ...readdirSync(join(ROOT, 'machines'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!calls)\.ts$/u.test(name) && !LEFT_OUT.has(name))
    .toSorted()
    .map((name) => ({ file: `machines/${name}`, tests: testsOf(name).map(pathOf) })),
  ...readdirSync(join(ROOT, GROUPING, 'src'))
    .filter((name) => /(?<!cli|index|question-lines)\.ts$/u.test(name))
    .map((name) => ({
      file: `${GROUPING}/src/${name}`,
      tests: groupingTestsOf(basename(name, '.ts')),
    })),
];

const pathOf = (test: string): string => `tests/${test}.test.ts`;

function groupingTestsOf(name: string): readonly string[] {
  const own = GROUPING_TESTS[name] ?? [name];
  return [...new Set([...own, ...WHOLE_ANSWERS])]
    .map((test) => `${GROUPING}/${pathOf(test)}`)
    .filter((path) => existsSync(join(ROOT, path)));
}

/**
 * Returns the tests listed in the table above, otherwise the test of the same name. Charts made by a factory are tested
 * together.
 */
function testsOf(name: string): readonly string[] {
  const folder = name.includes('/rules/') ? 'rules' : 'machines';
  const tests = TESTS[name] ?? [`${folder}/${basename(name, '.ts')}`];
  const found = tests.filter((test) => existsSync(join(ROOT, pathOf(test))));
  return found.length > 0 ? found : ['machines/made-charts'];
}
