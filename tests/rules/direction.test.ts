import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import type { Direction, RankedGroup, StageView } from '#machines/contract/stage.ts';
import { isStageScreenPath, routeAccess, linkKeyOf } from '#machines/account/rules/access.ts';
import { groupsText, stageAnnouncement, whyNoReveal } from '#machines/show/rules/direction.ts';

const ROLES = [null, 1, 2, 3] as const;

describe('the link of the stage screen [R2.stage-screen-link R2.stage-screen-route]', () => {
  it('opens the page to any client with a key, and opens nothing else', () => {
    for (const role of ROLES) {
      expect(routeAccess('/quizzo', role && { role_id: role }, 'quizzo', 'K1')).toEqual({
        allow: true,
      });
      for (const path of ['/que-cards', '/admin', '/', '/quizzo/more'])
        expect(routeAccess(path, role && { role_id: role }, 'quizzo', 'K1')).toEqual(
          routeAccess(path, role && { role_id: role }, 'quizzo'),
        );
    }
    expect(
      ROLES.map((role) => routeAccess('/quizzo', role && { role_id: role }, 'quizzo', null)),
    ).toEqual([{ redirect: '/login' }, { allow: true }, { denied: 'admin' }, { denied: 'admin' }]);
  });
  it.each([
    ['#key=abc-_1', 'abc-_1'],
    ['#key=abc-_1.', 'abc-_1'],
    ['#key=abc-_1%3E', 'abc-_1'],
    ['#key=', null],
    ['#other', null],
    ['#other#key=abc', null],
    ['', null],
  ])('of the fragment %j takes %j', (fragment, key) => {
    expect(linkKeyOf(fragment)).toBe(key);
  });
  it('knows the path as the router does', () => {
    expect(
      ['/quizzo', '/Quizzo/', '/quizzo/x', '/'].map((path) => isStageScreenPath(path, 'quizzo')),
    ).toEqual([true, true, false, false]);
  });
});

const NOW = 1_000;
const timed = (closesAt: number) => ({ released: true, timed: true, closesAt });
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
  showId: 'house',
  scene: 'question',
  questionId: 'q1',
  itemId: 'i1',
  gameSessionId: 'g1',
  groups: [place(true), place(false)],
  link: null,
  screens: 0,
  ...more,
});

const towel: RankedGroup = {
  groupId: 'g1',
  rank: 1,
  representative: 'Towel',
  count: 12,
  homePoints: 1,
  contestantPoints: 5,
};
const soap: RankedGroup = { ...towel, groupId: 'g2', representative: 'Soap', count: 1 };
const asked = {
  question_id: 'q1',
  game_session_id: 'g1',
  question_text: 'What dries you?',
  windows: over,
  answered: { studio: 1, home: 12 },
};
const shown = (groups: StageView['groups'], more: Partial<StageView> = {}): StageView => ({
  serverTime: NOW,
  scene: 'question',
  question: asked,
  groups,
  board: null,
  ...more,
});

describe('the announcement to screen readers', () => {
  const another = { ...asked, question_id: 'q2', question_text: 'What washes you?' };
  it.each<[string, StageView | null, StageView, string | null]>([
    ['a question, when it comes', null, shown([null]), 'What dries you?'],
    [
      'a question after nothing',
      shown([], { scene: 'idle', question: null }),
      shown([null]),
      'What dries you?',
    ],
    ['another question', shown([towel]), shown([null], { question: another }), 'What washes you?'],
    ['nothing of the same question again', shown([null]), shown([null]), null],
    ['nothing of a group, which is announced when it is shown', shown([null]), shown([soap]), null],
    ['the scores, when they come', shown([towel]), shown([], { scene: 'board' }), "Today's scores"],
    ['the scores, also at first', null, shown([], { scene: 'board' }), "Today's scores"],
    ['no scores that change', shown([], { scene: 'board' }), shown([], { scene: 'board' }), null],
    ['nothing without a question', shown([towel]), shown([], { question: null }), null],
  ])('is %s', (_, before, after, text) => {
    expect(stageAnnouncement(before, after)).toBe(text);
  });

  it('is, for groups that are shown without a reveal, each of them that is not announced yet', () => {
    const both = shown([towel, soap]);
    expect(groupsText(both, new Set())).toBe(
      'Number 1: Towel, 12 answers. Number 2: Soap, 1 answer',
    );
    expect(groupsText(both, new Set([towel.groupId]))).toBe('Number 2: Soap, 1 answer');
    const tie = shown([null, { ...soap, sharedPlace: 1 }]);
    expect(groupsText(tie, new Set())).toBe('Joint number 1: Soap, 1 answer');
    expect(groupsText(both, new Set([towel.groupId, soap.groupId]))).toBeNull();
  });
});

describe('the reason why nothing can be revealed [R2.direct-open]', () => {
  it.each<[string, Partial<Direction>, boolean, string | null]>([
    ['the question is closed to all', {}, false, null],
    ['a player may still answer', {}, true, m.showStillOpen()],
    ['no question is shown', { scene: 'board' }, true, m.showNoQuestion()],
    ['every group is revealed', { groups: [place(true)] }, false, m.showNothingLeft()],
    ['there are no answers', { groups: [] }, false, m.questionsNoAnswers()],
  ])('when %s', (_, more, isOpen, why) => {
    expect(whyNoReveal(direction(more), isOpen)).toBe(why);
  });
});
