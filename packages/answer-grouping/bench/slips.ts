import type { GoldText, Round } from '../tests/rounds.ts';
import { randomFrom } from './measures.ts';

/**
 * Slips of people who type on phones, each as a change of one word at one of its letters: the neighbour of a key, a letter
 * left out, doubled or swapped (the four kinds of Damerau, 1964, which are 80 % of all slips), a letter that sounds the
 * same (Kukich, 1992, section 1.2), and a blank one letter too late.
 */
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SOUNDS = new Map(
  Object.entries({ c: 'k', k: 'c', s: 'z', f: 'ph', e: 'i', i: 'e', a: 'e', y: 'i' }),
);

type Slip = (text: string, at: number, random: () => number) => string;
const replaced = (text: string, at: number, letters: string): string =>
  text.slice(0, at) + letters + text.slice(at + 1);
const SLIPS: readonly Slip[] = [
  (text, at, random) => {
    const row = KEYS.find((keys) => keys.includes(text.charAt(at))) ?? '';
    const near = row.indexOf(text.charAt(at)) + (random() < 0.5 ? 1 : -1);
    return replaced(text, at, row.charAt(near) || text.charAt(at));
  },
  (text, at) => replaced(text, at, ''),
  (text, at) => replaced(text, at, text.charAt(at).repeat(2)),
  (text, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  (text, at) => replaced(text, at, SOUNDS.get(text.charAt(at)) ?? text.charAt(at)),
  (text) => text.replace(/(\w{2,}) (\w)(\w{2,})/u, '$1$2 $3'),
];

/** Of the answers to a round this share is typed with a slip, long words with two. */
const SLIP_SHARE = 0.15;
const TWO_FROM = 10;
const MIN_LENGTH = 4;

/** Adds slips to a round: of a text that several people gave, some typed it wrong. Slips that are another text are left out. */
export function withSlips(round: Round, seed: number): Round {
  const random = randomFrom(seed);
  const texts = new Map(round.texts.map((each) => [each.text.toLowerCase(), each]));
  const added: GoldText[] = [];
  for (const { text, count, gold } of round.texts) {
    if (text.length < MIN_LENGTH) continue;
    for (let answer = 1; answer < count; answer += 1) {
      if (random() > SLIP_SHARE) continue;
      let typed = text.toLowerCase();
      for (let slips = text.length < TWO_FROM ? 1 : 2; slips > 0; slips -= 1) {
        const slip = SLIPS[Math.floor(random() * SLIPS.length)];
        const at = Math.floor(random() * typed.length);
        // Slips change letters only.
        if (/[a-z]{2}/.test(typed.slice(at, at + 2))) typed = slip?.(typed, at, random) ?? typed;
      }
      if (texts.has(typed)) continue;
      const slipped = { text: typed, count: 1, gold };
      texts.set(typed, slipped);
      added.push(slipped);
    }
  }
  return { ...round, texts: [...round.texts, ...added] };
}
