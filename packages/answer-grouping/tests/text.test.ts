import { describe, expect, it } from 'vitest';
import { textKey } from '../src/text.ts';

describe('textKey', () => {
  it.each([
    ['case and blanks', ['  The  GREAT\tGatsby ', 'the great gatsby', 'Great Gatsby']],
    ['width and ligatures', ['Ａﬁne', 'afine']],
    ['accents', ['Café Zoë', 'cafe zoe']],
    ['letters without a mark of their own', ['Łódź Ærø straße', 'lodz aero strasse']],
    ['letters of the north', ['Þór Eiður', 'thor eidur']],
    ['two letters in one', ['sacré cœur', 'sacre coeur']],
    ['letters with a stroke or a tail', ['Đakovo Ħamrun Ŧ ŋ', 'dakovo hamrun t n']],
    ['several accents on one letter', ['tiếng Việt', 'tieng viet']],
    ['dotted and dotless i', ['İSTANBUL', 'ıstanbul', 'istanbul']],
    ['Greek accents and final sigma', ['Ελλάς', 'ΕΛΛΑΣ', 'ελλασ']],
    [
      'apostrophes',
      Array.from("'’‘‛`´ʹʻʼʽʾʿˈˊˋ′‵＇｀᾽᾿΄՚׳ߴꞌ", (sign) => `O${sign}Neill`).concat('oneill'),
    ],
    ['Arabic hamzas', ['أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد', 'أحمد'.normalize('NFD')]],
    ['Arabic hamzas inside', ['مسؤول', 'مسوول']],
    ['Arabic hamzas at the end', ['سماء', 'سما']],
    ['Arabic vowel signs', ['مُحَمَّد', 'محمد']],
    ['Arabic tatweel', ['محـــمد', 'محمد']],
    ['Arabic letters that are typed for one another', ['مكتبة', 'مكتبه']],
    ['Arabic and Persian keyboards', ['كتابي', 'کتابی']],
    ['Hebrew points', ['שָׁלוֹם', 'שׁלום', 'שלום']],
    ['Russian with and without ё', ['Королёв', 'Королев', 'КОРОЛЁВ', 'Королёв'.normalize('NFD')]],
    ['inner dots', ['U.S.A.', 'USA', 'usa']],
    ['punctuation', ['yes, of course!', 'Yes - of course', '"yes" (of course)']],
    ['hyphens', ['check-in', 'check in', 'check–in']],
    ['and', ['salt & pepper', 'salt and pepper', 'salt + pepper', 'salt+pepper']],
    ['nobody in two words', ['no one', 'No-one', 'nobody']],
    ['and between figures', ['1 + 1', '1+1', '1 and 1']],
    ['decoration', ['pizza 🍕!!', '🍕 Pizza ®', 'pizza™', 'pizza']],
    ['invisible characters', ['pi\u200bz\u00adza', '\ufeffpizza\u200e', 'pizza']],
    ['emoji presentation', ['❤️', '❤']],
    ['joiners where nothing is joined', ['big pi\u200dzza', '\u200cbig \u200cpizza', 'big pizza']],
    ['joiners in figures', ['1\u200d2', '12']],
    ['marks on nothing', ['\u0301pizza', 'pizza']],
    ['double signs of inches', ["5'9", "5''9", '5´9', '5′9', '5 9']],
    ['quotes in Hebrew acronyms', ['צה"ל', 'צה״ל', 'צהל']],
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
    ['more decimals', ['12,55', '12.55']],
    ['long decimals', ['1,234.5', "1'234.5", '1234.5']],
    ['millions with blanks', ['1 000 000', '1,000,000', '1000000']],
    ['leading dot', ['.5', '0.5']],
    ['other digits', ['٣', '３', '३', 'three', '3']],
    ['Roman numerals', ['World War II', 'world war two', 'World War 2']],
    ['a Roman one at the end', ['World War I', 'world war one', 'world war 1']],
    ['ordinals', ['twenty-first', '21st']],
    ['the ambiguous ordinal', ['2nd place', 'second place']],
    ['money', ['$5 million', '$5,000,000', '$ 5000000', '5000000$', '$5million']],
    ['shares', ['50%', '50 %', 'fifty percent', '50 per cent', 'fifty per cent']],
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
    ['Cyrillic letters', ['й', 'и', 'е']],
    ['Hebrew letters', ['שר', 'סר']],
    ['Devanagari signs', ['कि', 'की', 'क']],
    ['kana', ['が', 'か', 'ぱ', 'は']],
    ['Hangul', ['한국', '한극']],
    ['Arabic letters', ['ب', 'ت', 'ث', 'ن']],
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
    ['per cent', 'percent'],
    ['a dog', 'dog'],
    ['an apple', 'apple'],
    ['a 10th', 'a 10th'],
    ['over 10 000 people', 'over 10000 people'],
    ['5 men 10 000 horses', '5 men 10000 horses'],
    ['12 34 567 890', '12 34 567 890'],
    ['1,2345', '1 2345'],
    ['about 2,5 litres', 'about 2.5 litres'],
    ['about .5', 'about 0.5'],
    ['about 5.0 litres', 'about 5 litres'],
    ['about 5 € each', 'about €5 each'],
    ['grade a -3', 'grade a -3'],
    ['bad E.coli', 'bad ecoli'],
    ['Ph.D. student', 'phd student'],
    ['dog.cat', 'dog cat'],
    ['می\u200cخواهم', 'مي\u200cخواهم'],
    ['！', '!'],
    [' ?  ? ', '? ?'],
    ['™', '™'],
    ['\u200b', '\u200b'],
    ['  ', '  '],
    ['', ''],
  ])('%s', (text, key) => {
    expect(textKey(text)).toBe(key);
  });
});

