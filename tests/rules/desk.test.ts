import { describe, expect, it } from 'vitest';
import type { DeskQuestion, ListedQuestion } from '#machines/contract/entities.ts';
import { ADMIN_LIST_SIZE } from '#machines/contract/limits.ts';
import { applyNews, type Listed, newsOf } from '#machines/show/rules/desk.ts';
import type { FeedEvent } from '#machines/answering/rules/feed.ts';
import { question as playersQuestion } from '#tests/support/game.ts';

const withheld = { released: false, timed: false, closesAt: null };
const told = (n: number, text = `Question ${n}`): DeskQuestion => ({
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
const answers = { answered: { studio: 1, home: 2 }, points: 7, joinsHeld: 1, topGroups: [] };
const held = (n: number): ListedQuestion => ({ ...told(n), ...answers });
const none = { answered: { studio: 0, home: 0 }, points: 0, joinsHeld: 0, topGroups: [] };
const connected = { studio: 0, home: 0 };
const list: Listed = { questions: [held(4), held(2)], version: 5 };
const full: Listed = {
  questions: Array.from({ length: ADMIN_LIST_SIZE }, (_, index) => held(ADMIN_LIST_SIZE - index)),
  version: 5,
};

/** A change that players see, or one that they do not. */
const change = (
  version: number | undefined,
  question: DeskQuestion | null,
  { isSeen = true, name = 'questions-updated', gameSessionId = 'g2' } = {},
): FeedEvent => ({
  name: `realtime.${name}`,
  gameSessionId,
  version,
  ...(isSeen && { question: question && playersQuestion(2) }),
  desk: { question, connected },
});
const bare = (name: string, version?: number): FeedEvent => ({ name: `realtime.${name}`, version });

describe('what an event says of the producer’s list', () => {
  it.each([
    ['all, when it is the next', list, change(6, told(2)), 'told'],
    ['all, told again', list, change(5, told(2)), 'told'],
    ['nothing that the list does not have', list, change(4, told(2)), 'nothing'],
    ['not what was missed before it', list, change(7, told(2)), 'untold'],
    [
      'nothing that holds, while no version is known',
      { ...list, version: null },
      change(6, told(2)),
      'untold',
    ],
    [
      'all that no player sees, whatever the version',
      list,
      change(4, told(2), { isSeen: false }),
      'told',
    ],
    [
      'all that no player sees, ahead of the list',
      list,
      change(9, told(2), { isSeen: false }),
      'told',
    ],
    ['all of a deletion', list, change(6, null), 'told'],
    ['not what follows on a full list', full, change(6, null), 'untold'],
    ['all of a release', list, change(6, told(2), { name: 'question-released' }), 'told'],
    ['that answers are shown, which changes no question', list, bare('show-answers', 6), 'told'],
    [
      'that something was missed before answers were shown',
      list,
      bare('show-answers', 7),
      'untold',
    ],
    ['that something has changed', list, bare('questions-updated', 5), 'untold'],
    ['that something has changed, without a version', list, bare('question-released'), 'untold'],
    ['that answers are shown, without a version', list, bare('show-answers'), 'untold'],
    ['nothing, as it is about boards', list, bare('boards-updated', 6), 'nothing'],
  ] as const)('%s', (_, before, event, news) => {
    expect(newsOf(before, event)).toBe(news);
  });

  it('is old without the producer’s view too', () => {
    const event = { ...bare('questions-updated', 4), question: playersQuestion(2) };
    expect(newsOf(list, event)).toBe('nothing');
    expect(newsOf(list, { ...event, version: 6 })).toBe('untold');
  });
});

const idsWith = (more: DeskQuestion) =>
  applyNews(list, change(6, more)).questions.map(({ game_session_id: id }) => id);

describe('the producer’s list after an event', () => {
  it('has the question as it is told, in its place, with what was answered', () => {
    expect(applyNews(list, change(6, told(2, 'New words')))).toEqual({
      questions: [held(4), { ...told(2, 'New words'), ...answers }],
      version: 6,
    });
  });
  it('forgets a timer that is no more', () => {
    const timed = {
      ...held(2),
      contestantTimer: { endTime: 1, durationMinutes: 1, durationSeconds: 0 },
    };
    const { questions } = applyNews({ ...list, questions: [timed] }, change(6, told(2)));
    expect(questions).toEqual([held(2)]);
  });
  it.each([
    [1, ['g4', 'g2', 'g1']],
    [3, ['g4', 'g3', 'g2']],
    [5, ['g5', 'g4', 'g2']],
  ])('has the new question %i by its age', (n, order) => {
    const { questions } = applyNews(list, change(6, told(n), { isSeen: false }));
    expect(questions.map(({ game_session_id: id }) => id)).toEqual(order);
    expect(questions).toContainEqual({ ...told(n), ...none });
  });
  it('has questions of the same moment by their ids', () => {
    const twin = { ...told(2), id: 'q3', question_id: 'q3', game_session_id: 'g3' };
    expect(idsWith(twin)).toEqual(['g4', 'g3', 'g2']);
    const earlier = { ...twin, game_session_id: 'g1' };
    expect(idsWith(earlier)).toEqual(['g4', 'g2', 'g1']);
  });
  it('has no more than are listed', () => {
    const newest = { ...told(8), game_session_id: 'g999' };
    const { questions } = applyNews(full, change(6, newest, { isSeen: false }));
    expect(questions).toHaveLength(ADMIN_LIST_SIZE);
    expect(questions[0]?.game_session_id).toBe('g999');
  });
  it('has a deleted question no more', () => {
    expect(applyNews(list, change(6, null))).toEqual({ questions: [held(4)], version: 6 });
  });
  it('holds for the newest version that is told; what no player sees tells none', () => {
    const versionAfter = (event: FeedEvent, before = list) => applyNews(before, event).version;
    expect(versionAfter(bare('show-answers', 6))).toBe(6);
    expect(versionAfter(bare('show-answers', 4))).toBe(5);
    expect(versionAfter(change(6, told(2), { isSeen: false }))).toBe(5);
    expect(versionAfter(change(undefined, told(2)), { ...list, version: null })).toBe(0);
    expect(applyNews(list, bare('show-answers', 6)).questions).toBe(list.questions);
  });
});
