import { type ESTree, parseSync, Visitor } from 'vite';

/* Checks that the time for processing a text is linear in its length, for any text. */

export type Work = (text: string) => unknown;

/** For a text n times as long, one pass takes n times as long; quadratic work takes n² times. */
const STEP = 16;
const MOST_GROWTH = 4 * STEP;
/** The lengths to try. At the last one, quadratic work certainly takes longer than `fastMs`. */
export type Effort = { readonly lengths: readonly number[]; readonly fastMs: number };
export const ONE_PASS: Effort = { lengths: [64, 512, 4_096], fastMs: 4 };
export const SOME_PASSES: Effort = { lengths: [64, 256, 2_048], fastMs: 6 };
export const MANY_PASSES: Effort = { lengths: [64, 512, 8_192], fastMs: 80 };
const RUNS = 4;
/** The number of attempts, because the machine may stall and code gets faster as it warms up. */
const CHANCES = 4;

/** Parts of hostile texts, each repeated. */
const UNITS = [
  'a Z 1 0 . , : / - + & % $ # ( ) \' " ’ ` ´ ™ ß é я か 한 ก็ ﷺ 🐶 🇩 ♯ ½ ٣'.split(' '),
  ['\u0301', '\u0327\u0301', '\u0301\u0327', '\u0344', '\u0f77', '\u05b0', '\ufe0f'],
  ['\u200b', '\u200c', '\u200d', '\u00ad', '\u202e', '\u{e0061}', '\u{1d242}'],
  [' ', '\t', '\n', '\u00a0', '\u3000', '\0'],
  ['1 ', '10 ', '000 ', ' 000', '1,', '1,000', ',000', '1.', '.0', '1/', "1'", '$1', '1 $'],
  ['a ', 'a.', 'a-', 'a+', 'a +', ' + ', 'the ', 'an ', 'and ', 'of ', 'or ', ', or ', '(a) '],
  ['million ', 'hundred ', 'one ', 'twenty ', 'first ', 'xi ', 'may ', 'mon ', 'may of '],
  ['1 of ', 'half a ', '1 ft ', '1 in ', 'dozen ', 'what ', 'name a ', 'which is the '],
  ['kinds of ', 'dee', 'dee ', 'usa ', 'ing', 'ies ', 'ph', 'un', 'not ', 'a@', '@a.'],
].flat();
const ENDS = [
  ['', ''],
  ['a', '!'],
  ['1', 'x'],
  ['a ', ' smith'],
] as const;
const HOSTILE = UNITS.flatMap((unit) => ENDS.map(([first, last]) => ({ first, unit, last })));
export type Hostile = (typeof HOSTILE)[number];
export const isPlain = ({ first }: Hostile): boolean => first === '' || first.endsWith(' ');

const ofLength = (length: number, { first, unit, last }: Hostile): string =>
  first + unit.repeat(Math.ceil(length / unit.length)) + last;

/** The CPU time of the work, ms, which excludes other programs. */
function msOf(work: Work, text: string): number {
  const from = process.cpuUsage();
  work(text);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

/** Whether the time of a function grows much faster than the length of a text. */
const isTooSlow = (work: Work, hostile: Hostile, { lengths, fastMs }: Effort): boolean =>
  // Start with short texts, so that a failing test ends soon.
  lengths.some((length) => {
    if (msOf(work, ofLength(length, hostile)) < fastMs) return false;
    let [long, short] = [Infinity, Infinity];
    for (let chance = 0; chance < CHANCES; chance += 1) {
      for (let run = 0; run < RUNS; run += 1) {
        // Make each text slightly longer, so that caches do not help.
        const more = (chance * RUNS + run) * hostile.unit.length;
        long = Math.min(long, msOf(work, ofLength(length + more, hostile)));
        short = Math.min(short, msOf(work, ofLength(length / STEP + more, hostile)));
      }
      if (long < fastMs || long < MOST_GROWTH * short) return false;
    }
    return true;
  });

export const firstTooSlow = (
  work: Work,
  effort = ONE_PASS,
  isMeant: (hostile: Hostile) => boolean = () => true,
): Hostile | undefined =>
  HOSTILE.find((hostile) => isMeant(hostile) && isTooSlow(work, hostile, effort));

/** A source with what it exports. */
export type Source = {
  readonly path: string;
  readonly program: ESTree.Program;
  readonly exported: Readonly<Record<string, unknown>>;
};

/** The sources of two `import.meta.glob`: their texts, and their modules. */
export const sourcesOf = (
  codes: Readonly<Record<string, string>>,
  modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Source[] =>
  Object.entries(codes).map(([path, code]) => ({
    path: path.replace(/^(?:\.\.\/)+/, ''),
    program: parseSync(path, code).program,
    exported: modules[path] ?? {},
  }));

/** The patterns of a source: literals, and exported ones built at run time. */
function patternsOf({ program, exported }: Source): { patterns: RegExp[]; made: number } {
  const patterns: RegExp[] = [];
  let made = 0;
  const constructed = ({ callee }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') made += 1;
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) patterns.push(new RegExp(node.regex.pattern, node.regex.flags));
    },
    NewExpression: constructed,
    CallExpression: constructed,
  }).visit(program);
  for (const each of Object.values(exported)) if (each instanceof RegExp) patterns.push(each);
  return { patterns, made };
}

/** Runs a pattern over a whole text. */
const everywhere = ({ source, flags }: RegExp): Work => {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  return (text) => text.replace(pattern, '');
};

/** The declared type of a parameter that is one text or its words. */
function kindOf(parameter: ESTree.ParamPattern | undefined): 'text' | 'words' | null {
  if (parameter?.type !== 'Identifier') return null;
  const type = parameter.typeAnnotation?.typeAnnotation;
  if (type?.type === 'TSStringKeyword') return 'text';
  const list = type?.type === 'TSTypeOperator' ? type.typeAnnotation : null;
  const isOfTexts = list?.type === 'TSArrayType' && list.elementType.type === 'TSStringKeyword';
  return isOfTexts ? 'words' : null;
}

/** The exported functions of a source that take only a text or its words. */
export function readersOf({ path, program, exported }: Source): { name: string; work: Work }[] {
  const readers: { name: string; work: Work }[] = [];
  const add = (name: string, params: readonly ESTree.ParamPattern[]) => {
    const reader = exported[name];
    const kind = params.length === 1 ? kindOf(params[0]) : null;
    if (typeof reader !== 'function' || kind === null) return;
    const work = (text: string): unknown =>
      Reflect.apply(reader, undefined, [kind === 'text' ? text : text.split(' ')]);
    readers.push({ name: `${path} ${name}`, work });
  };
  new Visitor({
    FunctionDeclaration: ({ id, params }) => add(id?.name ?? '', params),
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression')
        add(id.name, init.params);
    },
  }).visit(program);
  return readers;
}

/** The patterns of a source that take more than one pass over some text. */
export function slowPatternsOf(source: Source): unknown[] {
  const { patterns, made } = patternsOf(source);
  const exported = Object.values(source.exported).filter((each) => each instanceof RegExp);
  // Patterns built at run time are found only if they are exported.
  if (exported.length < made) throw new Error(`${source.path}: export the patterns that are made`);
  return patterns
    .map((pattern) => ({ pattern, on: firstTooSlow(everywhere(pattern)) }))
    .filter(({ on }) => on !== undefined);
}
