import { m } from 'messages';
import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CallName } from '#machines/contract/calls.ts';
import type { User } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import type { CallApi } from '#src/effects/api.ts';
// Loaded beforehand, as on a phone that has shown a reveal before.
import '#src/screens/home/answer-reveal.tsx';
import '#src/screens/home/lobby.tsx';
import {
  admin,
  answerTo,
  contestant,
  question,
  realtime,
  T0,
  timed,
  untimed,
  viewer,
} from '#tests/support/game.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { where } from '#tests/support/root.tsx';
import { alertText, axeFindings } from '#tests/support/screens.tsx';
import { boardOf } from '#tests/views/leaderboard/fixture.tsx';
import { card, cards, homeFixture, homeFixtureWith, refused } from './fixture.tsx';

const timers = (name: string) =>
  card(name)
    .queryAllByRole('timer')
    .map(({ textContent }) => textContent);
const answerButton = (name: string) =>
  card(name).queryByRole<HTMLButtonElement>('button', { name: 'Answer Question' });
const panel = () => screen.getByRole('region', { name: 'Selected question' }).textContent;
const answered = (...answers: ReturnType<typeof answerTo>[]) =>
  realtime('snapshot', { versions: { house: 9 }, serverTime: T0, questions: [q1], answers });
const q1 = question(1, { home: timed(90) });

const stateOfCard = () => {
  const { innerHTML } = screen.getByRole('article', { name: 'Question 1?' });
  return {
    isOpen: card('Question 1?').queryByText('Open') !== null,
    isUnanswered: card('Question 1?').queryByText('Not answered') !== null,
    checking: innerHTML.split('Checking…').length - 1,
    mayAnswer: answerButton('Question 1?')?.disabled === false,
  };
};

describe('after a sleep [R4.unsure-checking]', () => {
  it.each([viewer, contestant])(
    'no question is shown as open to %j, or as unanswered',
    async (user) => {
      const both = question(1, { home: timed(90), studio: timed(90) });
      const page = await homeFixtureWith(user, both);
      const confirmed = { isOpen: true, isUnanswered: true, checking: 0, mayAnswer: true };
      expect(stateOfCard()).toEqual(confirmed);
      await page.send({ type: 'data.unconfirmed' });
      expect(stateOfCard()).toEqual({
        isOpen: false,
        isUnanswered: false,
        checking: 2,
        mayAnswer: false,
      });
      await page.send(
        realtime('snapshot', {
          versions: { house: 9 },
          serverTime: T0,
          questions: [both],
          answers: [],
        }),
      );
      expect(stateOfCard()).toEqual(confirmed);
    },
  );
  it('no lane is shown as open to the producer', async () => {
    const page = await homeFixtureWith(admin, q1);
    await page.send({ type: 'data.unconfirmed' });
    expect([
      card('Question 1?').queryByText('Open'),
      card('Question 1?').getAllByText('Checking…').length,
    ]).toEqual([null, 2]);
  });
});

