import { describe, expect, it } from 'vitest';
import type { Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { filterQuestions } from '#machines/show/rules/question.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';

const open: ReleaseWindow = { released: true, timed: false, closesAt: null };
const running: ReleaseWindow = { released: true, timed: true, closesAt: 20 };
const lapsed: ReleaseWindow = { released: true, timed: true, closesAt: 10 };

const question = (id: string, studio: ReleaseWindow, home: ReleaseWindow) => ({
  id,
  windows: { studio, home },
});

describe('filterQuestions', () => {
  const questions = [
    question('withheld', NO_WINDOW, NO_WINDOW),
    question('home only', NO_WINDOW, open),
    question('studio only', open, NO_WINDOW),
    question('locked for home', running, NO_WINDOW),
    question('lapsed for studio', lapsed, open),
    question('lapsed', lapsed, lapsed),
  ];
  const ids = (audience: Audience | null) =>
    (['all', 'active', 'expired'] as const).map((filter) =>
      filterQuestions(questions, audience, filter, 15).map(({ id }) => id),
    );

  it('shows an audience its own questions [R2.main-filter-all R2.main-filter-active R2.main-filter-expired]', () => {
    expect(ids('studio')).toEqual([
      ['studio only', 'locked for home', 'lapsed for studio', 'lapsed'],
      ['studio only', 'locked for home'],
      ['lapsed for studio', 'lapsed'],
    ]);
    expect(ids('home')).toEqual([
      ['home only', 'locked for home', 'lapsed for studio', 'lapsed'],
      ['home only', 'locked for home', 'lapsed for studio'],
      ['lapsed'],
    ]);
  });

  it("shows an admin both audiences' questions", () => {
    expect(ids(null)).toEqual([
      ['home only', 'studio only', 'locked for home', 'lapsed for studio', 'lapsed'],
      ['home only', 'studio only', 'locked for home', 'lapsed for studio'],
      ['lapsed'],
    ]);
  });
});
