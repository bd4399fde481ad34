import { existsSync } from 'node:fs';
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

/**
 * What answers are read and compared with: small parts, each with tests of its own and those of whole answers. The
 * properties of grouping take longer than all of these, and find out little that they do not.
 */
const WHOLE_ANSWERS = ['values', 'known-grouping', 'matching', 'differing'].map(
  (name) => `rules/${name}`,
);
const PARTS_OF_READING =
  'acronyms asides cities class-words dates differing empty-words knowledge localities loose-values matching numbers person-forms persons readings senses short-forms stems text units values'
    .split(' ')
    .map((name) => `rules/${name}.ts`);
/** What puts many texts into groups. */
const PARTS_OF_GROUPING =
  'candidates clusters distance grouping postings refine round shape spelling steps'
    .split(' ')
    .map((name) => `rules/${name}.ts`);

/** The tests of files that have none of their own name. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [...PARTS_OF_READING, ...PARTS_OF_GROUPING].map((file) => [
      file,
      [
        ownTest(file),
        ...WHOLE_ANSWERS,
        ...(PARTS_OF_GROUPING.includes(file) ? ['grouping/grouping'] : []),
      ],
    ]),
  ),
  'rules/access.ts': ['rules/access', 'rules/show'],
  'rules/answering.ts': ['rules/answering', 'machines/answer'],
  'rules/boards.ts': ['rules/boards', 'machines/boards'],
  'rules/common-passwords.ts': ['rules/password'],
  'admin.ts': ['machines/made-charts'],
  'feed.ts': ['machines/feed', 'machines/questions'],
  'insights.ts': ['machines/made-charts'],
  'payments.ts': ['machines/made-charts'],
  'published.ts': ['machines/made-charts'],
  'resend.ts': ['machines/made-charts'],
  'users.ts': ['machines/made-charts'],
  'kit/describe.ts': ['machines/describe', 'machines/atlas'],
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

/** Every file with logic, with those of its tests that there are: of the file's own name unless the table above says more. */
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
      tests: [...new Set(TESTS[name] ?? [ownTest(name)])]
        .map((test) => `tests/${test}.test.ts`)
        .filter((path) => existsSync(join(ROOT, path))),
    }));
}

function ownTest(name: string): string {
  return name.startsWith('rules/')
    ? name.replace(/\.ts$/u, '')
    : `machines/${name.replace(/^kit\//u, '').replace(/\.ts$/u, '')}`;
}
