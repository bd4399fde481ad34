import { expect, it } from 'vitest';
import { textKey } from '../src/text.ts';
import { withLetterSigns, withReignsInFigures } from '../src/tokens.ts';
import { rows } from './rows.ts';

it.each(
  rows(`
    C sharp minor = c# minor ; c-sharp = c# ; B flat = b♭ ; Eb = e♭ ; Eb minor = e♭ minor ; eb = eb
    Ebb = ebb ; A sharp = a# ; A neg = a- ; A razor = razor ; a positive = positive ; AB positive = ab+
    O minus = o- ; O plus = o+ ; b pos = b+ ; b negative = b- ; H sharp = h sharp
    razor sharp = razor sharp ; D plus = d plus ; sharp = sharp
  `),
)('signs are written as words: %s', (text, signed) => {
  expect(withLetterSigns(textKey(text).split(' '), text).join(' ')).toBe(signed);
});

it.each(
  rows(`
    charles i of england = charles 1 of england ; henry v of england = henry 5 of england
    louis x of france = louis 10 of france ; vitamin c of fruit = vitamin c of fruit ; charles i = charles i
    to i of it = to i of it
  `),
)('monarchs of a country are numbered: %s', (key, numbered) => {
  expect(withReignsInFigures(key.split(' ')).join(' ')).toBe(numbered);
});
