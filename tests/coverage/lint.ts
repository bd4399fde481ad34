/** Part of `npm run lint`: checks names that must agree between files and that no compiler compares. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StateMachine } from 'xstate';
import { commentsIn, idsIn, rulesIn, titlesIn } from './chart-rules.ts';
import { citations } from './citations.ts';
import { idioms } from './idiom.ts';
import { coveragePage } from './page.ts';
import { OURS } from './ours.ts';
import { REQUIREMENTS } from './requirements/index.ts';
import { isVerbatim, statementsIn, uncovered } from './specification.ts';
import { texts } from './texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pathsIn = (folder: string, end: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
/** A message for each wanted name that is missing, with the reason why that is wrong. */
const lacking = (wanted: Iterable<string>, there: Iterable<string>, why: string): string[] => {
  const known = new Set(there);
  return [...new Set(wanted)].filter((name) => !known.has(name)).map((name) => `${name}: ${why}`);
};

async function requirements(): Promise<string[]> {
  const found = await citations();
  const ids = Object.values(REQUIREMENTS).flatMap((each) => Object.keys(each));
  const cited = found.map(({ id }) => id);
  const specification = read('docs/specification.md');
  return [
    ...(isVerbatim(specification)
      ? []
      : ['docs/specification.md is not the specification verbatim']),
    ...uncovered(specification, ids, OURS),
    ...lacking(ids, cited, 'no test names this requirement'),
    ...lacking(cited, ids, 'a test names a requirement that is not known'),
    ...(ids.length === new Set(ids).size ? [] : ['a requirement stands twice']),
    ...(read('docs/coverage.md') === coveragePage(found, statementsIn(specification))
      ? []
      : ['docs/coverage.md is old: `npm run coverage` writes it']),
  ];
}

/** Checks that every test quoted in docs/security.md exists. */
function security(): string[] {
  const cited = [...read('docs/security.md').matchAll(/\[([^\]]+)\]\(\.\.\/(tests\/[^)]+)\)/gu)];
  return cited
    .filter(([, name = '', path = '']) => name !== 'checked' && !read(path).includes(name))
    .map(([link]) => `${link}: docs/security.md names a test that is not there`);
}

