/**
 * Simple grouping methods for comparison: `node scripts/run.mjs packages/answer-grouping/bench/simple.ts METHOD` reads
 * and writes the same lines as `npm run -s group`.
 */
import { groupQuestionLines } from '../src/question-lines.ts';
import { textKey } from '../src/text.ts';

/** Answers of at least this similarity are grouped. */
const LEAST = 0.8;

/** The similarity of two answers, 0 to 1. */
const METHODS = new Map<string, (a: string, b: string) => number>([
  ['exact', (a, b) => Number(a.trim().toLowerCase() === b.trim().toLowerCase())],
  ['normalised', (a, b) => Number(textKey(a) === textKey(b))],
  ['edit-distance', (a, b) => editLikeness(textKey(a), textKey(b))],
  ['token-set', (a, b) => tokenSetLikeness(textKey(a), textKey(b))],
]);

const likeness = METHODS.get(process.argv[2] ?? '');
if (likeness === undefined) {
  console.error(`Usage: grouping-simple.ts ${[...METHODS.keys()].join('|')}`);
  process.exit(2);
}

/** A text belongs to a group if it is similar to any of its texts. */
await groupQuestionLines(({ answers }) => {
  const groupOf = answers.map((_, position) => position);
  for (const [position, answer] of answers.entries()) {
    for (let other = 0; other < position; other += 1) {
      const from = groupOf[other];
      const to = groupOf[position];
      if (from === undefined || to === undefined || from === to) continue;
      if (likeness(answer, answers[other] ?? '') < LEAST) continue;
      for (const [each, group] of groupOf.entries()) if (group === from) groupOf[each] = to;
    }
  }
  const groups = [...new Set(groupOf)].map((group) =>
    groupOf.flatMap((each, position) => (each === group ? [position] : [])),
  );
  return { groups };
});

/** One minus the Levenshtein distance divided by the length of the longer text. */
function editLikeness(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (a[at - 1] === b[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / Math.max(1, a.length, b.length);
}

/**
 * The highest edit similarity among three texts: the shared words alone, and the shared words followed by the rest of
 * either text.
 */
function tokenSetLikeness(a: string, b: string): number {
  const [inA, inB] = [new Set(a.split(' ')), new Set(b.split(' '))];
  const shared = [...inA].filter((word) => inB.has(word)).toSorted();
  const withRest = (own: ReadonlySet<string>) =>
    [...shared, ...[...own].filter((word) => !shared.includes(word)).toSorted()].join(' ');
  const [common, fullA, fullB] = [shared.join(' '), withRest(inA), withRest(inB)];
  const alike =
    shared.length === 0 ? 0 : Math.max(editLikeness(common, fullA), editLikeness(common, fullB));
  return Math.max(alike, editLikeness(fullA, fullB));
}
