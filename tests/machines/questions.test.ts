import { m } from 'messages';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { ActiveQuestion, Audience, User } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  questionsMachine,
  selectActiveCount,
  selectAnswering,
  selectFilter,
  selectIsChecking,
  selectIsLoading,
  selectIsAnswerable,
  selectIsRefreshing,
  selectNextClosing,
  selectOutdated,
  selectQuestion,
  selectQuestions,
  selectReady,
  selectSelected,
  selectUnavailable,
} from '#machines/answering/questions.ts';
import {
  selectClosesAt,
  selectLockedBy,
  selectWindowState,
} from '#machines/answering/release-window.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { selectWindow } from '#machines/answering/windows.ts';
import { selectAnswerState, selectText } from '#machines/answering/answer.ts';
import {
  NO_TOPS,
  admin,
  answerTo,
  contestant,
  NO_EVENTS,
  question,
  realtime,
  T0,
  timed,
  untimed,
  viewer,
} from '#tests/support/game.ts';
import type { RealtimeEvent } from '#machines/connection/realtime.ts';
import {
  emittedBy,
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  sentBy,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { questionsFixture } from '#tests/support/questions-fixture.ts';

const open = (id: number) => ({ type: 'answer.open', gameSessionId: `g${id}` }) as const;
const select = (id: number) => ({ type: 'question.select', gameSessionId: `g${id}` }) as const;
const released = (version: number, to: 'home' | 'contestant', asked: ActiveQuestion) =>
  realtime('question-released', {
    feed: 'house',
    version,
    type: to,
    gameSessionId: 'g1',
    question: asked,
  });
const snapshot = (version: number, ...questions: ActiveQuestion[]) =>
  realtime('snapshot', { versions: { house: version }, serverTime: T0, questions, answers: [] });
const q1 = question(1, { home: timed(30) });
const lost = { type: 'connection.lost' } as const;
const back = { type: 'connection.restored' } as const;

const openFeed = {
  type: 'feed.changed',
  feed: { questions: [q1], answers: {}, versions: { house: 1 } },
  filter: 'all',
  status: 'current',
  isLoaded: true,
  isConfirmed: true,
  message: null,
} as const;

/** `openFeed` after the timer has ended. */
const overFeed = {
  ...openFeed,
  feed: { ...openFeed.feed, questions: [question(1, { home: timed(-1) })] },
} as const;

describe('every path through the questions', () => {
  const model = modelOf(questionsMachine, {
    input: { user: viewer, now: () => T0, random: () => 0.5 },
    events: {
      ...NO_EVENTS,
      'realtime.questions-updated': [
        realtime('questions-updated', { feed: 'house', version: 2, question: null }),
      ],
      'connection.lost': [lost],
      'connection.restored': [back],
      'clock.corrected': [{ type: 'clock.corrected' }],
      'window.lapsed': [{ type: 'window.lapsed' }],
      'feed.behind': [{ type: 'feed.behind' }],
      'feed.changed': [openFeed, overFeed],
      'feed.replaced': [{ ...openFeed, type: 'feed.replaced' }],
      'data.unconfirmed': [{ type: 'data.unconfirmed' }],
      'questions.filter': [{ type: 'questions.filter', filter: 'active' }],
      'questions.retry': [{ type: 'questions.retry' }],
      'chimes.muted': [{ type: 'chimes.muted', isMuted: true }],
      'question.select': [select(1)],
      'answer.open': [open(1)],
    },
    done: {
      answer: [
        { answer: answerTo(1), reason: null },
        { answer: null, reason: 'already' },
        { answer: null, reason: null },
      ],
    },
    at: ({ context: { list, isTimeUpAnnounced } }) => [list.feed.questions, isTimeUpAnnounced],
  });
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

const byViewer = { user: viewer, now: () => T0, random: () => 0.5 };
const opened = [openFeed, open(1)];

describe('the parent of the list and the dialog', () => {
  it('is loading, and handles every event, until its list reports a state', () => {
    const begun = fold(questionsMachine, byViewer, []);
    expect([selectIsLoading(begun), selectFilter(begun)]).toEqual([true, 'all']);
  });
  it.each([
    ['browsing', [openFeed]],
    ['answering', opened],
  ])("%s, passes the connection's state to its list and to a later answer", (_, before) => {
    const isConnected = (...events: AnyEventObject[]) =>
      fold(questionsMachine, byViewer, [...before, ...events]).context.isConnected;
    expect([isConnected(), isConnected(lost), isConnected(lost, back)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(sentBy(questionsMachine, byViewer, [...before, lost])).toContainEqual(lost);
  });
  it('ends the dialog and loads an answer given earlier, perhaps on another device', () => {
    const already = [...opened, outcome('answer', { answer: null, reason: 'already' })];
    expect(fold(questionsMachine, byViewer, already).value).toBe('browsing');
    expect(sentBy(questionsMachine, byViewer, already)).toContainEqual({ type: 'questions.retry' });
  });
  it.each([
    ['feed', []],
    ['windows', []],
    ['answer', opened],
  ])('a fault of %s is reported', (id, events) => {
    expect(emittedBy(questionsMachine, byViewer, [...events, failure(id)])).toEqual([
      { type: 'fault', where: 'questions', error: new Error('unexpected') },
    ]);
  });
});

/** A fixture with its first list. */
const fixtureWith = async (user: User, ...questions: ActiveQuestion[]) => {
  const fixture = questionsFixture(user);
  await fixture.load({ questions, versions: { house: 1 } });
  return fixture;
};
const listed = ({ snapshot: now }: ReturnType<typeof questionsFixture>) =>
  selectQuestions(now()).map(({ questionId }) => questionId);

describe('the list', () => {
  it('QS-1 is loaded by role and filter, and shown [R2.main-list]', async () => {
    const fixture = questionsFixture(contestant);
    expect(fixture.loads().map(({ input }) => input)).toMatchObject([{ filter: 'all', roleId: 3 }]);
    expect(selectIsLoading(fixture.snapshot())).toBe(true);
    expect(selectIsRefreshing(fixture.snapshot())).toBe(false);
    await fixture.load({ questions: [question(1, { studio: untimed })] });
    expect([listed(fixture), selectIsLoading(fixture.snapshot())]).toEqual([['q1'], false]);
    expect(selectIsRefreshing(fixture.snapshot())).toBe(false);
  });
  it('QS-1 shows why it failed; a retry clears the message', async () => {
    const fixture = questionsFixture(viewer);
    await fixture.loads()[0]?.answer(refusal(m.questionsLoadFailed()));
    expect([selectUnavailable(fixture.snapshot()), selectIsLoading(fixture.snapshot())]).toEqual([
      'Could not load active questions.',
      false,
    ]);
    await fixture.send({ type: 'questions.retry' });
    await fixture.load({ questions: [q1] });
    expect([selectUnavailable(fixture.snapshot()), listed(fixture)]).toEqual([null, ['q1']]);
  });
  it('QS-1 stays when a refresh fails, with a note that it may be stale', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send({ type: 'questions.retry' });
    expect(selectIsRefreshing(fixture.snapshot())).toBe(true);
    await fixture.loads()[0]?.fail();
    expect([selectOutdated(fixture.snapshot()), listed(fixture)]).toEqual([m.network(), ['q1']]);
    expect(fixture.facts.map(({ type }) => type)).toEqual([]);
  });
  it('QS-1 retries by itself after a while', async () => {
    const fixture = questionsFixture(viewer);
    await fixture.loads()[0]?.answer(refusal('No.'));
    await fixture.advance(9_999);
    expect(fixture.loads()).toHaveLength(0);
    await fixture.advance(1);
    expect(fixture.loads()).toHaveLength(1);
  });
  it('QS-1 requests missed events after a random delay, and reloads if they do not arrive', async () => {
    const fixture = await fixtureWith(viewer);
    await fixture.send(released(9, 'home', q1));
    await fixture.advance(999);
    expect(fixture.heard).toEqual([]);
    await fixture.advance(1);
    expect([fixture.heard, fixture.loads()]).toEqual([[{ type: 'feed.behind' }], []]);
    await fixture.advance(4_999);
    expect(fixture.loads()).toEqual([]);
    await fixture.advance(1);
    expect(fixture.loads()).toHaveLength(1);
  });
  it('QS-2 is reloaded for another filter, and shows the questions that match [R2.main-filter-reload]', async () => {
    const gone = question(2, { home: timed(-5) });
    const fixture = await fixtureWith(viewer, gone, q1);
    expect([listed(fixture), selectActiveCount(fixture.snapshot())]).toEqual([['q1', 'q2'], 1]);
    await fixture.send({ type: 'questions.filter', filter: 'expired' });
    expect(fixture.loads().map(({ input }) => input)).toMatchObject([
      { filter: 'expired', roleId: 2 },
    ]);
    await fixture.load({ questions: [gone], versions: { house: 1 } });
    expect([listed(fixture), selectFilter(fixture.snapshot())]).toEqual([['q2'], 'expired']);
    expect(selectActiveCount(fixture.snapshot())).toBe(1);
  });
  it('QS-1 has the number of players who are ready, from a snapshot and from its updates', async () => {
    const fixture = questionsFixture(viewer);
    expect(selectReady(fixture.snapshot())).toBeNull();
    const { payload } = snapshot(1);
    await fixture.send(realtime('snapshot', { ...payload, ready: 3 }));
    expect(selectReady(fixture.snapshot())).toBe(3);
    await fixture.send(realtime('players-ready', { ready: 12 }));
    await fixture.send(snapshot(1));
    expect(selectReady(fixture.snapshot())).toBe(12);
  });
  it('QS-3 has open questions first, then locked, then ended ones; the newest first', async () => {
    const fixture = await fixtureWith(
      viewer,
      question(1, { home: timed(-5) }),
      question(2, { studio: timed(20) }),
      question(3, { home: untimed }),
      question(4, { home: timed(20) }),
    );
    expect(listed(fixture)).toEqual(['q4', 'q3', 'q2', 'q1']);
  });
  it('QS-3 has the chosen question selected, else the first [R2.selected-default]', async () => {
    const fixture = await fixtureWith(viewer, q1, question(2, { home: untimed }));
    expect(selectSelected(fixture.snapshot())?.questionId).toBe('q2');
    await fixture.send(select(1));
    expect(selectSelected(fixture.snapshot())?.questionId).toBe('q1');
    await fixture.send(snapshot(2, question(2, { home: untimed })));
    expect(selectSelected(fixture.snapshot())?.questionId).toBe('q2');
    await fixture.send(snapshot(3));
    expect(selectSelected(fixture.snapshot())).toBe(null);
  });
});

/** The state of the first question for each audience. */
const statesIn = ({ snapshot: now }: ReturnType<typeof questionsFixture>) => {
  const window = selectWindow(now(), 'g1');
  return AUDIENCES.map((audience) => selectWindowState(window, audience));
};
/** Its state for home viewers. */
const atHome = (fixture: ReturnType<typeof questionsFixture>) => statesIn(fixture)[1];

describe('after a sleep', () => {
  const q2 = question(2, { home: timed(90) });
  const released2 = [
    { type: 'chime', cue: 'release' },
    { type: 'banner', text: 'A question is open.', tone: 'released' },
    { type: 'announce', text: 'Question 2?' },
  ];
  it('QS-7 a release that was missed is shown and chimes, once [R4.release-slept]', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send({ type: 'data.unconfirmed' }, snapshot(2, q2, q1));
    expect(fixture.facts).toEqual(released2);
    await fixture.send(released(2, 'home', q2));
    await fixture.send({ type: 'data.unconfirmed' }, snapshot(2, q2, q1));
    expect(fixture.facts).toEqual(released2);
  });
  it('QS-7 a missed release that is over does not chime, nor do questions found when a page opens', async () => {
    const fixture = await fixtureWith(viewer, q1, q2);
    expect(fixture.facts).toEqual([]);
    await fixture.send({ type: 'data.unconfirmed' }, snapshot(2, question(3, { home: timed(-1) })));
    expect(fixture.facts).toEqual([]);
  });
  it('QS-7 cues already played are not repeated', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send(released(2, 'home', q2));
    expect(fixture.facts).toEqual(released2);
    await fixture.send({ type: 'data.unconfirmed' }, snapshot(2, q2, q1));
    expect(fixture.facts).toEqual(released2);
  });
  it('QS-7 answers are disabled until the server has replied [R4.unsure-checking]', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send({ type: 'data.unconfirmed' }, open(1));
    expect([selectIsChecking(fixture.snapshot()), selectAnswering(fixture.snapshot())]).toEqual([
      true,
      null,
    ]);
    await fixture.send(snapshot(1, q1), open(1));
    expect([selectIsChecking(fixture.snapshot()), selectAnswering(fixture.snapshot())]).toEqual([
      false,
      'g1',
    ]);
  });
});

describe('the state of a question for its reader', () => {
  const both = { home: timed(30), studio: timed(60) };
  const homeOnly = { home: timed(30), studio: untimed };

  it('QS-4 each audience has its own window [R2.main-list-timer R4.timer-home R4.timer-contestant]', async () => {
    const fixture = await fixtureWith(viewer, question(1, both));
    const window = selectWindow(fixture.snapshot(), 'g1');
    expect(AUDIENCES.map((audience) => selectClosesAt(window, audience))).toEqual([
      T0 + 60_000,
      T0 + 30_000,
    ]);
    expect(statesIn(fixture)).toEqual(['open', 'open']);
    const isAnswerable = async (user: User) =>
      selectIsAnswerable((await fixtureWith(user, question(1, both))).snapshot());
    expect([
      await isAnswerable(viewer),
      await isAnswerable(contestant),
      await isAnswerable(admin),
    ]).toEqual([true, true, false]);
  });
  it('QS-4 an admin sees a question as open while either window is open, and the window that closes first', async () => {
    const fixture = questionsFixture(viewer);
    const questions = [
      q1,
      question(2, { home: timed(9) }),
      question(3, { studio: timed(5) }),
      question(4, { home: timed(30.5) }),
    ];
    await fixture.load({ questions, answers: [answerTo(2)] });
    expect([selectIsAnswerable(fixture.snapshot()), selectNextClosing(fixture.snapshot())]).toEqual(
      [true, T0 + 30_000],
    );
    await fixture.advance(30_500);
    expect([selectIsAnswerable(fixture.snapshot()), selectNextClosing(fixture.snapshot())]).toEqual(
      [false, null],
    );
    const endless = await fixtureWith(viewer, question(1, { home: untimed }));
    expect(selectNextClosing(endless.snapshot())).toBe(null);
  });
  it('QS-4 a timer of the other audience locks it, with its message [R4.contestant-only]', async () => {
    const lockedBy = async (windows: typeof homeOnly, audience: Audience) => {
      const { snapshot: now } = await fixtureWith(viewer, question(1, windows));
      return selectLockedBy(selectWindow(now(), 'g1'), audience);
    };
    expect(await lockedBy(homeOnly, 'studio')).toBe('home');
    expect(await lockedBy(homeOnly, 'home')).toBe(null);
    expect(await lockedBy({ home: untimed, studio: timed(5) }, 'home')).toBe('studio');
  });
  it('QS-5 it ends by the clock, with an announcement to those who could answer', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.advance(29_999);
    expect([atHome(fixture), fixture.facts]).toEqual(['open', []]);
    await fixture.advance(1);
    expect(atHome(fixture)).toBe('expired');
    expect(fixture.facts).toEqual([TIME_UP, SILENT]);
  });
  it('QS-5 the announcement of the end is cleared once when a question opens [R4.time-up-taken-back]', async () => {
    const fixture = await fixtureWith(viewer, q1, question(2, { home: timed(90) }));
    await fixture.advance(30_000);
    const again = question(1, { home: timed(60) });
    await fixture.send(snapshot(2, q1, question(2, { home: timed(90) })));
    expect(fixture.facts).toEqual([TIME_UP, SILENT]);
    const takenBack = { type: 'announce', text: '', urgent: true };
    const urgent = () => fixture.facts.slice(1).filter((each) => 'urgent' in each);
    await fixture.send(snapshot(3, again, question(2, { home: timed(90) })));
    expect(urgent()).toEqual([takenBack]);
    await fixture.send(snapshot(4, again, question(3, { home: timed(60) })));
    expect(urgent()).toEqual([takenBack]);
  });
  it('QS-5 the end of the other audience unlocks it, and is announced to no other audience', async () => {
    const fixture = await fixtureWith(contestant, question(1, homeOnly));
    await fixture.advance(30_000);
    expect([statesIn(fixture)[0], selectIsAnswerable(fixture.snapshot())]).toEqual(['open', true]);
    expect(fixture.facts).toEqual([]);
  });
  it('QS-5 a revoked question is withdrawn, not over', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send(snapshot(2));
    await fixture.advance(60_000);
    expect([listed(fixture), fixture.facts, fixture.clock.pending()]).toEqual([[], [], 0]);
  });
  it('QS-5 a clock correction has an immediate effect, in both directions', async () => {
    const fixture = await fixtureWith(viewer, q1);
    const corrected = async (ms: number) => {
      fixture.clock.jump(ms);
      await fixture.send({ type: 'clock.corrected' });
      return atHome(fixture);
    };
    expect(await corrected(60_000)).toBe('expired');
    expect(await corrected(-40_000)).toBe('open');
    await fixture.advance(10_000);
    expect(atHome(fixture)).toBe('expired');
  });
});

