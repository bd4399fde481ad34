import { describe, expect, it } from 'vitest';
import type { ProducerQuestion, ListedQuestion } from '#machines/contract/entities.ts';
import { ADMIN_LIST_SIZE } from '#machines/contract/limits.ts';
import { applyEvent, type ProducerList, updateFor } from '#machines/show/rules/question-list.ts';
import type { FeedUpdate } from '#machines/answering/rules/feed.ts';
import { question as playersQuestion } from '#tests/support/game.ts';

const withheld = { released: false, timed: false, closesAt: null };
const changed = (n: number, text = `Question ${n}`): ProducerQuestion => ({
  id: `q${n}`,
  question_id: `q${n}`,
  game_session_id: `g${n}`,
  show_id: 's1',
  item_id: `i${n}`,
  question_text: text,
  start_time: '2026-03-01T10:00:00.000Z',
  end_time: '2026-03-01T11:00:00.000Z',
  created_at: `2026-03-01T09:00:0${Math.min(n, 8)}.000Z`,
  shown_on_air: false,
  shown_to_home: false,
  windows: { studio: withheld, home: withheld },
});
const answers = {
  answered: { studio: 1, home: 2 },
  points: 7,
  mergesHeld: 1,
  appeals: 2,
  topGroups: [],
};
const held = (n: number): ListedQuestion => ({ ...changed(n), ...answers });
const none = {
  answered: { studio: 0, home: 0 },
  points: 0,
  mergesHeld: 0,
  appeals: 0,
  topGroups: [],
};
const connected = { studio: 0, home: 0 };
const list: ProducerList = { questions: [held(4), held(2)], versions: { house: 5 } };
const full: ProducerList = {
  questions: Array.from({ length: ADMIN_LIST_SIZE }, (_, index) => held(ADMIN_LIST_SIZE - index)),
  versions: { house: 5 },
};

/** A change that players see. */
const change = (
  version: number,
  question: ProducerQuestion | null,
  { feed = 'house', name = 'questions-updated' } = {},
): FeedUpdate => ({
  name: `realtime.${name}`,
  gameSessionId: 'g2',
  feed,
  version,
  question: question && playersQuestion(2),
  forProducers: { question, connected },
});
/** A change that no player sees. */
const unseen = (question: ProducerQuestion | null): FeedUpdate => ({
  name: 'realtime.question-list-updated',
  gameSessionId: 'g2',
  forProducers: { question, connected },
});
const versioned = (name: string, version: number): FeedUpdate => ({
  name: `realtime.${name}`,
  feed: 'house',
  version,
});

describe("the part of an event for the producer's list", () => {
  it.each([
    ['all, if it is the next version', list, change(6, changed(2)), 'apply'],
    ['all, also when repeated', list, change(5, changed(2)), 'apply'],
    ['nothing that is not in the list', list, change(4, changed(2)), 'none'],
    ['not the gap before it', list, change(7, changed(2)), 'reload'],
    ['all of a feed without earlier changes', list, change(1, changed(2), { feed: 's1' }), 'apply'],
    ['all of what players cannot see', list, unseen(changed(2)), 'apply'],
    ['all of a deletion', list, change(6, null), 'apply'],
    ['not what drops off a full list', full, change(6, null), 'reload'],
    ['all of a release', list, change(6, changed(2), { name: 'question-released' }), 'apply'],
    ['an answer count, which changes no question', list, versioned('show-answers', 6), 'apply'],
    ['a gap before an answer count', list, versioned('show-answers', 7), 'reload'],
    ['a gap', list, versioned('feed-moved', 6), 'reload'],
    ['no gap', list, versioned('feed-moved', 5), 'apply'],
    ['nothing of an event about boards', list, { name: 'realtime.boards-updated' }, 'none'],
  ] as const)('%s', (_, before, event, update) => {
    expect(updateFor(before, event)).toBe(update);
  });
});

const idsWith = (more: ProducerQuestion) =>
  applyEvent(list, change(6, more)).questions.map(({ game_session_id: id }) => id);

describe("the producer's list after an event", () => {
  it('has the question of the event in its place, with its answer count', () => {
    expect(applyEvent(list, change(6, changed(2, 'New words')))).toEqual({
      questions: [held(4), { ...changed(2, 'New words'), ...answers }],
      versions: { house: 6 },
    });
  });
  it('clears a timer that has ended', () => {
    const timed = {
      ...held(2),
      contestantTimer: { endTime: 1, durationMinutes: 1, durationSeconds: 0 },
    };
    const { questions } = applyEvent({ ...list, questions: [timed] }, change(6, changed(2)));
    expect(questions).toEqual([held(2)]);
  });
  it.each([
    [1, ['g4', 'g2', 'g1']],
    [3, ['g4', 'g3', 'g2']],
    [5, ['g5', 'g4', 'g2']],
  ])('places the new question %i by its age', (n, order) => {
    const { questions } = applyEvent(list, unseen(changed(n)));
    expect(questions.map(({ game_session_id: id }) => id)).toEqual(order);
    expect(questions).toContainEqual({ ...changed(n), ...none });
  });
  it('orders questions of the same time by id', () => {
    const twin = { ...changed(2), id: 'q3', question_id: 'q3', game_session_id: 'g3' };
    expect(idsWith(twin)).toEqual(['g4', 'g3', 'g2']);
    const earlier = { ...twin, game_session_id: 'g1' };
    expect(idsWith(earlier)).toEqual(['g4', 'g2', 'g1']);
  });
  it('is no longer than its limit', () => {
    const newest = { ...changed(8), game_session_id: 'g999' };
    const { questions } = applyEvent(full, unseen(newest));
    expect(questions).toHaveLength(ADMIN_LIST_SIZE);
    expect(questions[0]?.game_session_id).toBe('g999');
  });
  it('removes a deleted question', () => {
    expect(applyEvent(list, change(6, null))).toEqual({
      questions: [held(4)],
      versions: { house: 6 },
    });
  });
  it('has the newest version; an event that players cannot see has none', () => {
    const versionsAfter = (event: FeedUpdate) => applyEvent(list, event).versions;
    expect(versionsAfter(versioned('show-answers', 6))).toEqual({ house: 6 });
    expect(versionsAfter(versioned('show-answers', 4))).toEqual({ house: 5 });
    expect(versionsAfter(unseen(changed(2)))).toEqual({ house: 5 });
    expect(versionsAfter(change(1, changed(2), { feed: 's1' }))).toEqual({ house: 5, s1: 1 });
    expect(applyEvent(list, versioned('show-answers', 6)).questions).toBe(list.questions);
  });
});
