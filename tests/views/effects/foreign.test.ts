import { describe, expect, it } from 'vitest';
import { type CallName, calls } from '#machines/contract/calls.ts';
import { claimsOf } from '#src/effects/claims.ts';
import { eventInOurForm, inOurForm } from '#src/effects/foreign.ts';

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
  it('is ranked where its backend does not, and in the order of its ranks', () => {
    const of = (user_id: string, total_points: number) => ({ ...read, user_id, total_points });
    const { rank: _, ...bareEntry } = read;
    const unranked = [7, 5, 7, 3].map((total_points, index) => ({
      ...bareEntry,
      user_id: `u${index}`,
      total_points,
    }));
    expect(inOurForm('leaderboardAll', unranked)).toEqual([
      { ...of('u0', 7), rank: 1 },
      { ...of('u2', 7), rank: 1 },
      { ...of('u1', 5), rank: 3 },
      { ...of('u3', 3), rank: 4 },
    ]);
    expect(inOurForm('leaderboardAll', [{ ...read, rank: 9 }])).toEqual([{ ...read, rank: 9 }]);
  });
});

/** A question, a user as the specification's §3 has them, numbered. */
const numbered = { ...bare, id: 1, game_session_id: 11 };
const ann = { id: 7, name: 'Ann', email: 'a@b.cd', role_id: 2 };
const told = { message: 'Done.' };
const asked = {
  ...bare,
  id: '1',
  question_id: '1',
  game_session_id: '11',
  windows: { studio: ends, home: ends },
};
const desk = { question_text: 'Name a fruit.', shown_on_air: true, shown_to_home: false };
const open = { released: true, timed: false, closesAt: null };

describe('a reply with exactly the specified fields is accepted', () => {
  it.each<[CallName, unknown, unknown]>([
    ['register', told, told],
    ['login', { token: 't', user: ann }, { token: 't', user: { ...ann, id: '7' } }],
    ['verifyEmail', told, told],
    ['resendVerification', {}, {}],
    ['forgotPassword', told, told],
    ['resetPassword', told, told],
    ['createUser', {}, {}],
    ['updateProfile', { user: ann }, { user: { ...ann, id: '7' } }],
    ['pointsDaily', { total_points: 3 }, { total_points: 3 }],
    ['pointsAllTime', { total_points: 3 }, { total_points: 3 }],
    ['activeQuestions', [numbered], [asked]],
    ['contestantQuestions', { questions: [numbered] }, { questions: [asked] }],
    [
      'answerDistribution',
      { distribution: [{ answer_text: 'Apple', count: 2 }] },
      { distribution: [{ answer_text: 'Apple', count: 2 }] },
    ],
    ['userAnswer', { hasAnswered: true }, { hasAnswered: true }],
    ['submitAnswer', { awardedPoints: 2 }, { awardedPoints: 2 }],
    [
      'myLastAnswer',
      { answer: { answer_text: 'Apple' }, question: numbered },
      {
        answer: {
          gameSessionId: '11',
          answer_text: 'Apple',
          awardedPoints: null,
          answeredAt: null,
        },
        question: asked,
      },
    ],
    ['myLastAnswer', { answer: null, question: null }, { answer: null, question: null }],
    ['timerInfo', { endTime: END, contestantTimer: null }, { endTime: Date.parse(END) }],
    [
      'timerInfo',
      { endTime: null, contestantTimer: timer },
      { endTime: null, contestantTimer: timer },
    ],
    ['adminUsers', [ann], { users: [{ ...ann, id: '7', total_score: 0, total_answers: 0 }] }],
    ['updateUser', { user: ann }, {}],
    ['deleteUser', {}, {}],
    [
      'adminQuestions',
      [{ ...desk, id: 1, session_date: '2026-06-01' }],
      {
        questions: [
          {
            ...desk,
            id: '1',
            question_id: '1',
            game_session_id: '1',
            session_date: '2026-06-01',
            start_time: '2026-06-01T00:00:00.000Z',
            end_time: '2026-06-01T00:00:00.000Z',
            created_at: '2026-06-01T00:00:00.000Z',
            windows: { studio: open, home: { ...open, released: false } },
            answered: { studio: 0, home: 0 },
            topGroups: [],
          },
        ],
      },
    ],
    ['deleteQuestion', {}, {}],
    ['aiGenerate', { question: 'Name a bird.' }, { question: 'Name a bird.' }],
    ['generate', {}, {}],
    ['release', { ...told, contestantTimer: timer }, { ...told, contestantTimer: timer }],
    ['releaseHome', { ...told, homeViewerTimer: timer }, { ...told, homeViewerTimer: timer }],
    ['revoke', {}, {}],
    ['revokeHome', {}, {}],
    ['createPaymentIntent', { clientSecret: 's' }, { clientSecret: 's' }],
    ['confirmPayment', {}, { message: '', status: 'paid' }],
    [
      'aiGrouping',
      {
        grouping: {
          aiEnabled: true,
          totalAnswers: 3,
          totalGroups: 2,
          explanation: 'By meaning.',
          groupingDetails: [
            {
              groupId: 1,
              representative: 'Apple',
              pointsPerAnswer: 2,
              answers: [
                { originalText: 'Apple', userId: 7 },
                { originalText: 'apples', userId: 8 },
              ],
            },
            {
              groupId: 2,
              representative: 'Pear',
              pointsPerAnswer: 1,
              answers: [{ originalText: 'Pear', userId: 9 }],
            },
          ],
        },
      },
      {
        grouping: {
          aiEnabled: true,
          totalAnswers: 3,
          totalGroups: 2,
          explanation: 'By meaning.',
          groupingDetails: [
            {
              groupId: '1',
              representative: 'Apple',
              pointsPerAnswer: 2,
              contestantPoints: 5,
              count: 2,
              answers: [
                { originalText: 'Apple', userId: '7' },
                { originalText: 'apples', userId: '8' },
              ],
            },
            {
              groupId: '2',
              representative: 'Pear',
              pointsPerAnswer: 1,
              contestantPoints: 4,
              count: 1,
              answers: [{ originalText: 'Pear', userId: '9' }],
            },
          ],
        },
      },
    ],
  ])('of %s', (name, reply, read) => {
    const call: (typeof calls)[CallName] = calls[name];
    const schema = 'accepts' in call ? call.accepts : call.reply;
    expect(schema.parse(inOurForm(name, reply))).toEqual(read);
  });
});

