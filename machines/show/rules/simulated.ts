import { likelyAnswers } from './simulated-topics.ts';

/* How simulated players behave: what they answer to any question, how they type it, and when. */

/** Returns a number from 0 up to, not including, 1. */
type Random = () => number;
/** An answer, and roughly how many of a hundred people give it. */
type Weighted = readonly [text: string, weight: number];

const KNOWN: readonly { readonly text: string; readonly answers: readonly Weighted[] }[] = [
  {
    text: 'Name something people take to the beach',
    answers: [
      ['towel', 30],
      ['sunscreen', 24],
      ['sun cream', 6],
      ['umbrella', 14],
      ['a book', 12],
      ['Sunglasses', 10],
      ['water', 8],
      ['sandwiches', 4],
      ['surfboard', 3],
    ],
  },
  {
    text: 'How many legs does a spider have?',
    answers: [
      ['8', 60],
      ['eight', 25],
      ['Eight legs', 4],
      ['6', 9],
      ['six', 3],
      ['10', 2],
    ],
  },
  {
    text: 'Name a reason to be late for work',
    answers: [
      ['traffic', 38],
      ['overslept', 22],
      ['the train', 12],
      ['trains', 5],
      ['sick child', 5],
      ['car broke down', 8],
      ['weather', 6],
      ['snow', 4],
    ],
  },
  {
    text: 'Name an instrument in a symphony orchestra',
    answers: [
      ['violin', 40],
      ['Cello', 16],
      ['the violins', 6],
      ['trumpet', 12],
      ['flute', 11],
      ['timpani', 4],
      ['oboe', 7],
      ['clarinet', 6],
      ['french horn', 4],
    ],
  },
  {
    text: 'Name a pizza topping',
    answers: [
      ['mushrooms', 24],
      ['mushroom', 8],
      ['pepperoni', 32],
      ['mozzarella', 10],
      ['pineapple', 10],
      ['Ham', 8],
      ['olives', 6],
      ['jalapeños', 3],
    ],
  },
  {
    text: 'Which country has won the most football World Cups?',
    answers: [
      ['Brazil', 60],
      ['brasil', 6],
      ['Germany', 14],
      ['Italy', 9],
      ['Argentina', 8],
      ['France', 3],
    ],
  },
  {
    text: 'What is the capital of Australia?',
    answers: [
      ['Canberra', 55],
      ['Sydney', 30],
      ['Melbourne', 12],
      ['Perth', 2],
    ],
  },
  {
    text: 'Who painted the Mona Lisa?',
    answers: [
      ['Leonardo da Vinci', 50],
      ['da vinci', 25],
      ['Leonardo Da Vinci', 10],
      ['Michelangelo', 10],
      ['Raphael', 3],
      ['Van Gogh', 2],
    ],
  },
];

/** Questions with typical answers of real people. */
export const SAMPLE_QUESTIONS: readonly string[] = KNOWN.map(({ text }) => text);

/** Each question has its own order of this many best known answers. */
const FAVOURITES = 5;

/** Hash of a text, from 0. */
function hashOf(text: string): number {
  let hash = 7;
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}

/** Weighted answers to a question: a few are popular, and each question has its own favourites. */
function answersTo(question: string): readonly Weighted[] {
  const known = KNOWN.find(({ text }) => text === question);
  if (known !== undefined) return known.answers;
  const things = likelyAnswers(question);
  const turned = hashOf(question) % FAVOURITES;
  const best = things.slice(0, FAVOURITES);
  const ranked = [...best.slice(turned), ...best.slice(0, turned), ...things.slice(FAVOURITES)];
  return ranked.flatMap((ways, at) =>
    // The first wording of an answer is the most common.
    ways.map((way, other): Weighted => [way, 40 / (at + 1) / (other + 1) ** 1.5]),
  );
}

const pick = <T>(all: readonly T[], random: Random): T | undefined =>
  all[Math.floor(random() * all.length)];

function drawn(answers: readonly Weighted[], random: Random): string {
  let left = random() * answers.reduce((sum, [, weight]) => sum + weight, 0);
  const found = answers.find(([, weight]) => (left -= weight) < 0) ?? answers[0];
  return found?.[0] ?? '';
}

/** Returns numbers from 0 up to 1 (mulberry32): the same seed returns the same numbers. */
export function seededRandom(seed: string): Random {
  let state = hashOf(seed);
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One in `SLIPS` answers has a typing error. */
const SLIPS = 6;

/**
 * An answer to a question, drawn by popularity and typed as people do: with varying case and spaces, and sometimes a
 * typing error.
 */
export function simulatedAnswer(question: string, random: Random): string {
  const text = drawn(answersTo(question), random);
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 2));
  const slips = [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at) + text.slice(at),
    text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ];
  const isSlip = text.length > 5 && random() * SLIPS < 1;
  const typed = (isSlip ? pick(slips, random) : undefined) ?? text;
  const habits = [
    typed,
    typed.toLowerCase(),
    typed.toLowerCase(),
    `${typed} `,
    typed.toUpperCase(),
    `${typed}!`,
  ];
  return pick(habits, random) ?? typed;
}

/** No simulated player starts to type less than this time before the end, ms. */
const LAST_MOMENT_MS = 1_500;
/** Longest thinking time when there is enough time, ms. */
const SLOWEST_MS = 20_000;

/**
 * Simulated thinking time for a window that closes in `leftMs` (null: no end), ms: most players answer at once or soon,
 * a few think until the end. Returns null when it is too late to begin.
 */
export function thinkingMs(leftMs: number | null, random: Random): number | null {
  const most = Math.min(SLOWEST_MS, leftMs === null ? SLOWEST_MS : leftMs - LAST_MOMENT_MS);
  return most < 0 ? null : random() ** 2 * most;
}

const FIRST =
  'Ada Ben Cleo Dev Ema Finn Gia Hugo Ines Jonas Kira Leo Mina Noor Otis Pia Quinn Rosa Sami Tess'.split(
    ' ',
  );
const LAST = 'ABCDFGHKLMNPRSTVW';

/** Name of a simulated player, different for each index. */
export function simulatedName(index: number): string {
  const round = Math.floor(index / (FIRST.length * LAST.length));
  const last = LAST.charAt(Math.floor(index / FIRST.length) % LAST.length);
  return `${FIRST[index % FIRST.length] ?? ''} ${last}.${round === 0 ? '' : ` ${round + 1}`}`;
}
