/**
 * `npm run bench`: measures the cost of text matching. The answers are names from the runtime's locale data with
 * typical misspellings: letters left out, doubled, swapped. Each figure is printed beside the floor of the same run:
 * normalising every text and putting it into a map.
 */
import * as z from 'zod/mini';
import { deskGroupSchema } from '#machines/contract/desk.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import {
  groupTextsInSteps,
  indexGroupsInSteps,
  runSteps,
  nearestGroup,
  readQuestion,
  type Steps,
  suggestInSteps,
  textKey,
} from 'answer-grouping';
import { jsonInSteps } from '#server/http/json-in-steps.ts';
import { inSlices } from '#server/in-slices.ts';
import { deskGroupsInSteps } from '#server/results/grouping/desk.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { readKnowledge } from 'answer-grouping/knowledge';
import { numbersFrom } from '#tests/support/random.ts';
import { knowledgeFile } from 'answer-grouping/build';

const RUNS = 200;
const SLICED_RUNS = 5;
const NEW_ANSWERS = 1_000;
const about = {
  knowledge: readKnowledge(await knowledgeFile()),
  intent: readQuestion('Name a country, a language or a currency.'),
};

/** All codes of this length that have an English name; returns the names. */
function namesOf(type: 'region' | 'language' | 'currency', length: number): string[] {
  const names = new Intl.DisplayNames(['en'], { type, fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  let codes = [''];
  for (let at = 0; at < length; at += 1)
    codes = codes.flatMap((code) => letters.map((letter) => code + letter));
  return codes.flatMap((code) => names.of(code) ?? []);
}

const NAMES = [...namesOf('region', 2), ...namesOf('language', 2), ...namesOf('currency', 3)];

function misspelled(name: string, random: () => number): string {
  const at = Math.floor(random() * (name.length - 1));
  const slips = [
    () => name.slice(0, at) + name.slice(at + 1),
    () => name.slice(0, at) + name.charAt(at) + name.slice(at),
    () => name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
    () => name.toUpperCase(),
    () => `the ${name}`,
  ];
  return (slips[Math.floor(random() * slips.length)] ?? (() => name))();
}

/** Returns this many texts with different keys. About one in four is spelled correctly. */
function distinctTexts(count: number, seed: number): string[] {
  const random = numbersFrom(seed);
  const names = NAMES.toSorted(() => random() - 0.5).slice(0, Math.ceil(count / 4));
  const texts = new Map(names.map((name) => [textKey(name), name]));
  while (texts.size < count) {
    const text = misspelled(names[Math.floor(random() * names.length)] ?? '', random);
    texts.set(textKey(text), text);
  }
  return [...texts.values()].slice(0, count);
}

const counted = (texts: readonly string[]) => {
  const forms = new Map<string, { key: string; text: string; count: number }>();
  for (const text of texts) {
    const key = textKey(text);
    const { count = 0 } = forms.get(key) ?? {};
    forms.set(key, { key, text, count: count + 1 });
  }
  return [...forms.values()];
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

/** The duration of each run, ms. */
function timed(runs: number, work: (run: number) => void): number[] {
  return Array.from({ length: runs }, (_, run) => {
    const startedAt = performance.now();
    work(run);
    return performance.now() - startedAt;
  });
}

const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : 1)} ms`;
const print = (what: string, figures: string): void => console.log(`${what.padEnd(58)} ${figures}`);

/** Passes the steps on, and stores in `times` the shortest time of each step over all runs. */
function* watched<T>(steps: Steps<T>, times: number[]): Steps<T> {
  for (let at = 0; ; at += 1) {
    const startedAt = performance.now();
    const step = steps.next();
    times[at] = Math.min(times[at] ?? Infinity, performance.now() - startedAt);
    if (step.done === true) return step.value;
    yield;
  }
}

/** The longest time for which the work blocks the event loop, ms. */
async function longestTurn(work: Promise<unknown>): Promise<number> {
  const state = { isDone: false, longest: 0, at: performance.now() };
  const turn = (): void => {
    const now = performance.now();
    state.longest = Math.max(state.longest, now - state.at);
    state.at = now;
    if (!state.isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work;
  state.isDone = true;
  return state.longest;
}

/**
 * Returns this many different texts of maximum length that are expensive to match: many combining marks, letters that
 * expand, many names in a row.
 */
function hostileTexts(count: number): string[] {
  const units = ['\u0f77', '\u0344', '\u0301\u0327', 'ﷺ', '5 trillion ', 'a b ', 'dee', '1 '];
  return Array.from({ length: count }, (_, index) => {
    const begin = `${index.toString(36)} ${index % 3 === 0 ? 'я' : 'ก'}`;
    const unit = units[index % units.length] ?? '';
    return (begin + unit.repeat(LIMITS.answerLength)).slice(0, LIMITS.answerLength);
  });
}

const few = distinctTexts(200, 1);
// Warm up the compiler, as in a server that has counted before.
timed(RUNS, () => runSteps(groupTextsInSteps(counted(few), about)));
const floor = timed(RUNS, () => counted(few));
const grouped = timed(RUNS, () => runSteps(groupTextsInSteps(counted(few), about)));
print(
  '200 distinct texts: floor',
  `p50 ${ms(quantile(floor, 0.5))}  p95 ${ms(quantile(floor, 0.95))}`,
);
print(
  '200 distinct texts: grouped',
  `p50 ${ms(quantile(grouped, 0.5))}  p95 ${ms(quantile(grouped, 0.95))}  ${(quantile(grouped, 0.5) / quantile(floor, 0.5)).toFixed(1)} x the floor`,
);

const suggesting = {
  ...about,
  groups: runSteps(groupTextsInSteps(counted(few), about)),
  counted: counted(few),
};
timed(RUNS, () => runSteps(suggestInSteps(suggesting)));
const suggested = timed(RUNS, () => runSteps(suggestInSteps(suggesting)));
print(
  '200 distinct texts: suggestions',
  `p50 ${ms(quantile(suggested, 0.5))}  p95 ${ms(quantile(suggested, 0.95))}  ${(quantile(suggested, 0.5) / quantile(grouped, 0.5)).toFixed(2)} x grouping them`,
);

const many = distinctTexts(2_000, 2);
const random = numbersFrom(3);
const answers = Array.from(
  { length: 10_000 },
  (_, index) => many[index < many.length ? index : Math.floor(random() ** 3 * many.length)] ?? '',
);
const manyFloor = quantile(
  timed(5, () => counted(answers)),
  0.5,
);
const forms = counted(answers);
// The steps are the same in every run, so the shortest time of each excludes pauses caused by other processes.
const stepTimes: number[] = [];
const turns: number[] = [];
const took: number[] = [];
let groups = 0;
for (let run = 0; run < SLICED_RUNS; run += 1) {
  const startedAt = performance.now();
  const work = inSlices(watched(groupTextsInSteps(forms, about), stepTimes));
  turns.push(await longestTurn(work));
  took.push(performance.now() - startedAt);
  groups = (await work).length;
}
const best = Math.min(...took);
print('10,000 answers, 2,000 distinct texts: floor', ms(manyFloor));
print(
  '10,000 answers, 2,000 distinct texts: grouped in slices',
  `${ms(best)}  ${(best / manyFloor).toFixed(1)} x the floor; longest step ${ms(stepTimes.reduce((most, time) => Math.max(most, time), 0))}, longest turn of the event loop ${ms(Math.min(...turns))}`,
);

const hostile = hostileTexts(2_000);
const hostileForms = counted(hostile);
const hostileFloor = quantile(
  timed(5, () => counted(hostile)),
  0.5,
);
const hostileSteps: number[] = [];
let hostileBest = Infinity;
for (let run = 0; run < SLICED_RUNS; run += 1)
  hostileBest = Math.min(
    hostileBest,
    ...timed(1, () => runSteps(watched(groupTextsInSteps(hostileForms, about), hostileSteps))),
  );
print('2,000 hostile texts of 200 characters: floor', ms(hostileFloor));
print(
  '2,000 hostile texts of 200 characters: grouped',
  `${ms(hostileBest)}  ${(hostileBest / hostileFloor).toFixed(1)} x the floor; longest step ${ms(hostileSteps.reduce((most, time) => Math.max(most, time), 0))}`,
);

/** Returns this many different texts of maximum length, made of the same few words. */
function longTexts(count: number): string[] {
  const numbers = numbersFrom(5);
  const words = NAMES.slice(0, 400);
  return Array.from({ length: count }, (_, index) => {
    let text = String(index);
    for (;;) {
      const longer = `${text} ${words[Math.floor(numbers() * words.length)] ?? ''}`;
      if (longer.length > LIMITS.answerLength) return text;
      text = longer;
    }
  });
}

const desk = longTexts(4_000).map((text, index) => {
  const key = textKey(text);
  const spellings: [string, number][] = [[text, 1]];
  const texts = [{ key, matchReason: 'exact' as const, home: 1, studio: 0, spellings }];
  return { groupId: `g${index}`, label: text, name: null, isHeld: false, texts };
});
const deskKeys = desk.flatMap(({ texts }) => texts.map(({ key }) => key));
const deskParts: readonly [string, () => Steps<unknown>][] = [
  [
    'suggestions',
    () =>
      suggestInSteps({
        ...about,
        groups: deskKeys.map((key) => ({
          representative: key,
          members: [{ key, reason: 'exact' }],
        })),
        counted: deskKeys.map((key) => ({ key, count: 1 })),
      }),
  ],
  ['described', () => deskGroupsInSteps(desk, new Map(), isUnfit)],
  [
    'written',
    () =>
      jsonInSteps(z.array(deskGroupSchema), runSteps(deskGroupsInSteps(desk, new Map(), isUnfit))),
  ],
];
for (const [part, steps] of deskParts) {
  const times: number[] = [];
  const all = timed(SLICED_RUNS, () => runSteps(watched(steps(), times)));
  print(
    `4,000 long texts at the desk: ${part}`,
    `${ms(Math.min(...all))}; longest step ${ms(times.reduce((most, time) => Math.max(most, time), 0))}`,
  );
}

// Each text is a group of its own.
const singles = runSteps(
  indexGroupsInSteps(
    many.map((text) => ({
      representative: textKey(text),
      members: [{ key: textKey(text), reason: 'exact' as const }],
    })),
    about,
  ),
);
const newcomers = distinctTexts(NEW_ANSWERS, 4);
timed(NEW_ANSWERS, (run) => nearestGroup(textKey(newcomers[run] ?? ''), singles, newcomers[run]));
const joins = timed(NEW_ANSWERS, (run) =>
  nearestGroup(textKey(newcomers[run] ?? ''), singles, newcomers[run]),
);
print(
  'one new answer into 2,000 groups',
  `p50 ${ms(quantile(joins, 0.5))}  p99 ${ms(quantile(joins, 0.99))}`,
);
console.log(`(${groups} groups of ${forms.length} texts)`);
