import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** By importance: what is measured first when a run is cut short. */
const FOLDERS = ['rules', '.', 'kit', 'contract'];

/** Files without logic to mutate: only types, schemas, tables and texts. */
const LEFT_OUT = new Set([
  'contract/brand.ts',
  'contract/brand-schema.ts',
  'contract/calls.ts',
  'contract/entities.ts',
  'contract/events.ts',
  'contract/inspection.ts',
  'contract/limits.ts',
  'contract/messages.ts',
  'contract/roles.ts',
  'kit/facts.ts',
  'kit/realtime.ts',
  'kit/session.ts',
  'kit/types.ts',
]);

/** What an answer is read with: small parts that their tests see through the readings of whole answers. */
const READING = [
  'values',
  'text',
  'known-grouping',
  'matching',
  'differing',
  'distance',
  'grouping',
];
const PARTS_OF_READING =
  'acronyms asides candidates cities class-words dates empty-words knowledge localities loose-values numbers person-forms persons postings readings round senses shape short-forms spelling steps stems units'
    .split(' ')
    .map((name) => `rules/${name}.ts`);

/** The tests of files that have none of their own name. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    PARTS_OF_READING.map((file) => [file, READING.map((name) => `rules/${name}`)]),
  ),
  'rules/access.ts': ['rules/access', 'rules/show'],
  'rules/answering.ts': ['rules/answering', 'machines/answer'],
  'rules/boards.ts': ['machines/boards'],
  'rules/common-passwords.ts': ['rules/password'],
  'admin.ts': ['machines/made-charts'],
  'feed.ts': ['machines/feed', 'machines/questions'],
  'insights.ts': ['machines/made-charts'],
  'payments.ts': ['machines/made-charts'],
  'published.ts': ['machines/made-charts'],
  'resend.ts': ['machines/made-charts'],
  'users.ts': ['machines/made-charts'],
  'kit/describe.ts': ['machines/atlas'],
  'kit/silent.ts': ['machines/silent', 'machines/kit'],
  'kit/drawing.ts': ['machines/drawings'],
  'kit/check.ts': ['machines/forms', 'machines/made-charts'],
  'kit/delays.ts': ['machines/auth', 'machines/day', 'machines/ports'],
  'kit/not-provided.ts': ['machines/ports'],
  'kit/outcome.ts': ['machines/ports'],
  'contract/outcome.ts': ['machines/forms', 'machines/ports'],
  'contract/rights.ts': ['rules/access'],
  'contract/text.ts': ['machines/question-forms', 'machines/made-charts'],
};

/** A file of `machines/` and the test files that must tell it from its mutants. */
export interface Mutated {
  readonly file: string;
  readonly tests: readonly string[];
}

/** Every file with logic, with its tests: from the file's own name unless the table above says more. */
export async function mutatedFiles(): Promise<Mutated[]> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, 'machines', folder)))
        .filter((name) => name.endsWith('.ts'))
        .toSorted()
        .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
    ),
  );
  return found
    .flat()
    .filter((name) => !LEFT_OUT.has(name))
    .map((name) => ({
      file: `machines/${name}`,
      tests: (TESTS[name] ?? [ownTest(name)]).map((test) => `tests/${test}.test.ts`),
    }));
}

const ownTest = (name: string): string =>
  name.startsWith('rules/')
    ? name.replace(/\.ts$/u, '')
    : `machines/${name.replace(/^kit\//u, '').replace(/\.ts$/u, '')}`;
