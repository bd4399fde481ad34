import { describe, expect, it } from 'vitest';
import { textKey } from '../src/text.ts';
import { lists, rows } from './rows.ts';

describe('textKey', () => {
  it.each([
    ...lists(`
    Ａﬁne / afine ; Café Zoë / cafe zoe ; Łódź Ærø straße / lodz aero strasse ; Þór Eiður / thor eidur
    sacré cœur / sacre coeur ; Đakovo Ħamrun Ŧ ŋ / dakovo hamrun t n ; tiếng Việt / tieng viet
    İSTANBUL / ıstanbul / istanbul ; Ελλάς / ΕΛΛΑΣ / ελλασ ; أحمد / احمد / إحمد / آحمد / ٱحمد / أحمد
    مسؤول / مسوول ; سماء / سما ; مُحَمَّد / محمد ; محـــمد / محمد ; مكتبة / مكتبه ; كتابي / کتابی
    שָׁלוֹם / שׁלום / שלום ; U.S.A. / USA / usa ; yes, of course! / Yes - of course / "yes" (of course)
    check-in / check in / check–in ; salt & pepper / salt and pepper / salt + pepper / salt+pepper
    no one / No-one / nobody ; 1 + 1 / 1+1 / 1 and 1 ; pizza 🍕!! / 🍕 Pizza ® / pizza™ / pizza
    5'9 / 5''9 / 5´9 / 5′9 / 5 9 ; צה"ל / צה״ל / צהל ; twenty-one / Twenty One / 21
    1,000 / 1 000 / 1'000 / a thousand / one thousand / 1000.00 / 1000
    2,500,000 / 2.5 million / 2.5million / two million five hundred thousand / 25,00,000
    one hundred and five / a hundred five / 105 ; nineteen eighty-four / 1984 / nineteen hundred eighty four
    2,5 / 2.5 ; 12,55 / 12.55 ; 1,234.5 / 1'234.5 / 1234.5 ; 1 000 000 / 1,000,000 / 1000000 ; .5 / 0.5
    ٣ / ３ / ३ / three / 3 ; World War II / world war two / World War 2
    World War I / world war one / world war 1 ; twenty-first / 21st ; 2nd place / second place
    $5 million / $5,000,000 / $ 5000000 / 5000000$ / $5million
    50% / 50 % / fifty percent / 50 per cent / fifty per cent ; O+ / o + ; F♯ / F# / f# ; ½ / 1/2 / 1⁄2
  `),
    [['  The  GREAT\tGatsby ', 'the great gatsby', 'Great Gatsby']],
    [
      [
        "O'Neill",
        'O’Neill',
        'O‘Neill',
        'O‛Neill',
        'O`Neill',
        'O´Neill',
        'OʹNeill',
        'OʻNeill',
        'OʼNeill',
        'OʽNeill',
        'OʾNeill',
        'OʿNeill',
        'OˈNeill',
        'OˊNeill',
        'OˋNeill',
        'O′Neill',
        'O‵Neill',
        'O＇Neill',
        'O｀Neill',
        'O᾽Neill',
        'O᾿Neill',
        'O΄Neill',
        'O՚Neill',
        'O׳Neill',
        'OߴNeill',
        'OꞌNeill',
        'oneill',
      ],
    ],
    [['Королёв', 'Королев', 'КОРОЛЁВ', 'Короле\u0308в']],
    [['pi\u200bz\u00adza', '\ufeffpizza\u200e', 'pizza']],
    [['❤\ufe0f', '❤']],
    [['big pi\u200dzza', '\u200cbig \u200cpizza', 'big pizza']],
    [['1\u200d2', '12']],
    [['\u0301pizza', 'pizza']],
    [['Белару\u0301сь', 'Беларусь']],
  ])('is the same for one answer in several forms: %j', (forms) => {
    expect(new Set(forms.map((text) => textKey(text))).size).toBe(1);
  });

  it.each([
    ...lists(`
    O / O+ / O- / AB / AB- ; A / A+ / A- / B ; F / F# / F♭ / F#m / Fm ; C / C++ / C#
    5 / -5 / 5% / $5 / £5 / <5 / >5 ; 1914 / 1918 / 19 / 19 14 ; 25 / 2.5 / 2/5 / 2:5 ; 7 / 007 ; 18 / 18+
    510 / 5'10" ; Q♠ / Q♥ / 10♥ ; :) / :( / =) / =( / ? / ! ; a / an / the / a b / b ; й / и / е ; שר / סר
    कि / की / क ; が / か / ぱ / は ; 한국 / 한극 ; ب / ت / ث / ن ; Henry VIII / Henry VII / Henry V / Henry
    one two / 12 / twelve two
  `),
    [
      [
        '\ud83d\ude42',
        '\ud83d\ude41',
        '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67',
        '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc66',
        '\ud83c\uddeb\ud83c\uddf7',
        '\ud83c\uddee\ud83c\uddf9',
        '\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f',
        '\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc73\udb40\udc63\udb40\udc74\udb40\udc7f',
      ],
    ],
  ])('is different for different answers: %j', (answers) => {
    expect(new Set(answers.map((text) => textKey(text))).size).toBe(answers.length);
  });

  it.each([
    ...rows(`
    The Lord of the Rings = lord of the rings ; AT&T = at and t
    three hundred and sixty-five days = 365 days ; one million two hundred thousand and five = 1200005
    thirty-first = 31st ; 5 hundred thousand = 500000 ; 0.5 million = 500000 ; 1.2345 thousand = 1234.5
    xxxix = 39 ; xxxx = xxxx ; Malcolm X = malcolm 10 ; x = x ; zero = 0 ; one two three = 1 2 3
    million = 1000000 ; two thousand million = 2000 1000000 ; two thousand three thousand = 2000 3000
    one hundred zero = 100 0 ; twenty eleventh = 20 11th ; nineteen five = 19 5
    twenty thirty thousand = 20 30000 ; Henry V of England = henry v of england ; A & B = a and b
    Ελλάς = ελλασ ; “🙂”! = 🙂 ; twenty twenty = 2020 ; fifty fifty = 50 50 ; 10:30 = 10:30 ; 1.0.0 = 1.0.0
    1,2,3 = 1 2 3 ; 12 345 6789 = 12 345 6789 ; €5 = €5 ; 5 € = €5 ; -$5 = -$5 ; it was 5-10 = it was 5 10
    #metoo = metoo ; “The” Who = who ; the the = the ; per cent = percent ; a dog = dog ; an apple = apple
    a 10th = a 10th ; over 10 000 people = over 10000 people ; 5 men 10 000 horses = 5 men 10000 horses
    12 34 567 890 = 12 34 567 890 ; 1,2345 = 1 2345 ; about 2,5 litres = about 2.5 litres
    about .5 = about 0.5 ; about 5.0 litres = about 5 litres ; about 5 € each = about €5 each
    grade a -3 = grade a -3 ; bad E.coli = bad ecoli ; Ph.D. student = phd student ; dog.cat = dog cat
    ！ = ! ; ™ = ™
  `),
    ['می\u200cخواهم', 'مي\u200cخواهم'],
    [' ?  ? ', '? ?'],
    ['\u200b', '\u200b'],
    ['  ', '  '],
    ['', ''],
  ])('%s', (text, key) => {
    expect(textKey(text)).toBe(key);
  });
});

