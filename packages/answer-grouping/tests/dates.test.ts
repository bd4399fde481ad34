import { describe, expect, it } from 'vitest';
import { textKey } from '../src/text.ts';
import { dateText, readDate } from '../src/values.ts';
import { rows } from './rows.ts';

/** The date at the beginning of a text: year, month and day, and the words after it. */
function dateOf(text: string): readonly [date: string, rest: string] | null {
  const tokens = textKey(text).split(' ');
  const found = readDate(tokens, 0);
  return found && [dateText(found.value), tokens.slice(found.next).join(' ')];
}

describe('readDate', () => {
  it.each(
    rows(`
    January = 1 ; February = 2 ; March = 3 ; April = 4 ; May = 5 ; June = 6 ; July = 7 ; August = 8
    September = 9 ; October = 10 ; November = 11 ; December = 12 ; Jan = 1 ; Aug = 8 ; Sep = 9 ; Sept. = 9
    Dec = 12
  `).map(([a = '', b = '']) => [a, Number(b)] as const),
  )('reads the month %s', (name, month) => {
    expect(dateOf(`3 ${name} 1990`)).toEqual([`1990-${month}-3`, '']);
  });

  it.each(
    rows(`
    Monday ; Tuesday ; Wednesday ; Thursday ; Friday ; Saturday ; Sunday ; Mon ; Tue ; Tues ; Wed ; Thu
    Thur ; Thurs ; Fri ; Sat ; Sun
  `),
  )('skips the weekday before a date: %s', (weekday) => {
    const dates = ['4 July', 'July 4', '25/12'].map((date) => dateOf(`${weekday}, ${date}`));
    expect(dates).toEqual([
      ['-7-4', ''],
      ['-7-4', ''],
      ['-12-25', ''],
    ]);
  });

  it.each([
    ...rows(`
    4 July in the evening = -7-4 = in the evening ; July 4 in the evening = -7-4 = in the evening
    July 1776 in France = 1776-7- = in france ; 4 July 1776 in France = 1776-7-4 = in france
    4 July 300 = -7-4 = 300 ; 4 July 3000 = -7-4 = 3000 ; 4 July 17760 = -7-4 = 17760
    4 July 31776 = -7-4 = 31776
  `),
    ['4 July 1776', '1776-7-4', ''],
    ['4th of July, 1776', '1776-7-4', ''],
    ['July 4th 1776', '1776-7-4', ''],
    ['July the 4th in 1776', '1776-7-4', ''],
    ['the 2nd of July', '-7-2', ''],
    ['July 2nd', '-7-2', ''],
    ['July 1st', '-7-1', ''],
    ['July 3rd', '-7-3', ''],
    ['July 31', '-7-31', ''],
    ['31 July', '-7-31', ''],
    ['Monday the 4th of July', '-7-4', ''],
    ['July 1776', '1776-7-', ''],
    ['July of 1776', '1776-7-', ''],
    ['Jul 1000', '1000-7-', ''],
    ['Jul 2999', '2999-7-', ''],
  ])('reads words and figures: %s', (text, date, rest) => {
    expect(dateOf(text)).toEqual([date, rest]);
  });

  it.each(
    rows(`
    25/12 = -12-25 ; 12/25 = -12-25 ; 13/1 = -1-13 ; 1/13 = -1-13 ; 31/1 = -1-31 ; 10/9/2001 = 2001-10-9
    25/12/2020 = 2020-12-25 ; 12/25/2020 = 2020-12-25 ; 12/12/2020 = 2020-12-12 ; 1/1/2020 = 2020-1-1
    2001/10/9 = 2001-10-9 ; 2001/1/31 = 2001-1-31 ; 2001.10.9 = 2001-10-9 ; 10.9.2001 = 2001-9-10
    25.12.2020 = 2020-12-25 ; 10/9/01 = 2001-10-9 ; 10/9/39 = 2039-10-9 ; 10/9/40 = 1940-10-9
    10/9/99 = 1999-10-9 ; 10/9/800 = 800-10-9 ; 10/9/040 = 40-10-9
  `),
  )('reads figures, the month first where both are possible: %s', (text, date) => {
    expect(dateOf(`${text} at noon`)).toEqual([date, 'at noon']);
  });

  it.each(
    rows(`
    July ; Monday ; Monday 4 ; the 4th ; July 32 ; 0 July ; 32 July ; July 100 ; 4x July ; x4 July ; 4 of us
    x25/12 ; 25/12x ; 1/2 ; 12/12 ; 2.5 ; 25.12 ; 25/0 ; 0/25 ; 13/13 ; 1/32 ; 32/1 ; 2001/0/9 ; 2001/13/9
    2001/10/0 ; 2001/10/32 ; 2001/10 ; 201/10/9 ; 25/12.2020 ; 12.25.2020 ; 10/9/20011 ; 10/100/2001
  `),
  )('reads no date: %s', (text) => {
    expect(dateOf(text)).toBeNull();
  });
});
