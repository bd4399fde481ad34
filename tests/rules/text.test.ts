import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayText, textKey } from '#machines/rules/text.ts';

/** What the rules of numbers, signs and articles look at. */
const TRICKY = [
  ...('aAoxiv09.,:;/%$€+-#♯♭&\'"’()[]🙂♠é\u0301\u200d\ufe0f '.match(/./gsu) ?? []),
  ...'one two twenty hundred million and a the percent first 1 23 456 .0 ab st II'.split(' '),
  ' ',
  ' ',
  ' ',
];

describe('textKey', () => {
  it.each([
    ['case and blanks', ['  The  GREAT\tGatsby ', 'the great gatsby', 'Great Gatsby']],
    ['width and ligatures', ['Ａﬁne', 'afine']],
    ['accents', ['Café Zoë', 'cafe zoe']],
    ['letters without a mark of their own', ['Łódź Ærø straße', 'lodz aero strasse']],
    ['dotted and dotless i', ['İSTANBUL', 'ıstanbul', 'istanbul']],
    ['Greek accents and final sigma', ['Ελλάς', 'ΕΛΛΑΣ', 'ελλασ']],
    ['apostrophes', ['Don’t', "don't", 'dont', 'don´t']],
    ['inner dots', ['U.S.A.', 'USA', 'usa']],
    ['punctuation', ['yes, of course!', 'Yes - of course', '"yes" (of course)']],
    ['hyphens', ['check-in', 'check in', 'check–in']],
    ['and', ['salt & pepper', 'salt and pepper', 'salt + pepper']],
    ['decoration', ['pizza 🍕!!', '🍕 Pizza ®', 'pizza™', 'pizza']],
    ['invisible characters', ['pi\u200bz\u00adza', '\ufeffpizza\u200e', 'pizza']],
    ['emoji presentation', ['❤️', '❤']],
    ['stress marks', ['Белару́сь', 'Беларусь']],
    ['number words', ['twenty-one', 'Twenty One', '21']],
    ['long numbers', ['1,000', '1 000', "1'000", 'a thousand', 'one thousand', '1000.00', '1000']],
    [
      'large numbers',
      ['2,500,000', '2.5 million', '2.5million', 'two million five hundred thousand', '25,00,000'],
    ],
    ['hundreds', ['one hundred and five', 'a hundred five', '105']],
    ['years', ['nineteen eighty-four', '1984', 'nineteen hundred eighty four']],
    ['decimals', ['2,5', '2.5']],
    ['leading dot', ['.5', '0.5']],
    ['other digits', ['٣', '３', '३', 'three', '3']],
    ['Roman numerals', ['World War II', 'world war two', 'World War 2']],
    ['a Roman one at the end', ['World War I', 'world war one', 'world war 1']],
    ['ordinals', ['twenty-first', '21st']],
    ['the ambiguous ordinal', ['2nd place', 'second place']],
    ['money', ['$5 million', '$5,000,000', '$ 5000000', '5000000$', '$5million']],
    ['shares', ['50%', '50 %', 'fifty percent', '50 per cent']],
    ['blood types', ['O+', 'o +']],
    ['sharps', ['F♯', 'F#', 'f#']],
    ['fractions', ['½', '1/2', '1⁄2']],
  ])('knows one answer in several forms: %s', (_, forms) => {
    expect(new Set(forms.map(textKey)).size).toBe(1);
  });

  it.each([
    ['blood types', ['O', 'O+', 'O-', 'AB', 'AB-']],
    ['grades', ['A', 'A+', 'A-', 'B']],
    ['notes', ['F', 'F#', 'F♭', 'F#m', 'Fm']],
    ['languages', ['C', 'C++', 'C#']],
    ['signs of numbers', ['5', '-5', '5%', '$5', '£5', '<5', '>5']],
    ['digits', ['1914', '1918', '19', '19 14']],
    ['decimal point', ['25', '2.5', '2/5', '2:5']],
    ['leading zeros', ['7', '007']],
    ['ages', ['18', '18+']],
    ['lengths', ['510', '5\'10"']],
    ['cards', ['Q♠', 'Q♥', '10♥']],
    ['faces', [':)', ':(', '=)', '=(', '?', '!']],
    ['emoji', ['🙂', '🙁', '👨‍👩‍👧', '👨‍👩‍👦', '🇫🇷', '🇮🇹', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿']],
    ['letters and articles', ['a', 'an', 'the', 'a b', 'b']],
    ['Cyrillic letters', ['й', 'и', 'ё', 'е']],
    ['Hebrew points', ['מָה', 'מה']],
    ['Devanagari signs', ['कि', 'की', 'क']],
    ['kana', ['が', 'か', 'ぱ', 'は']],
    ['Hangul', ['한국', '한극']],
    ['Arabic letters', ['آ', 'ا', 'أ']],
    ['years of reign', ['Henry VIII', 'Henry VII', 'Henry V', 'Henry']],
    ['list or number', ['one two', '12', 'twelve two']],
  ])('keeps different answers apart: %s', (_, answers) => {
    expect(new Set(answers.map(textKey)).size).toBe(answers.length);
  });

  it.each([
    ['The Lord of the Rings', 'lord of the rings'],
    ['AT&T', 'at and t'],
    ['three hundred and sixty-five days', '365 days'],
    ['one million two hundred thousand and five', '1200005'],
    ['thirty-first', '31st'],
    ['5 hundred thousand', '500000'],
    ['0.5 million', '500000'],
    ['1.2345 thousand', '1234.5'],
    ['xxxix', '39'],
    ['xxxx', 'xxxx'],
    ['Malcolm X', 'malcolm 10'],
    ['x', 'x'],
    ['zero', '0'],
    ['one two three', '1 2 3'],
    ['million', '1000000'],
    ['two thousand million', '2000 1000000'],
    ['two thousand three thousand', '2000 3000'],
    ['one hundred zero', '100 0'],
    ['twenty eleventh', '20 11th'],
    ['nineteen five', '19 5'],
    ['twenty thirty thousand', '20 30000'],
    ['Henry V of England', 'henry v of england'],
    ['A & B', 'a and b'],
    ['Ελλάς', 'ελλασ'],
    ['“🙂”!', '🙂'],
    ['twenty twenty', '2020'],
    ['fifty fifty', '50 50'],
    ['10:30', '10:30'],
    ['1.0.0', '1.0.0'],
    ['1,2,3', '1 2 3'],
    ['12 345 6789', '12 345 6789'],
    ['€5', '€5'],
    ['5 €', '€5'],
    ['-$5', '-$5'],
    ['it was 5-10', 'it was 5 10'],
    ['#metoo', 'metoo'],
    ['“The” Who', 'who'],
    ['the the', 'the'],
    ['', ''],
  ])('%s', (text, key) => {
    expect(textKey(text)).toBe(key);
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    // Lone surrogates too.
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    fc.array(fc.constantFrom(...TRICKY), { maxLength: 12 }).map((parts) => parts.join('')),
  );

  it('is its own key, and empty only for nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = textKey(text);
        expect(textKey(key)).toBe(key);
        expect(key === '').toBe(text === '');
      }),
      { numRuns: 5_000 },
    );
  });

  it('settles on every single character', () => {
    const unsettled: string[] = [];
    for (let code = 1; code <= 0x2ffff; code += 1) {
      const key = textKey(String.fromCodePoint(code));
      if (key === '' || textKey(key) !== key) unsettled.push(code.toString(16));
    }
    expect(unsettled).toEqual([]);
  });

  it('looks at neither case, accents nor surrounding blanks of Latin text', () => {
    const word = fc.stringMatching(/^[a-zéèñöøß]{1,8}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(words, (text) => {
        const forms = [text.toUpperCase(), `  ${text}. `, text.normalize('NFD'), `"${text}"!`];
        expect(forms.map(textKey)).toEqual(forms.map(() => textKey(text)));
      }),
    );
  });

  it('reads every number below a million from its words', () => {
    fc.assert(
      fc.property(fc.nat(999_999), (value) => {
        expect([value.toLocaleString('en'), inWords(value)].map(textKey)).toEqual([
          String(value),
          String(value),
        ]);
      }),
    );
  });
});

describe('displayText', () => {
  it('is one line without what reorders text', () => {
    expect(displayText(' \u202eab\n\n c\u0000d\u2069 👨‍👩‍👧 ')).toBe('ab c d 👨‍👩‍👧');
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