/** Words of scripts that put several marks on one letter. */
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

describe('combining marks and growing texts', () => {
  it.each(MARKED)('keep every mark of %s', (_, word) => {
    expect(textKey(word)).toBe(word.normalize('NFKC'));
  });

  it('are dropped from letters that are equal without them, and kept in emoji', () => {
    expect(textKey('Nguyễn Phú Trọng ǘ ἧ'.normalize('NFD'))).toBe('nguyen phu trong u η');
    expect(textKey('👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿')).toBe('👩🏽\u200d❤\u200d💋\u200d👨🏿');
  });

  it.each([
    ...rows(`
    ཷ ; ก็็็็็็็็็็็็ ; ﷺ ; a&
  `),
    ['ก\u0344\u0344\u0344\u0344\u0344\u0344\u0344'],
    ['я\u0301\u0327\u0301\u0327\u0301\u0327\u0301\u0327'],
    ['я\u0301\u0301\u200d\u0301\u0301\u200d\u0301\u0301\u200d'],
    ['я\u0301\u0301\u0301\u0301\u200b\u0301\u0301\u0301\u0301'],
    ['5 trillion '],
  ])('are limited: %s', (unit) => {
    const text = `ก${unit.repeat(200)}`.slice(0, 200);
    const key = textKey(text);
    expect(key).not.toBe('');
    expect(key).not.toMatch(MARK_RUN);
    expect(key.length).toBeLessThanOrEqual(400);
    expect(textKey(key)).toBe(key);
  });

  it('never cut a letter in half', () => {
    // The 400th and 401st characters of this key are one surrogate pair.
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