type Fixture = Awaited<ReturnType<typeof fixtureWith>>;

/** The text in the polite live region is cleared. */
const SILENT = { type: 'announce', text: '' } as const;
const TIME_UP = { type: 'announce', text: "Time's up", urgent: true } as const;

const told = async (user: User, ...events: RealtimeEvent[]) => {
  const fixture = await fixtureWith(user);
  await fixture.send(...events);
  return fixture.facts;
};

describe('cues of a change', () => {
  const release = {
    feed: 'house',
    version: 2,
    type: 'home',
    gameSessionId: 'g1',
    question: q1,
  } as const;
  const revoke = {
    feed: 'house',
    version: 3,
    type: 'home',
    gameSessionId: 'g1',
    question: null,
  } as const;

  it('QS-7 a release plays a chime, a banner and an announcement for its audience [R2.main-banner R4.chime-audience R4.banner-audience]', async () => {
    expect(await told(viewer, realtime('question-released', release))).toEqual([
      { type: 'chime', cue: 'release' },
      { type: 'banner', text: 'A question is open.', tone: 'released' },
      { type: 'announce', text: 'Question 1?' },
    ]);
    expect(await told(viewer, realtime('question-revoked', { ...revoke, version: 2 }))).toEqual([
      { type: 'chime', cue: 'revoke' },
      { type: 'banner', text: 'The question was withdrawn.', tone: 'revoked' },
    ]);
  });
  it.each([
    ['is revoked', (fixture: Fixture) => fixture.send(realtime('question-revoked', revoke))],
    ['is deleted', (fixture: Fixture) => fixture.send(snapshot(3))],
    ['expires', (fixture: Fixture) => fixture.advance(30_000)],
  ])('QS-7 the announcement is cleared for a question that %s', async (_, end) => {
    for (const user of [viewer, admin]) {
      const fixture = await fixtureWith(user);
      await fixture.send(realtime('question-released', release));
      const said = () => fixture.facts.filter((fact) => fact.type === 'announce' && !fact.urgent);
      expect(said()).toEqual([{ type: 'announce', text: 'Question 1?' }]);
      await end(fixture);
      expect(said().at(-1)).toEqual(SILENT);
      expect(said()).toHaveLength(2);
    }
  });
  it("QS-7 a release during the other audience's timer says who may answer instead [R4.banner-locked]", async () => {
    const locked = { ...release, question: question(1, { home: untimed, studio: timed(30) }) };
    expect(await told(viewer, realtime('question-released', locked))).toEqual([
      { type: 'chime', cue: 'release' },
      { type: 'banner', text: 'Contestant-only mode active', tone: 'revoked' },
    ]);
  });
  it('QS-7 the other audience gets none; an admin gets all, with the name of the audience [R4.chime-audience R4.banner-audience]', async () => {
    expect(await told(contestant, realtime('question-released', release))).toEqual([]);
    const toStudio = { ...release, type: 'contestant' } as const;
    expect(
      (
        await told(
          admin,
          realtime('question-released', release),
          realtime('question-released', toStudio),
        )
      ).filter(({ type }) => type === 'banner'),
    ).toEqual([
      { type: 'banner', text: 'Released "Question 1?" to Home, no timer', tone: 'released' },
      { type: 'banner', text: 'Released "Question 1?" to Studio, no timer', tone: 'released' },
    ]);
  });
  it('QS-7 a repeated or late event chimes once [R4.event-once R4.chime-once]', async () => {
    const count = (facts: Awaited<ReturnType<typeof told>>) =>
      facts.filter(({ type }) => type === 'chime').length;
    const timer = { ...release, timer: { durationMinutes: 0, durationSeconds: 30, endTime: T0 } };
    expect(
      count(
        await told(
          viewer,
          realtime('timer-started', timer),
          realtime('question-released', release),
          realtime('question-released', release),
        ),
      ),
    ).toBe(1);
    expect(
      count(await told(viewer, realtime('question-released', { ...release, version: 0 }))),
    ).toBe(0);
    const inOtherFeed = realtime('question-released', { ...release, feed: 'show', version: 1 });
    expect(
      count(await told(viewer, realtime('question-released', release), inOtherFeed, inOtherFeed)),
    ).toBe(2);
  });
  it('QS-7 a cue already played is silent when its event is repeated after a reconnect', async () => {
    const toStudio = { ...release, type: 'contestant' } as const;
    const fixture = await fixtureWith(admin);
    const events = [
      realtime('question-released', release),
      realtime('question-released', toStudio),
      realtime('question-revoked', revoke),
    ];
    await fixture.send(...events);
    await fixture.send(lost, back);
    const heard = fixture.facts.length;
    await fixture.send(...events, ...events);
    expect(fixture.facts).toHaveLength(heard);
    // The versions restart with the server, so events are applied after its snapshot.
    await fixture.send(lost, back, snapshot(1), realtime('question-released', release));
    expect(fixture.facts.slice(heard).map(({ type }) => type)).toContain('chime');
  });
  it('QS-7 the chime is left to the player page while it is shown; the banner is not', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send({ type: 'chimes.muted', isMuted: true });
    await fixture.send(realtime('question-released', { ...release, version: 2 }));
    await fixture.send({ type: 'chimes.muted', isMuted: false });
    await fixture.send(realtime('question-revoked', { ...revoke, version: 3 }));
    expect(fixture.facts.map(({ type }) => type)).toEqual([
      'banner',
      'announce',
      'chime',
      'banner',
      'announce',
    ]);
  });
  it('QS-7 no other event makes a sound', async () => {
    expect(
      await told(
        viewer,
        realtime('questions-updated', release),
        realtime('show-answers', { feed: 'house', version: 3 }),
        realtime('boards-updated', { boards: NO_TOPS }),
      ),
    ).toEqual([]);
  });
});

