import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { type Actor, createActor, fromPromise } from 'xstate';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  type LoadedQuestions,
  queCardsMachine,
  selectAnswered,
  selectAppeals,
  selectBusy,
  selectConnected,
  selectIsStale,
  selectMergesHeld,
  selectTopGroups,
  selectMessage,
  selectQuestions,
  selectUpdatedAt,
} from '#machines/show/que-cards.ts';
import { selectWindowState } from '#machines/answering/release-window.ts';
import { selectWindow } from '#machines/answering/windows.ts';
import { item, rundown, showView } from '#tests/support/show-view.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import {
  elapsed,
  emittedBy,
  failure,
  fold,
  folding,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const withheld = { released: false, timed: false, closesAt: null };
const question: AdminQuestion = {
  id: 'q1',
  question_id: 'q1',
  game_session_id: 'g1',
  show_id: 's1',
  item_id: 'i1',
  question_text: 'Name a fruit',
  session_date: '2026-03-01',
  start_time: '2026-03-01T10:00:00.000Z',
  end_time: '2026-03-01T11:00:00.000Z',
  created_at: '2026-03-01T09:00:00.000Z',
  shown_on_air: false,
  shown_to_home: false,
  windows: { studio: withheld, home: withheld },
  answered: { studio: 0, home: 0 },
  topGroups: [],
};
const open = { released: true, timed: false, closesAt: null };
const released = { ...question, windows: { studio: withheld, home: open } };
const input = { now: () => 1_000 };
const counts = { answered: { studio: 1, home: 4 }, connected: { studio: 2, home: 9 } };
const counted = {
  type: 'realtime.answers-counted',
  payload: { gameSessionId: 'g1', ...counts },
} as const;
const countedAs = (studio: number, home: number) =>
  ({ ...counted, payload: { ...counted.payload, answered: { studio, home } } }) as const;
const anonymous = { type: 'realtime.answers-counted', payload: counts } as const;
const appealed = (appeals?: number) => ({ ...counted, payload: { ...counted.payload, appeals } });
const holding = (mergesHeld?: number) => ({
  type: 'realtime.answers-counted' as const,
  payload: { gameSessionId: 'g1', ...counts, ...(mergesHeld !== undefined && { mergesHeld }) },
});
const loaded = {
  questions: [question],
  connected: { studio: 1, home: 5 },
  versions: { house: 5 },
};
const listed = outcome('load', success(loaded));
const refused = outcome('load', refusal('Not now.'));
const lost = { type: 'connection.lost' } as const;
const back = { type: 'connection.restored' } as const;
/** The reply to an act that has released the question to home viewers. */
const performed = {
  type: 'release.performed',
  show: showView({
    rundown: rundown({
      items: [item('1', { id: 'i1', windows: { studio: withheld, home: open } })],
    }),
  }),
} as const;
const connected = { studio: 3, home: 7 };
/** A change of a question as the server sends it to admins. */
const toldOf = (version: number, of: AdminQuestion | null, questionId = 'q1') => {
  const about = { questionId, gameSessionId: of?.game_session_id ?? 'g1' };
  const payload = {
    ...about,
    feed: 'house',
    version,
    question: null,
    forProducers: { question: of, connected },
  };
  return { type: 'realtime.questions-updated', payload } as const;
};

const gathered = elapsed('gatherDelay', 'queCards.due');

const peopleCame = {
  type: 'realtime.players-counted',
  payload: { connected: { studio: 2, home: 7 } },
} as const;

