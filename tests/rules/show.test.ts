import { describe, expect, it } from 'vitest';
import type { Direction, ReleaseWindows } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { isShowPage, routeAccess, showKeyOf } from '#machines/rules/access.ts';
import { NO_WINDOW } from '#machines/rules/schedule.ts';
import { whyNoReveal } from '#machines/rules/show.ts';

const ROLES = [null, 1, 2, 3] as const;

describe('the link of the show page [R2.show-page-link R2.show-page-route]', () => {
  it('opens it to anybody who brings a key, and nothing else', () => {
    for (const role of ROLES) {
      expect(routeAccess('/quizzo', role, 'quizzo', 'K1')).toEqual({ allow: true });
      for (const path of ['/que-cards', '/admin', '/', '/quizzo/more'])
        expect(routeAccess(path, role, 'quizzo', 'K1')).toEqual(routeAccess(path, role, 'quizzo'));
    }
    expect(ROLES.map((role) => routeAccess('/quizzo', role, 'quizzo', null))).toEqual([
      { redirect: '/login' },
      { allow: true },
      { denied: 'admin' },
      { denied: 'admin' },
    ]);
  });
  it.each([
    ['#key=abc-_1', 'abc-_1'],
    ['#key=', null],
    ['#other', null],
    ['', null],
  ])('of the fragment %j takes %j', (fragment, key) => {
    expect(showKeyOf(fragment)).toBe(key);
  });
  it('knows the path as the router does', () => {
    expect(
      ['/quizzo', '/Quizzo/', '/quizzo/x', '/'].map((path) => isShowPage(path, 'quizzo')),
    ).toEqual([true, true, false, false]);
  });
});

const NOW = 1_000;
const timed = (closesAt: number) => ({ released: true, timed: true, closesAt });
const untimed = { released: true, timed: false, closesAt: null };
const over = { studio: timed(NOW), home: timed(NOW) };
const place = (revealed: boolean) => ({
  groupId: 'g',
  rank: 1,
  representative: 'Towel',
  count: 1,
  homePoints: 1,
  contestantPoints: 5,
  revealed,
});
const direction = (more: Partial<Direction>): Direction => ({
  scene: 'question',
  questionId: 'q1',
  gameSessionId: 'g1',
  places: [place(true), place(false)],
  link: null,
  screens: 0,
  ...more,
});

describe('why nothing can be revealed [R2.show-desk-open]', () => {
  it.each<[string, Partial<Direction>, ReleaseWindows | null, string | null]>([
    ['both windows are closed', {}, over, null],
    ['one never opened', {}, { studio: NO_WINDOW, home: timed(NOW) }, null],
    ['Home is still open', {}, { ...over, home: timed(NOW + 1) }, MESSAGES.show.stillOpen],
    ['Studio is open until revoked', {}, { ...over, studio: untimed }, MESSAGES.show.stillOpen],
    ['nothing is known of the windows', {}, null, null],
    ['no question is shown', { scene: 'board' }, over, MESSAGES.show.noQuestion],
    ['every group is revealed', { places: [place(true)] }, over, MESSAGES.show.nothingLeft],
    ['nobody has answered', { places: [] }, over, MESSAGES.questions.noAnswers],
  ])('when %s', (_, more, windows, why) => {
    expect(whyNoReveal(direction(more), windows, NOW)).toBe(why);
  });
});
