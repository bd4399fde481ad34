import { describe, expect, it } from 'vitest';
import { textKey } from '../src/text.ts';
import { runs } from './support.ts';

import * as fc from 'fast-check';

/** Words and signs to which the rules for numbers, signs and articles apply. */
const TRICKY = [
  ...('aAoxiv09.,:;/%$€+-#♯♭&\'"’()[]🙂♠é\u0301\u200d\ufe0f '.match(/./gsu) ?? []),
  ...'one two twenty hundred million and a the percent first 1 23 456 .0 ab st II'.split(' '),
  ' ',
  ' ',
  ' ',
];

/** Characters that become several characters in a key. */
const GROWING = ['ﷺ', '\u0f77', '\u0344', 'ß', '㍻', '5 trillion ', 'a&', '𐐀', '𝄞'];

describe('any textKey', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    // Includes lone surrogates.
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    fc.array(fc.constantFrom(...TRICKY), { maxLength: 12 }).map((parts) => parts.join('')),
    // Some texts would grow far beyond the maximum length of a key.
    fc
      .array(fc.constantFrom(...TRICKY, ...GROWING), { maxLength: 4 })
      .map((parts) => parts.join('').repeat(40).slice(0, 200)),
  );

  it('is its own key, and empty only for nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = textKey(text);
        expect(textKey(key)).toBe(key);
        expect(key === '').toBe(text === '');
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('is stable for every single character', () => {
    const unsettled: string[] = [];
    for (let code = 1; code <= 0x2ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const key = textKey(character);
      if (key === '' || (key !== character && textKey(key) !== key))
        unsettled.push(code.toString(16));
    }
    expect(unsettled).toEqual([]);
  });

  it('ignores case, accents and surrounding blanks of Latin text', () => {
    const word = fc.stringMatching(/^[a-zéèñöøß]{1,8}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(words, (text) => {
        const forms = [text.toUpperCase(), `  ${text}. `, text.normalize('NFD'), `"${text}"!`];
        expect(forms.map((form) => textKey(form))).toEqual(forms.map(() => textKey(text)));
      }),
    );
  });

  it('reads every number below a million from its words', () => {
    fc.assert(
      fc.property(fc.nat(999_999), (value) => {
        expect([value.toLocaleString('en'), inWords(value)].map((text) => textKey(text))).toEqual([
          String(value),
          String(value),
        ]);
      }),
    );
  });
});

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function inWords(value: number): string {
  if (value >= 1_000) return joined(inWords(Math.floor(value / 1_000)), 'thousand', value % 1_000);
  if (value >= 100) return joined(inWords(Math.floor(value / 100)), 'hundred', value % 100);
  if (value < 20) return SMALL[value] ?? '';
  return joined(TENS[Math.floor(value / 10)] ?? '', '', value % 10);
}

function joined(head: string, scale: string, rest: number): string {
  return [head, scale, rest === 0 ? '' : inWords(rest)].filter(Boolean).join(' ');
}