const model = modelOf(queCardsMachine, {
  input,
  events: {
    'release.performed': [performed],
    'cards.retry': [{ type: 'cards.retry' }],
    'connection.lost': [lost],
    'connection.restored': [back],
    'clock.corrected': [{ type: 'clock.corrected' }],
    'answer.accepted': [],
    'realtime.question-released': [
      {
        type: 'realtime.question-released',
        payload: { feed: 'house', version: 9, question: null },
      },
    ],
    'realtime.question-revoked': [
      { type: 'realtime.question-revoked', payload: { feed: 'house', version: 9, question: null } },
    ],
    'realtime.timer-started': [],
    'realtime.timer-expired': [
      { type: 'realtime.timer-expired', payload: { feed: 'house', version: 9, question: null } },
    ],
    'realtime.questions-updated': [
      {
        type: 'realtime.questions-updated',
        payload: { feed: 'house', version: 9, question: null },
      },
      toldOf(6, released),
    ],
    'realtime.feed-moved': [],
    'realtime.question-list-updated': [],
    'realtime.show-answers': [
      { type: 'realtime.show-answers', payload: { feed: 'house', version: 9 } },
    ],
    'realtime.answer-updated': [],
    'realtime.boards-updated': [],
    'realtime.answers-counted': [counted, anonymous],
    'realtime.players-counted': [peopleCame],
    'realtime.players-ready': [],
    'realtime.days-changed': [],
    'realtime.snapshot': [],
    'realtime.standing-updated': [],
    'realtime.show-updated': [],
    'realtime.show-changed': [],
    'realtime.signed-out': [],
  },
  done: { load: [success(loaded), refusal('Not now.')] },
  at: ({ context }) => context.isOvertaken,
});

const seen = (events: Parameters<typeof fold>[2]) => {
  const snapshot = fold(queCardsMachine, input, events);
  return {
    value: snapshot.value,
    questions: selectQuestions(snapshot)?.map(({ id }) => id) ?? null,
    message: selectMessage(snapshot),
    isStale: selectIsStale(snapshot),
    updatedAt: selectUpdatedAt(snapshot),
  };
};

const listOf = (...events: Parameters<typeof fold>[2]) =>
  selectQuestions(fold(queCardsMachine, input, events));

const running = (clock = createFakeClock(0)): Actor<typeof queCardsMachine> =>
  createActor(
    queCardsMachine.provide({
      actors: {
        load: fromPromise<Outcome<LoadedQuestions>, undefined>(() =>
          Promise.resolve(success(loaded)),
        ),
      },
    }),
    { clock, input },
  ).start();

