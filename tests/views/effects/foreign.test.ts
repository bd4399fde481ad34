import { describe, expect, it } from 'vitest';
import { calls } from '#machines/contract/calls.ts';
import { inOurForm } from '#src/effects/foreign.ts';

const START = '2026-06-01T12:00:00.000Z';
const END = '2026-06-01T13:00:00.000Z';
const timer = { durationMinutes: 5, durationSeconds: 0, endTime: 1_780_000_000_000 };
/** A question as the specification has it. */
const bare = {
  question_text: 'Name a fruit.',
  game_session_id: 'g1',
  start_time: START,
  end_time: END,
  created_at: START,
};
const ends = { released: true, timed: false, closesAt: Date.parse(END) };
const runs = { released: true, timed: true, closesAt: timer.endTime };

describe('a list of questions', () => {
  const question = (more: object) => ({
    ...bare,
    id: 'q1',
    question_id: 'q1',
    windows: { studio: ends, home: ends },
    ...more,
  });
  it.each([
    ['by id', { id: 'q1' }, question({})],
    ['by question_id', { question_id: 'q1' }, question({})],
    [
      'with a timer for home viewers',
      { id: 'q1', homeViewerTimer: timer },
      question({ homeViewerTimer: timer, windows: { studio: ends, home: runs } }),
    ],
    [
      'with a timer for contestants',
      { id: 'q1', contestantTimer: timer },
      question({ contestantTimer: timer, windows: { studio: runs, home: ends } }),
    ],
  ])('is read %s, bare or in an object [R3.question-id R7.questions-forms]', (_, sent, read) => {
    for (const name of ['activeQuestions', 'contestantQuestions'] as const) {
      const list = inOurForm(name, [{ ...bare, ...sent }]);
      expect(list).toEqual([read]);
      expect(calls[name].reply.safeParse(list).success).toBe(true);
      expect(inOurForm(name, { questions: [{ ...bare, ...sent }], version: 3 })).toEqual({
        questions: [read],
        version: 3,
      });
    }
  });
  it('keeps what ours says', () => {
    const windows = { studio: runs, home: { released: false, timed: false, closesAt: null } };
    const ours = { ...bare, id: 'q1', question_id: 'q1', windows };
    expect(inOurForm('activeQuestions', { questions: [ours] })).toEqual({ questions: [ours] });
  });
});

describe('a board', () => {
  const read = { username: 'Ann', user_id: 'u1', role_id: 2, total_points: 5, rank: 1 };
  it.each([
    ['username, user_id, total_points', { username: 'Ann', user_id: 'u1', total_points: 5 }],
    ['name, id, awarded_points', { name: 'Ann', id: 'u1', awarded_points: 5 }],
    ['name, id, total_score', { name: 'Ann', id: 'u1', total_score: 5 }],
  ])('is read with %s [R3.entry-username R3.entry-user-id R3.entry-points]', (_, sent) => {
    for (const name of [
      'leaderboardDaily',
      'leaderboardAll',
      'leaderboardDailyHome',
      'leaderboardDailyStudio',
      'leaderboardAllHome',
      'leaderboardAllStudio',
      'leaderboardSession',
    ] as const)
      expect(calls[name].reply.parse(inOurForm(name, [{ ...sent, role_id: 2 }]))).toEqual([read]);
  });
  it('is ranked within an audience where its backend does not [R9.rank-audience]', () => {
    const of = (user_id: string, total_points: number) => ({ ...read, user_id, total_points });
    const { rank: _, ...bareEntry } = read;
    const unranked = [7, 5, 7, 3, 4].map((total_points, index) => ({
      ...bareEntry,
      user_id: `u${index}`,
      role_id: index === 4 ? 3 : 2,
      total_points,
    }));
    expect(inOurForm('leaderboardAll', unranked)).toEqual([
      { ...of('u0', 7), rank: 1 },
      { ...of('u1', 5), rank: 3 },
      { ...of('u2', 7), rank: 1 },
      { ...of('u3', 3), rank: 4 },
      { ...of('u4', 4), rank: 1, role_id: 3 },
    ]);
    expect(inOurForm('leaderboardAll', [{ ...read, rank: 9 }])).toEqual([{ ...read, rank: 9 }]);
  });
});

it('reads users bare or in an object [R7.admin-users-forms]', () => {
  const users = [{ id: 'u1', name: 'Ann', email: 'a@b.cd', role_id: 2 }];
  expect(inOurForm('adminUsers', users)).toEqual({ users });
  expect(inOurForm('adminUsers', { users })).toEqual({ users });
});

it.each([null, 'text', 7, { error: 'no' }, [null, 'text', 7]])(
  'leaves what is of no form to the contract: %j',
  (odd) => {
    for (const name of ['activeQuestions', 'leaderboardAll', 'adminUsers'] as const)
      expect(calls[name].reply.safeParse(inOurForm(name, odd)).success).toBe(false);
    expect(inOurForm('adminStats', odd)).toBe(odd);
  },
);