/** Words that stack marks as their scripts do. */
const MARKED = [
  ['Thai', 'ที่นี่น้ำผึ้งเปลี่ยนไม้'],
  ['Hindi', 'हिन्दीक्षत्रियज़िंदगी'],
  ['Burmese', 'လျှို့ဝှက်ကြွေးကျွန်ုပ်'],
  ['Tibetan', 'བསྒྲུབསཧཱུྃ'],
  ['Khmer', 'ស្ត្រី'],
  ['Arabic letters with a joiner', 'مي\u200cخواهم'],
  ['Sinhala with a joiner', 'ශ්\u200dරී'],
] as const;
const MARK_RUN = /[\p{M}\u200c\u200d]{7}/u;

describe('marks and what grows', () => {
  it.each(MARKED)('keep every mark of %s', (_, word) => {
    expect(textKey(word)).toBe(word.normalize('NFKC'));
  });

  it('go from letters that are equal without them, and stay in emoji', () => {
    expect(textKey('Nguyễn Phú Trọng ǘ ἧ'.normalize('NFD'))).toBe('nguyen phu trong u η');
    expect(textKey('👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿')).toBe('👩🏽\u200d❤\u200d💋\u200d👨🏿');
  });

  it.each([
    ['marks without a letter', '\u0f77'],
    ['marks that are two', 'ก\u0344\u0344\u0344\u0344\u0344\u0344\u0344'],
    ['marks of one script', 'ก็็็็็็็็็็็็'],
    ['marks of several places', 'я\u0301\u0327\u0301\u0327\u0301\u0327\u0301\u0327'],
    ['marks between joiners', 'я\u0301\u0301\u200d\u0301\u0301\u200d\u0301\u0301\u200d'],
    ['marks around what is not seen', 'я\u0301\u0301\u0301\u0301\u200b\u0301\u0301\u0301\u0301'],
    ['letters of eighteen', 'ﷺ'],
    ['signs that become words', 'a&'],
    ['scales', '5 trillion '],
  ])('stay few: %s', (_, unit) => {
    const text = `ก${unit.repeat(200)}`.slice(0, 200);
    const key = textKey(text);
    expect(key).not.toBe('');
    expect(key).not.toMatch(MARK_RUN);
    expect(key.length).toBeLessThanOrEqual(400);
    expect(textKey(key)).toBe(key);
  });

  it('cut no letter in half', () => {
    // Its 400th and 401st characters are one letter.
    const key = textKey(`${'ﷺ'.repeat(22)}abc𐐨`);
    expect(key).toHaveLength(399);
    expect(key).not.toMatch(/\p{Cs}/u);
  });

  it('leave an answer of the greatest length whole', () => {
    const text = 'a'.repeat(200);
    expect(textKey(text)).toBe(text);
    expect(textKey('ß'.repeat(200))).toBe('s'.repeat(400));
  });
});
