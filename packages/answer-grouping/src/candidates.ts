import type { Shape } from './shape.ts';
import type { Steps } from './steps.ts';

/** How many likely misspellings of one text are looked at closely. */
export const MAX_CANDIDATES = 48;

/** Only the rarest pairs of a text are looked up; a misspelling leaves one of them alone. */
const MAX_PROBES = 12;

type Candidate = { readonly position: number; readonly shape: Shape };

/** Texts by position, with the search for those most like another text. */
export type IndexedTexts = {
  readonly shapes: readonly Shape[];
  /** Positions of the likely ones, likeliest first; the text itself is among them. */
  readonly candidates: (shape: Shape) => Candidate[];
};

/**
 * Indexes texts by pairs of neighbouring letters, so that a text is compared with few others: those that
 * begin with the same sound, hold the same facts and share a pair.
 */
export function* indexShapesInSteps(shapes: readonly Shape[]): Steps<IndexedTexts> {
  const postings = new Map<string, number[]>();
  // Facts may be as long as the text: no pair carries them.
  const factsIds = new Map<string, number>();
  for (const [position, shape] of shapes.entries()) {
    const factsId = factsIds.get(shape.facts) ?? factsIds.size;
    factsIds.set(shape.facts, factsId);
    for (const pair of pairsOf(shape, factsId)) {
      const found = postings.get(pair);
      if (found === undefined) postings.set(pair, [position]);
      else found.push(position);
    }
    yield;
  }
  const shared = new Uint16Array(shapes.length);
  const candidates = (shape: Shape) => {
    const factsId = factsIds.get(shape.facts);
    if (factsId === undefined) return [];
    const lists = Array.from(pairsOf(shape, factsId), (pair) => postings.get(pair) ?? []);
    lists.sort((a, b) => a.length - b.length);
    const touched: number[] = [];
    for (const list of lists.slice(0, MAX_PROBES)) {
      for (const position of list) {
        const pairs = shared[position] ?? 0;
        if (pairs === 0) touched.push(position);
        shared[position] = pairs + 1;
      }
    }
    const byShared: number[][] = Array.from({ length: MAX_PROBES }, () => []);
    for (const position of touched) {
      byShared[MAX_PROBES - (shared[position] ?? 0)]?.push(position);
      shared[position] = 0;
    }
    const found: Candidate[] = [];
    for (const position of byShared.flat()) {
      const candidate = shapes[position];
      if (candidate !== undefined && isOfLength(candidate, shape))
        found.push({ position, shape: candidate });
      if (found.length === MAX_CANDIDATES) break;
    }
    return found;
  };
  return { shapes, candidates };
}

function pairsOf({ compact, isSpelled }: Shape, factsId: number): Set<string> {
  const pairs = new Set<string>();
  if (!isSpelled) return pairs;
  const prefix = `${factsId}|${compact.start}`;
  const { spelling } = compact;
  for (let at = 0; at + 1 < spelling.length; at += 1)
    pairs.add(prefix + spelling.slice(at, at + 2));
  return pairs;
}

/** No misspelling is much longer than the word. */
function isOfLength(candidate: Shape, { compact }: Shape): boolean {
  const [a, b] = [candidate.compact.spelling.length, compact.spelling.length];
  return Math.abs(a - b) <= 2 + Math.min(a, b) / 3;
}