describe('the header of the page', () => {
  it.each([
    ['Active Questions', viewer],
    ['Answer Questions', contestant],
    ['Active Questions', admin],
  ])('has the title %s [R2.main-title]', async (title, user) => {
    await homeFixture(user);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  });
  it('counts active questions, independent of the filter [R2.main-active-count R2.main-filter-expired R2.main-filter-reload]', async () => {
    const page = await homeFixtureWith(viewer, q1, question(2, { home: timed(-5) }));
    expect(screen.getByText('Active: 1').tagName).toBe('SPAN');
    await page.person.click(screen.getByRole('button', { name: 'Expired' }));
    expect([where(), cards(), screen.getByText('Active: 1').tagName]).toEqual([
      '/?filter=expired',
      // The open question stays on the first screen.
      ['Question 1?', 'Question 2?'],
      'SPAN',
    ]);
    expect(page.loads().map(({ input }) => input)).toMatchObject([
      { filter: 'expired', roleId: 2 },
    ]);
  });
  it('has three filters [R2.main-filters]', async () => {
    await homeFixture(viewer);
    const filters = screen.getByRole('group', { name: 'Questions' });
    expect([...filters.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'All',
      'Active',
      'Expired',
    ]);
  });
  it('takes the filter from the address', async () => {
    const page = await homeFixture(viewer, '/?filter=active');
    expect(page.loads().map(({ input }) => input)).toMatchObject([{ filter: 'active', roleId: 2 }]);
    expect(screen.getByRole('button', { name: 'Active' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });
  it('makes no request for loaded questions when it is opened again', async () => {
    const page = await homeFixture(viewer, '/', [q1]);
    expect([page.loads(), cards()]).toEqual([[], ['Question 1?']]);
  });
  it("starts with today's rank and score [R2.main-rank-card]", async () => {
    const page = await homeFixture(viewer);
    expect(page.points.asked).toEqual([{ userId: 'viewer', period: 'daily' }]);
  });
  it('turns the sound on and off [R2.main-audio-enable R2.main-audio-enabled R2.main-audio-disabled]', async () => {
    const { person } = await homeFixture(viewer);
    const names: (string | null)[] = [];
    for (let taps = 0; taps < 3; taps += 1) {
      const button = screen.getByRole('button', { name: /Audio/ });
      names.push(button.textContent);
      await person.click(button);
    }
    expect(names).toEqual(['Enable Audio', 'Audio Enabled', 'Audio Disabled']);
  });
});

/** Headings of cards, standing and filters, from top to bottom. */
const order = () =>
  [...document.querySelectorAll('article, [aria-label="Your standing"], fieldset')].map(
    (part) => part.getAttribute('aria-label') ?? '',
  );

describe('the order of the page', () => {
  it('starts with the open questions, followed by standing, filters and the other questions', async () => {
    await homeFixtureWith(viewer, q1, question(2, { home: timed(-5) }));
    expect(order()).toEqual(['Question 1?', 'Your standing', 'Questions', 'Question 2?']);
  });
  it('starts with the standing if no question is open, and for the producer', async () => {
    await homeFixtureWith(viewer, question(2, { home: timed(-5) }));
    expect(order()).toEqual(['Your standing', 'Questions', 'Question 2?']);
    cleanup();
    await homeFixtureWith(admin, q1);
    expect(order()).toEqual(['Your standing', 'Questions', 'Question 1?']);
  });
});

describe('the list', () => {
  it('shows placeholders while it loads', async () => {
    await homeFixture(viewer);
    expect(screen.getByText('Loading questions').tagName).toBe('SPAN');
  });
  it('says that there is no question, and what comes next [R2.empty-questions]', async () => {
    await homeFixtureWith(viewer);
    const list = screen.getByRole('region', { name: 'Questions' });
    expect(list.textContent).toBe('No questions availableThe next question will pop up here.');
  });
  it('says when a question would be listed under Expired [R2.main-filter-expired R2.empty-questions]', async () => {
    const page = await homeFixture(viewer, '/?filter=expired');
    await page.load({ questions: [] });
    const list = screen.getByRole('region', { name: 'Questions' });
    expect(list.textContent).toBe(
      'No questions availableQuestions move here when their time is up.',
    );
  });
  it('shows why it could not be loaded, and can be retried [R8.questions-failed]', async () => {
    const page = await homeFixture(viewer);
    await act(async () => page.loads()[0]?.answer(refusal(m.questionsLoadFailed())));
    expect(alertText()).toBe('Could not load active questions.');
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    await page.load({ questions: [q1] });
    expect([cards(), alertText()]).toEqual([['Question 1?'], '']);
  });
  it('keeps its questions if a reload fails, and says so', async () => {
    const page = await homeFixtureWith(viewer, q1);
    await page.send({ type: 'questions.retry' });
    await act(async () => page.loads()[0]?.fail());
    expect(cards()).toEqual(['Question 1?']);
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    await page.load({ questions: [] });
    expect([cards(), screen.queryByText(m.network())]).toEqual([[], null]);
  });
  it('adds a released question, and removes a revoked one [R2.main-list R4.event-question-released R4.event-question-revoked]', async () => {
    const page = await homeFixtureWith(viewer);
    const about = { type: 'home', questionId: 'q1', gameSessionId: 'g1' } as const;
    await page.send(
      realtime('question-released', { ...about, feed: 'house', version: 2, question: q1 }),
    );
    expect(cards()).toEqual(['Question 1?']);
    await page.send(
      realtime('question-revoked', { ...about, feed: 'house', version: 3, question: null }),
    );
    expect(cards()).toEqual([]);
  });
});

describe("a question's card", () => {
  it('counts down in hh:mm:ss, then is expired and cannot be answered [R2.main-list-timer R4.timer-format R4.timer-expired-word R4.expired-closed]', async () => {
    const page = await homeFixtureWith(viewer, question(1, { home: timed(3_661) }));
    expect(timers('Question 1?')).toEqual(['01:01:01']);
    await page.advance(3_600_500);
    expect([timers('Question 1?'), answerButton('Question 1?')?.disabled]).toEqual([
      ['00:01:01'],
      false,
    ]);
    await page.advance(60_500);
    expect([timers('Question 1?'), answerButton('Question 1?')]).toEqual([['Expired'], null]);
  });
  it('announces at sixty, thirty and ten seconds how many are left, also while an answer is typed', async () => {
    const { person, advance, performed } = await homeFixtureWith(
      viewer,
      question(1, { home: timed(61) }),
    );
    const said = () => performed.flatMap((fact) => (fact.type === 'announce' ? fact.text : []));
    await advance(1_000);
    expect(said()).toEqual(['60 seconds left']);
    await person.click(screen.getByRole('button', { name: 'Answer Question' }));
    await advance(30_000);
    expect(said()).toEqual(['60 seconds left', '30 seconds left']);
    await advance(19_000);
    expect(said().length).toBe(2);
    await advance(1_000);
    expect(said().at(-1)).toBe('10 seconds left');
  });
  it('has no timer without an end', async () => {
    await homeFixtureWith(viewer, question(1, { home: untimed }));
    expect(timers('Question 1?')).toEqual([]);
  });
  it.each([
    [
      'contestants',
      contestant,
      { home: timed(30) },
      'Home viewer-only mode active',
      'Home 00:00:30',
    ],
    [
      'home viewers',
      viewer,
      { studio: timed(30) },
      'Contestant-only mode active',
      'Studio 00:00:30',
    ],
  ])(
    'is locked for %s while only the other audience may answer [R4.contestant-only R4.home-only R4.locked-no-answer R4.locked-no-text]',
    async (_, user, windows, mode, time) => {
      await homeFixtureWith(user, question(1, windows, { question_text: null }));
      expect([timers(mode), answerButton(mode)?.disabled]).toEqual([[time], true]);
      expect(card(mode).getByText('Not your turn yet').tagName).toBe('STRONG');
      expect(document.body.textContent).not.toContain('Question 1?');
    },
  );
  it('keeps a text that was shown while it is locked, with the mode', async () => {
    await homeFixtureWith(viewer, question(1, { home: untimed, studio: timed(30) }));
    expect(card('Question 1?').getByRole('status').textContent).toBe(
      'Not your turn yet · Contestant-only mode active',
    );
  });
  it('shows the producer both windows and no answer button [R2.main-list-timer-admin]', async () => {
    await homeFixtureWith(admin, question(1, { studio: timed(20), home: timed(-1) }));
    const lanes = card('Question 1?').getAllByRole('listitem');
    expect(lanes.map(({ textContent }) => textContent)).toEqual([
      'StudioOpen00:00:20',
      'HomeExpired',
    ]);
    expect(answerButton('Question 1?')).toBeNull();
  });
  it('shows the own answer and its time', async () => {
    const page = await homeFixtureWith(viewer, q1);
    await page.send(answered(answerTo(1)));
    expect(card('Question 1?').getByText('Answered').tagName).toBe('SPAN');
    const [saved] = card('Question 1?').getAllByRole('status');
    expect(saved?.textContent).toBe(
      `Saved at ${new Date(T0).toLocaleTimeString(undefined, { timeStyle: 'medium' })}`,
    );
    expect(answerButton('Question 1?')).toBeNull();
  });
  it('says why a void question does not count, in place of its points', async () => {
    const voided = { at: T0, reason: 'Unfair' };
    await homeFixtureWith(viewer, { ...q1, result: { ...NEW_RESULT, voided } });
    expect(
      card('Question 1?').getByText("This question doesn't count. The producer says: Unfair"),
    ).not.toBeNull();
  });
  it('selects a question and scrolls to it [R2.selected-panel]', async () => {
    const { person } = await homeFixtureWith(viewer, q1, question(2, { home: untimed }));
    expect(panel()).toContain('Question 2?');
    await person.click(card('Question 1?').getByRole('button', { name: 'Details' }));
    expect(panel()).toContain('Question 1?');
    expect(
      document.activeElement?.contains(screen.getByRole('region', { name: 'Selected question' })),
    ).toBe(true);
  });
});

describe('the selected question', () => {
  it.each([
    ['home viewers', viewer, 'You get one point for each home viewer in your group.'],
    ['contestants', contestant, 'You get 5 points for the most popular group, then 4, 3, 2, 1.'],
    [
      'the producer',
      admin,
      'Home viewers get one point for each home viewer in their group; contestants get 5 points for the most popular group, then 4, 3, 2, 1.',
    ],
  ])(
    'shows %s the scoring that applies to them [R2.smart-scoring R9.scoring-text]',
    async (_, user, words) => {
      await homeFixtureWith(user, question(1, { home: untimed, studio: untimed }));
      expect(panel()).toContain(`Smart ScoringSimilar answers are grouped. ${words}`);
    },
  );
  it('shows that it was answered already, and updates the points [R2.already-answered R4.after-answer-status R9.points-move]', async () => {
    const page = await homeFixtureWith(viewer, q1);
    await page.send(answered(answerTo(1)));
    expect(panel()).toContain('You have already answered this question.Your answer: Apple');
    expect(panel()).toContain('Worth 1 point so far.');
    await page.send(realtime('answer-updated', { gameSessionId: 'g1', awardedPoints: 1_200 }));
    expect(panel()).toContain(`Worth ${(1_200).toLocaleString()} points`);
  });
  it.each([
    ['locked', 'Worth 1 point so far.'],
    ['published', 'Worth 1 point.'],
  ] as const)('shows of %s points whether they are final [R2.explained]', async (state, words) => {
    const questions = [{ ...q1, result: { ...NEW_RESULT, state } }];
    const page = await homeFixtureWith(viewer, ...questions);
    await page.send(
      realtime('snapshot', {
        versions: { house: 9 },
        serverTime: T0,
        questions,
        answers: [answerTo(1)],
      }),
    );
    expect(panel()).toContain(words);
  });
  it.each([
    ['home viewers', viewer, 1],
    ['contestants', contestant, 0],
    ['the producer', admin, 1],
  ])(
    'has a leaderboard, but not for contestants: %s [R6.contestant-no-board R2.main-board]',
    async (_, user, count) => {
      await homeFixtureWith(user, q1);
      expect(screen.queryAllByText('Leaderboard').length).toBe(count);
    },
  );
});

const ANALYTICS = ['Answer distribution', 'AI grouping'];
const analytics = () => ANALYTICS.filter((name) => screen.queryByRole('region', { name }) !== null);
/** The page with a question, once the code of its panels has loaded. */
async function withAnalytics(user: User, call: CallApi) {
  const fixture = await homeFixture(
    user,
    '/',
    [question(1, { home: untimed, studio: untimed })],
    call,
  );
  expect(analytics()).toEqual([]);
  // Panels that grow wait for the board above them, so that they are not moved.
  if (user.role_id !== contestant.role_id)
    await act(() => fixture.board.answer(success({ entries: [], people: {} })));
  await act(() => vi.dynamicImportSettled());
}

it.each([
  ['the producer', admin, ANALYTICS],
  ['home viewers', viewer, []],
  ['contestants', contestant, []],
])(
  'shows the answers only to the producer: %s [R2.admin-distribution R2.admin-grouping]',
  async (_, user, panels) => {
    await withAnalytics(user, () => new Promise(() => {}));
    expect(analytics()).toEqual(panels);
  },
);

it('keeps its card, without analytics, if they cannot be loaded [R8.card-without-analytics R8.insights-failed]', async () => {
  const asked: CallName[] = [];
  await withAnalytics(admin, async (name) => {
    asked.push(name);
    return refused;
  });
  expect(asked).toEqual(expect.arrayContaining(['answerDistribution', 'aiGrouping']));
  const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(regions).toEqual([
    'Your standing',
    'Questions',
    'Selected question',
    'Answers',
    'Payments',
  ]);
  const answers = within(screen.getByRole('region', { name: 'Answers' }));
  expect(answers.queryAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Answers',
    'Payments',
  ]);
  // The remaining button belongs to the payments.
  expect(screen.getAllByRole('button', { name: 'Try Again' }).length).toBe(1);
});

describe('accessibility', () => {
  it.each([
    ['a home viewer', viewer],
    ['a contestant', contestant],
    ['the producer', admin],
  ])('has no axe finding for %s, with questions of every kind', async (_, user) => {
    const page = await homeFixtureWith(
      user,
      question(1, { home: timed(30), studio: timed(30) }),
      question(2, { home: timed(-5), studio: timed(-5) }),
      question(3, { home: timed(30) }),
      question(4, { studio: timed(30) }),
    );
    await page.board.answer(boardOf([]));
    expect(await axeFindings()).toEqual([]);
  });
  it.each([
    ['while it waits', null],
    ['without questions', []],
  ])('has no axe finding %s', async (_, questions) => {
    await (questions === null ? homeFixture(viewer) : homeFixtureWith(viewer, ...questions));
    expect(await axeFindings()).toEqual([]);
  });
});

/** Whether the page of a user asks for the entry fee of its question. */
const asks = async (user: User, entryFee: boolean) => {
  const calls: string[] = [];
  await homeFixture(user, '/', [{ ...q1, entryFee }], async (name) => {
    calls.push(name);
    return refused;
  });
  await act(() => vi.dynamicImportSettled());
  cleanup();
  return calls.includes('config');
};

it('loads the entry fee with the page of home viewers with an account, so that a release causes no requests', async () => {
  expect([
    await asks(viewer, true),
    await asks(viewer, false),
    await asks({ ...viewer, email: '' }, true),
  ]).toEqual([true, true, false]);
});

const now = () => screen.getByRole('region', { name: 'Now' });

describe('the first screen', () => {
  it('waits for the next question, with everything else one press away', async () => {
    const { person, send } = await homeFixtureWith(viewer);
    expect(within(now()).getByRole('heading').textContent).toBe('Next question soon');
    await send(realtime('players-ready', { ready: 12 }));
    expect(within(now()).getByText('12 players ready')).toBeTruthy();
    // A lamp for each of the others, around the own one.
    await act(settled);
    expect(now().querySelectorAll('[data-lobby] > i')).toHaveLength(11);
    await person.click(within(now()).getByRole('button', { name: 'Scores and more' }));
    expect(document.activeElement?.contains(screen.getByRole('group', { name: 'Questions' }))).toBe(
      true,
    );
  });
  it('shows only the seconds of the last minute, and says the whole time', async () => {
    await homeFixtureWith(viewer, question(1, { home: timed(9) }));
    const timer = within(now()).getByRole('timer');
    const hidden = timer.querySelector('.visually-hidden')?.textContent;
    expect([timer.textContent, hidden]).toEqual(['00:00:09', '00:00:0']);
  });
  it('comes to the top for a new question, unless the reader is typing', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    const page = await homeFixtureWith(viewer);
    const release = (n: number, version: number) =>
      page.send(
        realtime('question-released', {
          type: 'home',
          questionId: `q${n}`,
          gameSessionId: `g${n}`,
          feed: 'house',
          version,
          question: question(n, { home: timed(90) }),
        }),
      );
    await release(1, 2);
    expect(scrolled).toHaveBeenCalledTimes(1);
    await page.person.click(screen.getByRole('button', { name: 'Answer Question' }));
    await release(2, 3);
    expect(scrolled).toHaveBeenCalledTimes(1);
  });
});

it.each(['standings', 'podium'] as const)(
  'shows the own place while the %s are on the screen',
  async (watch) => {
    const { tellBoards } = await homeFixtureWith(viewer);
    const row = { points: 7, rank: 4, shared: true as const };
    const standing = { ...row, overall: row };
    const standings = realtime('standing-updated', { daily: standing, 'all-time': standing });
    await tellBoards({ ...standings, payload: { ...standings.payload, watch } });
    await act(settled);
    const list = await screen.findByRole('list', { name: m.homeTodaysScores() });
    expect(list.textContent).toBe(`4 =${viewer.name}7 points`);
    expect(await axeFindings()).toEqual([]);
  },
);
