/** Costs of edits, in quarters of a plain one. */
const COST = { doubled: 1, softGap: 2, alike: 2, swap: 2, vowel: 3, gap: 3, replace: 5 };

const VOWELS = 'aeiouyαεηιουωаеёиоуыэюя';
/** Consonants that are heard or written one for the other. */
const ALIKE = ['ckqgx', 'szcx', 'dt', 'bpv', 'mn', 'vfw', 'jg', 'ijy'];

/** For every letter the bits of the groups it belongs to; bit 0 is the vowels'. */
const GROUPS = [VOWELS, ...ALIKE].reduce((bits, letters, group) => {
  for (const letter of letters) {
    const code = letter.charCodeAt(0);
    bits[code] = (bits[code] ?? 0) | (1 << group);
  }
  return bits;
}, new Uint16Array(0x500));

const VOWEL = 1;
const H = 'h'.charCodeAt(0);

/** Longer words are compared as they are, not as spellings. */
const MAX_LENGTH = 64;
const STRIDE = MAX_LENGTH + 1;
/** Three rows of the table and the costs of the gaps in `b`: scratch space, written before it is read. */
const table = new Int32Array(3 * STRIDE);
const gaps = new Int32Array(MAX_LENGTH);

/**
 * How unlike two spellings of one word are, in quarters of an edit; `Infinity` beyond `max` and for
 * words of more than 64 letters. A Damerau distance (insert, delete, replace, swap of neighbours) in
 * which slips that people make count less: a letter doubled or not, a vowel or an h left out, a
 * consonant of the same sound.
 */
export function spellingCost(a: string, b: string, max: number): number {
  const width = b.length;
  if (Math.max(a.length, width) > MAX_LENGTH) return Infinity;
  table[0] = 0;
  for (let column = 1; column <= width; column += 1) {
    const gap = gapCost(b, column - 1);
    gaps[column - 1] = gap;
    table[column] = (table[column - 1] ?? 0) + gap;
  }
  let lastLeast = 0;
  for (let row = 1; row <= a.length; row += 1) {
    const current = (row % 3) * STRIDE;
    const last = ((row + 2) % 3) * STRIDE;
    const beforeLast = ((row + 1) % 3) * STRIDE;
    const letter = a.charCodeAt(row - 1);
    // NaN in the first row, which is equal to nothing.
    const before = a.charCodeAt(row - 2);
    const gap = gapCost(a, row - 1);
    let cost = (table[last] ?? 0) + gap;
    let least = cost;
    let diagonal = table[last] ?? 0;
    table[current] = cost;
    for (let column = 1; column <= width; column += 1) {
      const other = b.charCodeAt(column - 1);
      const above = table[last + column] ?? 0;
      cost = Math.min(
        diagonal + replaceCost(letter, other),
        above + gap,
        cost + (gaps[column - 1] ?? 0),
      );
      if (other === before && letter === b.charCodeAt(column - 2)) {
        cost = Math.min(cost, (table[beforeLast + column - 2] ?? 0) + COST.swap);
      }
      table[current + column] = cost;
      diagonal = above;
      if (cost < least) least = cost;
    }
    // A swap reaches two rows back.
    if (least > max && lastLeast > max) return Infinity;
    lastLeast = least;
  }
  const cost = table[(a.length % 3) * STRIDE + width] ?? 0;
  return cost > max ? Infinity : cost;
}

/** The letters of a word as bits, alike ones sharing some; two words differ in no more bits than they cost. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** The least that `spellingCost` can be for words of these letters. */
export function leastCost(a: number, b: number): number {
  let bits = a ^ b;
  let count = 0;
  while (bits !== 0) {
    bits &= bits - 1;
    count += 1;
  }
  return count;
}

function replaceCost(letter: number, other: number): number {
  if (letter === other) return 0;
  const shared = groupsOf(letter) & groupsOf(other);
  if (shared === 0) return COST.replace;
  return (shared & VOWEL) === 0 ? COST.alike : COST.vowel;
}

/** The cost of a letter that only one of the spellings has. */
function gapCost(word: string, at: number): number {
  const letter = word.charCodeAt(at);
  if (letter === word.charCodeAt(at - 1) || letter === word.charCodeAt(at + 1)) return COST.doubled;
  return letter === H || (groupsOf(letter) & VOWEL) !== 0 ? COST.softGap : COST.gap;
}

function groupsOf(letter: number): number {
  return GROUPS[letter] ?? 0;
}
