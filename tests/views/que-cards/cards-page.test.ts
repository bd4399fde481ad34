import { describe, expect, it } from 'vitest';
import { utcDay } from '#machines/connection/rules/clock.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { type CardsQuery, cardsPage, isUnsettled } from '#src/screens/que-cards/cards-page.ts';
import { question } from './question.ts';

const TODAY = '2030-01-02';
const all: CardsQuery = { date: 'all', order: 'newest', search: '', page: 1 };
const LIST = [
  question('k1-mw7f02', {
    question_text: 'Beach',
    start_time: '2030-01-03T20:00:00.000Z',
    created_at: '2030-01-01T10:00:00.000Z',
  }),
  question('k2-mw7f02', { question_text: 'Apple', start_time: '2030-01-01T20:00:00+02:00' }),
  question('k3-mw7f03', {
    question_text: 'Car',
    session_date: '2030-01-01',
    start_time: '2030-01-02T01:30:00+02:00',
    created_at: '2030-01-02T10:00:00.000Z',
  }),
  question('k4-mw7f03', {
    question_text: 'Dew',
    start_time: '2030-01-02T23:59:00.000Z',
    created_at: '2029-12-30T10:00:00.000Z',
  }),
];
const NONE: ReadonlySet<string> = new Set();
const found = (more: Partial<CardsQuery>, ahead = NONE) =>
  cardsPage(LIST, { ...all, ...more }, TODAY, utcDay, ahead).questions.map(
    ({ question_text }) => question_text,
  );

describe('the list of que cards', () => {
  it.each([
    ['the planned start, newest first [R2.qc-newest]', 'newest', ['Beach', 'Dew', 'Car', 'Apple']],
    ['the planned start, oldest first [R2.qc-oldest]', 'oldest', ['Apple', 'Car', 'Dew', 'Beach']],
    ['question, A to Z [R2.qc-a-z]', 'a-z', ['Apple', 'Beach', 'Car', 'Dew']],
    ['question, Z to A [R2.qc-z-a]', 'z-a', ['Dew', 'Car', 'Beach', 'Apple']],
  ] as const)('is ordered by %s', (_, order, expected) => {
    expect(found({ order })).toEqual(expected);
  });
  it.each([
    ['what is planned to start today [R2.qc-today]', { date: 'today' }, ['Dew']],
    ['what has the text, whatever its case [R2.qc-search-text]', { search: ' APP ' }, ['Apple']],
    ['what has the id [R2.qc-search-id]', { search: 'k3-mw7f03' }, ['Car']],
    [
      'what has a long piece of an id [R2.qc-search-id]',
      { search: ' MW7F02 ' },
      ['Beach', 'Apple'],
    ],
    ['nothing by a piece that any id may have [R2.qc-search-id]', { search: 'mw7f0' }, []],
    ['what is wanted by both', { date: 'today', search: 'apple' }, []],
  ] as const)('keeps %s', (_, more, expected) => {
    expect(found(more)).toEqual(expected);
  });
  it('starts with the given questions in the same order, from any page [R2.qc-open-first]', () => {
    const open = new Set(['k2-mw7f02', 'k3-mw7f03']);
    expect(found({}, open)).toEqual(['Car', 'Apple', 'Beach', 'Dew']);
    expect(found({ order: 'a-z' }, open)).toEqual(['Apple', 'Car', 'Beach', 'Dew']);
    expect(found({ search: 'mw7f03' }, open)).toEqual(['Car', 'Dew']);
  });
  it('counts questions with answers and without final points as unsettled [R2.qc-open-first]', () => {
    const answered = { studio: 0, home: 3 };
    const published = { ...NEW_RESULT, state: 'published' as const };
    const unsettled = [
      { answered, result: NEW_RESULT },
      { answered, result: { ...NEW_RESULT, state: 'locked' as const } },
      { answered, result: published },
      { result: NEW_RESULT },
    ].map((more) => isUnsettled(question('q1', more)));
    expect(unsettled).toEqual([true, true, false, false]);
  });
  it.each([
    [1, 1, 5],
    [3, 3, 1],
    [9, 3, 1],
    [0, 1, 5],
  ])(
    'has pages of five: requested %i, page %i has %i [R9.dashboard-page]',
    (asked, page, length) => {
      const eleven = Array.from({ length: 11 }, (_, index) => question(`q${index}`));
      const shown = cardsPage(eleven, { ...all, page: asked }, TODAY, utcDay, NONE);
      expect({ ...shown, questions: shown.questions.length }).toEqual({
        questions: length,
        page,
        pages: 3,
        total: 11,
      });
    },
  );
});