describe('answering', () => {
  const saved = success({ awardedPoints: 3, answer: answerTo(1, { awardedPoints: 3 }) });

  it('QS-8 opens for a user who may answer and has not done so [R4.expired-closed]', async () => {
    const locked = question(2, { studio: timed(30) });
    const over = question(3, { home: timed(-5) });
    const fixture = questionsFixture(viewer);
    await fixture.load({ questions: [q1, locked, over], answers: [answerTo(1)] });
    await fixture.send(open(1), open(2), open(3), open(9));
    expect(selectAnswering(fixture.snapshot())).toBe(null);
    const byAdmin = await fixtureWith(admin, q1);
    await byAdmin.send(open(1));
    expect(selectAnswering(byAdmin.snapshot())).toBe(null);
    const own = await fixtureWith(viewer, q1, question(2, { home: untimed }));
    await own.send(open(1));
    expect(selectAnswering(own.snapshot())).toBe('g1');
    expect(selectSelected(own.snapshot())?.questionId).toBe('q1');
  });
  it('QS-9 an accepted answer closes the dialog, marks the question, and is sent to boards and status [R4.after-answer-closes R4.after-answer-marked R4.after-answer-status]', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send(open(1));
    fixture.dialog()?.send({ type: 'answer.submit', text: 'Apple' });
    expect(fixture.submits().map(({ input }) => input)).toEqual([
      { gameSessionId: 'g1', answerText: 'Apple' },
    ]);
    await fixture.submits()[0]?.answer(saved);
    expect(selectAnswering(fixture.snapshot())).toBe(null);
    expect(selectQuestion(fixture.snapshot(), 'g1')?.answer).toEqual(
      answerTo(1, { awardedPoints: 3 }),
    );
    expect(selectIsAnswerable(fixture.snapshot())).toBe(false);
    expect(fixture.heard).toEqual([{ type: 'answer.accepted', gameSessionId: 'g1' }]);
    expect(fixture.drafts.get('g1')).toBe('');
    await fixture.send(realtime('answer-updated', { gameSessionId: 'g1', awardedPoints: 8 }));
    const ofOthers = { gameSessionId: 'g1', userId: 'somebody-else', awardedPoints: 1 };
    await fixture.send(realtime('answer-updated', ofOthers));
    expect(selectQuestion(fixture.snapshot(), 'g1')?.answer?.awardedPoints).toBe(8);
  });
  it('QS-9 the dialog follows its window: the end, the lock, a revoke and a new release', async () => {
    const fixture = await fixtureWith(viewer, q1);
    const state = () => {
      const dialog = fixture.dialog();
      return dialog && selectAnswerState(dialog.getSnapshot());
    };
    await fixture.send(open(1));
    fixture.dialog()?.send({ type: 'answer.edit', text: 'Appl' });
    const gone = realtime('question-revoked', {
      feed: 'house',
      version: 2,
      type: 'home',
      gameSessionId: 'g1',
      question: null,
    });
    await fixture.send(gone);
    expect([state(), selectQuestion(fixture.snapshot(), 'g1')]).toEqual(['notForYou', null]);
    await fixture.send(released(3, 'home', q1));
    expect(state()).toBe('draft');
    await fixture.send(released(4, 'contestant', question(1, { home: untimed, studio: timed(5) })));
    expect(state()).toBe('notForYou');
    await fixture.advance(5_000);
    expect(state()).toBe('draft');
    await fixture.send(released(5, 'home', question(1, { home: timed(10) })));
    await fixture.advance(10_000);
    expect(state()).toBe('tooLate');
    fixture.dialog()?.send({ type: 'answer.cancel' });
    await fixture.send();
    expect([selectAnswering(fixture.snapshot()), fixture.drafts.get('g1')]).toEqual([null, 'Appl']);
  });
  it('QS-9 an event that leaves its window unchanged keeps a refusal in place', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send(open(1));
    fixture.dialog()?.send({ type: 'answer.submit', text: 'Apple' });
    await fixture.submits()[0]?.answer(refusal('No.'));
    await fixture.send(released(2, 'home', q1), { type: 'window.lapsed' });
    expect(fixture.dialog()?.getSnapshot().context.message).toBe('No.');
  });
  it('QS-9 answered in another tab: the list is reloaded once the dialog is left', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send(open(1));
    fixture.dialog()?.send({ type: 'answer.submit', text: 'Apple' });
    await fixture.submits()[0]?.answer(refusal(m.answerAlready(), { code: 'already' }));
    fixture.dialog()?.send({ type: 'answer.cancel' });
    await fixture.send();
    expect(fixture.loads()).toHaveLength(1);
  });
  it('QS-9 answered on another device: the dialog says so, and the question is marked [R4.answer-other-device]', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send(open(1));
    fixture.dialog()?.send({ type: 'answer.edit', text: 'Appl' });
    const news = { gameSessionId: 'g1', userId: 'viewer', awardedPoints: 1, answer: answerTo(1) };
    await fixture.send(realtime('answer-updated', news));
    const dialog = fixture.dialog();
    expect(dialog && selectAnswerState(dialog.getSnapshot())).toBe('elsewhere');
    expect(selectQuestion(fixture.snapshot(), 'g1')?.answer).toEqual(answerTo(1));
    dialog?.send({ type: 'answer.cancel' });
    await fixture.send(open(1));
    expect([
      selectAnswering(fixture.snapshot()),
      fixture.drafts.get('g1'),
      fixture.loads(),
    ]).toEqual([null, '', []]);
  });
  it('QS-9 an answer to another question does not affect the dialog', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send(open(1));
    const news = { gameSessionId: 'g2', userId: 'viewer', awardedPoints: 1, answer: answerTo(2) };
    await fixture.send(realtime('answer-updated', news));
    const dialog = fixture.dialog();
    expect(dialog && selectAnswerState(dialog.getSnapshot())).toBe('notAnswered');
  });
  it('QS-10 submitted while offline: sent once after the reconnect; the draft is offered again', async () => {
    const fixture = await fixtureWith(viewer, q1);
    await fixture.send(back, lost, open(1));
    fixture.dialog()?.send({ type: 'answer.edit', text: 'Appl' });
    fixture.dialog()?.send({ type: 'answer.submit', text: 'Apple' });
    expect(fixture.submits()).toHaveLength(0);
    await fixture.send(back);
    expect(fixture.submits()).toHaveLength(1);
    await fixture.submits()[0]?.answer(refusal('No.'));
    fixture.dialog()?.send({ type: 'answer.cancel' });
    await fixture.send(snapshot(9, q1), open(1));
    const dialog = fixture.dialog();
    expect(dialog && selectText(dialog.getSnapshot())).toBe('Apple');
  });
  it('QS-10 a dialog that breaks is closed and reported; the list goes on', () => {
    const events = [openFeed, open(1), failure('answer', 'why')];
    const input = { user: viewer, now: () => T0, random: () => 0.5 };
    const { value, context } = fold(questionsMachine, input, events);
    expect([value, context.answering]).toEqual(['browsing', null]);
    expect(emittedBy(questionsMachine, input, events)).toEqual([
      { type: 'fault', where: 'questions', error: 'why' },
    ]);
  });
  it('QS-10 stops all its children: no timer and no request is left', async () => {
    const fixture = await fixtureWith(viewer, q1, question(2, { home: timed(9) }));
    await fixture.send(back, open(1));
    fixture.dialog()?.send({ type: 'answer.submit', text: 'Apple' });
    expect([fixture.clock.pending() > 0, fixture.submits()]).toEqual([true, expect.any(Array)]);
    fixture.stop();
    expect([fixture.clock.pending(), fixture.loads(), fixture.submits()]).toEqual([0, [], []]);
  });
});