const part = (value: object) => btoa(JSON.stringify(value));
it('reads a token whose user is numbered', () => {
  const claims = { ...ann, exp: 1_780_000_000 };
  expect(claimsOf(`${part({ alg: 'HS256' })}.${part(claims)}.x`)).toEqual({ ...claims, id: '7' });
});

describe('an event', () => {
  it('without a version says whom it is for and which question it is about', () => {
    const sent = { type: 'home_viewer', questionId: 1, gameSessionId: 11, question: numbered };
    const read = { type: 'home', questionId: '1', gameSessionId: '11' };
    expect(eventInOurForm('question-released', sent)).toEqual(read);
    expect(eventInOurForm('timer-started', { type: 'contestant' })).toEqual({ type: 'contestant' });
    expect(eventInOurForm('show-answers', undefined)).toEqual({});
  });
  it('with one is left as it is', () => {
    const ours = { version: 3, type: 'home', questionId: 'q1', question: asked };
    expect(eventInOurForm('question-released', ours)).toEqual(ours);
  });
});

it('reads users bare or in an object [R7.admin-users-forms]', () => {
  const scores = { total_score: 0, total_answers: 0 };
  const users = [{ id: 'u1', name: 'Ann', email: 'a@b.cd', role_id: 2, ...scores }];
  expect(inOurForm('adminUsers', users)).toEqual({ users });
  expect(inOurForm('adminUsers', { users })).toEqual({ users });
});

it.each([null, 'text', 7, { error: 'no' }, [null, 'text', 7]])(
  'leaves what is of no form to the contract: %j',
  (odd) => {
    for (const name of ['activeQuestions', 'leaderboardAll', 'adminUsers'] as const)
      expect(calls[name].reply.safeParse(inOurForm(name, odd)).success).toBe(false);
    expect(inOurForm('adminStats', odd)).toEqual(odd);
  },
);
