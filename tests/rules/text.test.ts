import { gainText } from 'messages/format';
import { getLocale, overwriteGetLocale } from 'messages/runtime';
import { afterAll, expect, it } from 'vitest';
import { displayText } from '#machines/contract/text.ts';

const choose = getLocale;
afterAll(() => overwriteGetLocale(choose));

it('writes points that were gained with the sign in front, from left to right', () => {
  expect(gainText(5)).toBe('+5');
  overwriteGetLocale(() => 'ar');
  // With a mark that keeps the sign to the left of the number.
  expect(gainText(5)).toBe('\u200e+5');
});

it.each([
  ['Thai', 'ที่นี่น้ำผึ้งเปลี่ยนไม้'],
  ['Hindi', 'हिन्दीक्षत्रियज़िंदगी'],
  ['Tibetan', 'བསྒྲུབསཧཱུྃ'],
  ['Sinhala with a joiner', 'ශ්\u200dරී'],
  ['Arabic vowel signs', 'مُحَمَّدٌٱلرَّحْمَٰنِ'],
  ['Hebrew points', 'יְרוּשָׁלַיִםבְּרֵאשִׁ֖ית'],
  ['accents apart from their letters', 'Nguyễn Phú Trọng ǘ ἧ'.normalize('NFD')],
  ['emoji', '👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈'],
])('shows %s as typed', (_, text) => {
  expect(displayText(text)).toBe(text);
});

it.each([
  ['ก็็็็็็็็็็็็', 'ก็็็็็็'],
  [
    'я\u0301\u0301\u200d\u0301\u0301\u200d\u0301\u0301\u200d',
    'я\u0301\u0301\u200d\u0301\u0301\u200d',
  ],
])('shows at most six marks on a letter', (text, shown) => {
  expect(displayText(text)).toBe(shown);
});

it('shows one line without characters that reorder text', () => {
  expect(displayText(' \u202eab\n\n c\u0000d\u2069 👨‍👩‍👧 ')).toBe('ab c d 👨‍👩‍👧');
});
