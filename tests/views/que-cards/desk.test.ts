import { describe, expect, it } from 'vitest';
import { type DeskQuery, deskPage } from '#src/screens/que-cards/desk.ts';
import { question } from './question.ts';

const TODAY = '2030-01-02';
const all: DeskQuery = { date: 'all', order: 'newest', search: '', page: 1 };
const LIST = [
  question('q1', {
    question_text: 'Beach',
    created_at: '2030-01-01T10:00:00.000Z',
    session_date: '2030-01-02',
  }),
  question('q2', { question_text: 'Apple', created_at: '2030-01-03T10:00:00.000Z' }),
  question('q3', { question_text: 'Car', created_at: '2030-01-02T10:00:00.000Z' }),
];
const ids = (more: Partial<DeskQuery>) =>
  deskPage(LIST, { ...all, ...more }, TODAY).questions.map(({ id }) => id);

describe('the list of the desk', () => {
  it.each([
    ['newest', ['q2', 'q3', 'q1']],
    ['oldest', ['q1', 'q3', 'q2']],
    ['a-z', ['q2', 'q1', 'q3']],
    ['z-a', ['q3', 'q1', 'q2']],
  ] as const)('orders by %s [R2.qc-newest R2.qc-oldest R2.qc-a-z R2.qc-z-a]', (order, expected) => {
    expect(ids({ order })).toEqual(expected);
  });
  it.each([
    ['today only', { date: 'today' }, ['q1']],
    ['a part of the text, whatever its case', { search: ' APP ' }, ['q2']],
    ['an id', { search: 'q3' }, ['q3']],
    ['both at once', { date: 'today', search: 'apple' }, []],
  ] as const)('keeps %s [R2.qc-today R2.qc-search-text R2.qc-search-id]', (_, more, expected) => {
    expect(ids(more)).toEqual(expected);
  });
  it.each([
    [1, 1, 5],
    [3, 3, 1],
    [9, 3, 1],
    [0, 1, 5],
  ])(
    'cuts pages of five: asked for %i, shows %i with %i [R9.dashboard-page]',
    (asked, page, length) => {
      const eleven = Array.from({ length: 11 }, (_, index) => question(`q${index}`));
      const shown = deskPage(eleven, { ...all, page: asked }, TODAY);
      expect({ ...shown, questions: shown.questions.length }).toEqual({
        questions: length,
        page,
        pages: 3,
        total: 11,
      });
    },
  );
});