function rulesOfCharts(): string[] {
  const onPage = rulesIn(read('machines/README.md'));
  const inComments = pathsIn('machines', '.ts')
    .filter((path) => !/^machines\/(?:contract|grouping)\//u.test(path))
    .flatMap((path) => idsIn(commentsIn(read(path))));
  const cited = pathsIn('tests/machines', '.test.ts').flatMap((path) =>
    titlesIn(read(path)).flatMap(idsIn),
  );
  return [
    ...lacking(inComments, onPage, 'a comment names a rule that machines/README.md has not'),
    ...lacking([...onPage, ...inComments], cited, 'no journey names this rule'),
  ];
}

/** Charts with paths that no test of a view walks, with the reason. */
const NOT_BY_THEMSELVES: Readonly<Record<string, string>> = {
  day: 'no screen: it tells other charts of midnight',
  windows: 'no screen: it starts the windows',
  releaseWindow:
    'a window is a word on the card of its question, whose paths are those of `questions`',
  feed: 'the list is the one of `questions`',
  stage:
    'the scenes that the stage screen plays in time: its view is seen step by step in `stage-screen.test.tsx`',
  showProducers:
    'the list in a dialog of the control room, which a real browser opens (tests/e2e/producers.test.ts)',
  addProducer: 'one field in that dialog',
  removeProducer: 'a button in that dialog',
  controlTokens:
    'the list in a dialog of the control room, which a real browser opens (tests/e2e/outside.test.ts)',
  tokenForm: 'one field in that dialog',
  revokeToken: 'one button in that dialog',
  people:
    'the list in a dialog of the control room, which a real browser opens (tests/e2e/joining.test.ts)',
  seatForm: 'one field in that dialog',
  myShows: 'a line of the main page, which a real browser shows (tests/e2e/joining.test.ts)',
  seatAct: 'two buttons of a row in that dialog',
  invitation: 'one button of the control room in a rehearsal',
  joinRehearsal: 'one button that presses itself (tests/views/rehearsal/rehearsal.test.tsx)',
  runSheet: 'one table (tests/views/run-sheet/run-sheet.test.tsx)',
  shareRunSheet: 'one button of its dialog',
  unshareRunSheet: 'one button of its dialog',
  confirmation: 'the label of a button (tests/views/bindings/live-keys.test.tsx)',
  uploadMedia: 'one field of a dialog (tests/views/control/edit-item.test.tsx)',
  showExport:
    'one button of the control room, which a real browser presses (tests/e2e/outside.test.ts)',
  suggestionCount:
    'one figure beside the state of the armed item (tests/views/control/armed.test.tsx)',
  spoilerGate:
    'when the page hears of points (tests/machines/spoiler-gate.test.ts); it is nothing to look at',
  timeZone: 'a list with a button (tests/views/admin/time-zone.test.tsx)',
  timeZoneForm: 'the button beside that list',
  publicConfig: 'whether something can be had; it is nothing to look at',
};

/** Checks that for every chart of a screen a test walks all paths through the screen's controls. */
function viewPaths(): string[] {
  const charts = Object.values(
    import.meta.glob<Record<string, unknown>>(['../../machines/*.ts', '../../machines/*/*.ts'], {
      eager: true,
    }),
  ).flatMap((each) =>
    Object.entries(each).flatMap(([name, value]) =>
      value instanceof StateMachine ? [{ name, id: value.id }] : [],
    ),
  );
  const suites = pathsIn('tests/views', '.paths.test.tsx').map(read);
  const models = pathsIn('tests/support/models', '.ts');
  const isWalked = (name: string): boolean => {
    const isIn = (source: string) => new RegExp(`\\b${name}\\b`, 'u').test(source);
    const shared = models.filter((path) => isIn(read(path)));
    return suites.some(
      (source) => isIn(source) || shared.some((path) => source.includes(`#${path}`)),
    );
  };
  const walked = charts.filter(({ name }) => isWalked(name)).map(({ id }) => id);
  const ids = charts.map(({ id }) => id);
  const excused = Object.keys(NOT_BY_THEMSELVES);
  return [
    ...lacking(ids, [...walked, ...excused], 'no suite of view paths walks this chart'),
    ...lacking(excused, ids, 'this chart is excused, and is not there'),
  ];
}

/** CSS classes that are read with a computed name, e.g. `styles[tone]`. */
const COMPUTED = new Set(
  `primary quiet danger live plain ok studio home calm soon last over tight normal loose cards stats
   narrow text wide released revoked line heading field card rows saved tooLate`.split(/\s+/),
);

function styles(): string[] {
  const sheets = pathsIn('src/components', '.module.css').map((path) => ({
    path,
    css: read(path).replaceAll(/\/\*[^]*?\*\//gu, ''),
    asked: new Set<string>(),
  }));
  const unstyled = pathsIn('src/components', '.tsx').flatMap((path) => {
    const source = read(path);
    const asked = all(source, /styles\['(\w+)'\]/gu);
    const mine = sheets.filter((sheet) => source.includes(`./${sheet.path.split('/').at(-1)}`));
    for (const name of asked) for (const sheet of mine) sheet.asked.add(name);
    return lacking(
      asked,
      mine.flatMap(({ css }) => all(css, /\.([a-zA-Z]\w*)/gu)),
      `${path} asks for a class that its stylesheet has not`,
    );
  });
  const css = pathsIn('src', '.css').map(read).join('\n');
  const [known, used] = [all(css, /(--[\w-]+):/gu), all(css, /var\((--[\w-]+)\)/gu)];
  return [
    ...unstyled,
    ...lacking(used, known, 'no token has this name'),
    ...lacking(known, used, 'nothing uses this token'),
    ...sheets.flatMap(({ path, css: sheet, asked }) => [
      ...(sheet.trimStart().startsWith('@layer components {') ? [] : [`${path} states no layer`]),
      ...all(
        sheet.replaceAll(/@media[^{]*/gu, ''),
        /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|\b\d*\.?\d+px\b|!important/giu,
      ).map((value) => `${path}: ${value} is no token`),
      ...lacking(
        all(sheet, /\.([a-zA-Z]\w*)/gu),
        [...asked, ...COMPUTED],
        `${path} has a class that nothing asks for`,
      ),
    ]),
  ];
}

const problems = [
  ...(await requirements()),
  ...security(),
  ...rulesOfCharts(),
  ...viewPaths(),
  ...styles(),
  ...idioms(ROOT),
  ...texts(ROOT),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
