/** What is said for the sign of a note or a blood group. */
const SIGNS_OF_NOTES = new Map([
  ['sharp', '#'],
  ['flat', '♭'],
]);
const SIGNS_OF_BLOOD = new Map([
  ['positive', '+'],
  ['pos', '+'],
  ['plus', '+'],
  ['negative', '-'],
  ['neg', '-'],
  ['minus', '-'],
]);

const signAfter = (letter: string, word: string): string | undefined => {
  if (/^[a-g]$/.test(letter) && SIGNS_OF_NOTES.has(word)) return SIGNS_OF_NOTES.get(word);
  return /^(?:a|b|ab|o)$/.test(letter) ? SIGNS_OF_BLOOD.get(word) : undefined;
};

/** 'c sharp' as 'c#', 'o positive' as 'o+'; in a text that begins with it 'Eb' as 'e♭'. */
export function withLetterSigns(tokens: readonly string[], text: string): readonly string[] {
  const [first = ''] = tokens;
  // The key has lost the 'A', which looks like an article.
  const isA = /^\s*A[\s-]/.test(text) && signAfter('a', first) !== undefined;
  const all = isA ? ['a', ...tokens] : tokens;
  const signed: string[] = [];
  for (const token of all) {
    const letter = signed.at(-1) ?? '';
    const sign = signAfter(letter, token);
    if (sign === undefined) signed.push(token);
    else signed[signed.length - 1] = `${letter}${sign}`;
  }
  const flat = /^\s*([A-G])b\b/.exec(text)?.[1];
  return flat === undefined ? signed : [`${flat.toLowerCase()}♭`, ...signed.slice(1)];
}

const REIGNS = new Map([
  ['i', '1'],
  ['v', '5'],
  ['x', '10'],
]);

/** 'charles 1 of england' for 'charles i of england'. */
export const withReignsInFigures = (tokens: readonly string[]): readonly string[] =>
  tokens.map((token, at) =>
    tokens[at + 1] === 'of' && (tokens[at - 1] ?? '').length > 2
      ? (REIGNS.get(token) ?? token)
      : token,
  );