describe('the que cards', () => {
  it('has an example of every handled event', () => {
    expect(unexampled(model)).toEqual([]);
  });

  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });

  it('QC-1 shows all questions, or the reason of a failure', () => {
    const calm = { message: null, isStale: false, updatedAt: 1_000 };
    expect(seen([listed])).toEqual({ ...calm, value: 'current', questions: ['q1'] });
    expect(seen([refused])).toEqual({
      ...calm,
      value: 'failed',
      questions: null,
      message: 'Not now.',
      updatedAt: null,
    });
    expect(seen([failure('load')]).message).toBe(m.queCardsFailed());
  });

  it('QC-2 applies events without a request', () => {
    const renamed = { ...question, question_text: 'Name a vegetable' };
    const news = [listed, toldOf(6, renamed)];
    expect(seen(news).value).toBe('current');
    expect(listOf(...news)).toEqual([renamed]);
    expect(selectConnected(fold(queCardsMachine, input, news))).toEqual(connected);
    expect(listOf(listed, toldOf(6, null))).toEqual([]);
    expect(listOf(listed, toldOf(4, renamed))).toEqual([question]);
  });
  it('QC-2 reloads the list if a change was missed', () => {
    expect(seen([listed, toldOf(7, released)])).toMatchObject({ value: 'due' });
    expect(seen([listed, toldOf(6, question), toldOf(7, released)]).value).toBe('current');
    expect(seen([listed, refused, toldOf(6, released)]).value).toBe('current');
    expect(seen([refused, toldOf(6, released)]).value).toBe('due');
    expect(seen([toldOf(6, released), listed]).value).toBe('due');
  });
  it('QC-5 reloads the list if the reply to an own act is ahead of it [R4.release-list]', () => {
    expect(seen([listed, performed]).value).toBe('due');
    expect(seen([listed, toldOf(6, released), performed]).value).toBe('current');
    expect(seen([performed]).value).toBe('loading');
    expect(seen([listed, back, performed, listed]).value).toBe('due');
    const ofNone = { ...performed, show: showView({ rundown: rundown({ items: [item('2')] }) }) };
    expect(seen([listed, ofNone]).value).toBe('current');
  });
  it('QC-2 reloads the list after a change without payload', () => {
    expect(
      seen([
        listed,
        {
          type: 'realtime.question-released',
          payload: { feed: 'house', version: 9, question: null },
        },
      ]).value,
    ).toBe('due');
  });

  it.each(['question-released', 'question-revoked', 'timer-expired', 'questions-updated'] as const)(
    'QC-2 reloads the list at %s, but only after all events of a change',
    async (name) => {
      const clock = createFakeClock(0);
      const actor = running(clock);
      expect(selectBusy(actor.getSnapshot())).toBe(true);
      await settled();
      expect(selectBusy(actor.getSnapshot())).toBe(false);
      for (let word = 0; word < 2; word += 1) {
        actor.send({
          type: `realtime.${name}`,
          payload: { feed: 'house', version: 9, question: null },
        });
        clock.advance(149);
        expect(actor.getSnapshot().value).toBe('due');
      }
      clock.advance(1);
      expect(actor.getSnapshot().value).toBe('loading');
      actor.stop();
    },
  );

  it('QC-2 finishes a pending load and reloads once, after any number of changes', () => {
    const change = {
      type: 'realtime.question-released',
      payload: { feed: 'house', version: 9, question: null },
    } as const;
    const busy = [listed, change, gathered, change, counted, back, change];
    expect(seen(busy).value).toBe('loading');
    expect(seen([...busy, listed])).toMatchObject({ value: 'due', questions: ['q1'] });
    expect(seen([...busy, refused])).toMatchObject({ value: 'due', questions: ['q1'] });
    expect(seen([...busy, listed, gathered, listed]).value).toBe('current');
  });
  it('QC-3 counts during a load are newer than the loaded list, and earlier counts are older', () => {
    const during = fold(queCardsMachine, input, [listed, back, counted, listed]);
    expect(selectAnswered('g1')(during)).toEqual(counts.answered);
    expect(selectConnected(during)).toEqual(counts.connected);
    const before = [listed, holding(2), back];
    expect(listOf(...before)).toEqual([{ ...question, answered: counts.answered, mergesHeld: 2 }]);
    expect(selectConnected(fold(queCardsMachine, input, before))).toEqual(counts.connected);
    const after = fold(queCardsMachine, input, [...before, listed]);
    expect([selectQuestions(after), selectAnswered('g1')(after)]).toEqual([[question], null]);
    expect(selectConnected(after)).toEqual(loaded.connected);
  });
  it('QC-2 reloads on request', () => {
    expect(seen([refused, { type: 'cards.retry' }]).value).toBe('loading');
  });

  it('QC-3 keeps the connected players of an event that arrives while the list loads', () => {
    expect(selectConnected(fold(queCardsMachine, input, [listed, peopleCame]))).toEqual(
      peopleCame.payload.connected,
    );
    expect(selectConnected(fold(queCardsMachine, input, [peopleCame, listed]))).toEqual(
      peopleCame.payload.connected,
    );
  });

  it('QC-3 counts answers without a request', () => {
    const snapshot = fold(queCardsMachine, input, [listed, counted]);
    expect(snapshot.value).toBe('current');
    expect(selectAnswered('g1')(snapshot)).toEqual(counts.answered);
    expect(selectConnected(snapshot)).toEqual(counts.connected);
    const ofNone = fold(queCardsMachine, input, [listed, anonymous]);
    expect([selectAnswered('g1')(ofNone), selectConnected(ofNone)]).toEqual([
      null,
      loaded.connected,
    ]);
  });

  it('QC-4 shows that it is stale, and reloads after a reconnect [R2.qc-stale]', () => {
    expect(seen([listed, lost]).isStale).toBe(true);
    expect(seen([listed, lost, back]).value).toBe('loading');
    expect(seen([listed, lost, back, listed]).isStale).toBe(false);
    expect(seen([listed, back, refused]).isStale).toBe(true);
  });

  it('QC-4 has the largest groups of the list until a newer event', () => {
    const groups = [{ representative: 'apple', count: 2 }];
    const recount = { ...counted, payload: { ...counted.payload, topGroups: groups } } as const;
    const after = (...events: Parameters<typeof fold>[2]) =>
      selectTopGroups(question)(fold(queCardsMachine, input, [listed, ...events]));
    expect([after(), after(counted), after(recount)]).toEqual([[], [], groups]);
    expect(after(recount, counted)).toEqual(groups);
    expect(after(recount, back, listed)).toEqual([]);
  });

  it('QC-4 changes the list by counts only when a question gets its first answers or loses its last one', () => {
    const other = { ...question, id: 'q2', game_session_id: 'g2' };
    const { take, context } = folding(queCardsMachine, input);
    take(outcome('load', success({ ...loaded, questions: [other, question] })));
    take(countedAs(1, 4));
    const first = context().questions;
    expect(first).toEqual([other, { ...question, answered: { studio: 1, home: 4 } }]);
    take(countedAs(2, 9));
    expect(context().questions).toBe(first);
    take(countedAs(0, 0));
    expect(context().questions).toEqual([other, question]);
    expect(listOf(countedAs(1, 4))).toBeNull();
  });

  it('QC-4 knows how many appeals wait: as listed, until an event brings a number', () => {
    const questions = [{ ...question, appeals: 3 }];
    const listing = outcome('load', success({ ...loaded, questions }));
    const after = (...events: Parameters<typeof fold>[2]) =>
      selectAppeals('g1')(fold(queCardsMachine, input, [listing, ...events]));
    expect([after(), after(appealed(0)), after(appealed(5)), after(appealed())]).toEqual([
      3, 0, 5, 3,
    ]);
    expect(after(appealed(5), back)).toBe(5);
    expect(selectAppeals('g2')(fold(queCardsMachine, input, [listing]))).toBe(0);
  });

  it('QC-4 has the number of pending AI suggestions of the list until a newer event', () => {
    const held = { ...question, mergesHeld: 3 };
    const after = (...events: Parameters<typeof fold>[2]) =>
      selectMergesHeld(held)(fold(queCardsMachine, input, [listed, ...events]));
    expect([after(), after(holding(0)), after(holding(5)), after(holding())]).toEqual([3, 0, 5, 3]);
    expect(after(holding(0), back, listed)).toBe(3);
    expect(selectMergesHeld(question)(fold(queCardsMachine, input, [listed]))).toBe(0);
  });

  it('QC-6 a lane follows its window until its end by the clock, also after a clock correction', async () => {
    const timed = { released: true, timed: true, closesAt: 5_000 };
    const questions = [{ ...question, windows: { studio: withheld, home: timed } }];
    const clock = createFakeClock(0);
    const load = fromPromise<Outcome<LoadedQuestions>, undefined>(async () =>
      success({ ...loaded, questions }),
    );
    const actor = createActor(queCardsMachine.provide({ actors: { load } }), {
      clock,
      input: { now: clock.now },
    }).start();
    const states = () => {
      const window = selectWindow(actor.getSnapshot(), 'g1');
      return [selectWindowState(window, 'studio'), selectWindowState(window, 'home')];
    };
    expect(states()).toEqual(['withheld', 'withheld']);
    await settled();
    expect(states()).toEqual(['locked', 'open']);
    clock.advance(5_000);
    expect(states()).toEqual(['withheld', 'expired']);
    clock.jump(-1_000);
    actor.send({ type: 'clock.corrected' });
    expect(states()).toEqual(['locked', 'open']);
    actor.send(toldOf(6, question));
    expect(states()).toEqual(['withheld', 'withheld']);
    actor.stop();
    expect(clock.pending()).toBe(0);
  });
  it('QC-6 a fault of its windows is reported', () => {
    expect(emittedBy(queCardsMachine, input, [failure('windows')])).toEqual([
      { type: 'fault', where: 'queCards', error: new Error('unexpected') },
    ]);
  });
});
