import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Direction, HOUSE_SHOW } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  type ActAsked,
  selectBusy,
  selectDirection,
  selectIsActing,
  selectIsFailed,
  selectMessage,
  selectMissing,
  selectUndo,
  showControlMachine,
} from '#machines/show/show-control.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import {
  emittedBy,
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const direction = (questionId: string | null, screens = 0): Direction => ({
  scene: questionId === null ? 'idle' : 'question',
  questionId,
  gameSessionId: questionId,
  places: [],
  link: null,
  screens,
});
const PLACE = (groupId: string, revealed: boolean) => ({
  groupId,
  rank: 1,
  representative: groupId,
  count: 3,
  homePoints: 3,
  contestantPoints: 5,
  revealed,
});
const idle = direction(null);
const one = direction('q1');
const two = direction('q2');
const question = { type: 'show.question', questionId: 'q1' } as const;
const clear = { type: 'show.direct', scene: 'idle' } as const;
const reveal = { type: 'show.reveal', groupId: null } as const;
const hide = { type: 'show.hide', groupId: 'g1' } as const;
const undo = { type: 'show.undo' } as const;
const create = { type: 'link.create' } as const;
const revoke = { type: 'link.revoke' } as const;
const retry = { type: 'control.retry' } as const;
const dismiss = { type: 'screens.dismiss' } as const;
const back = { type: 'connection.restored' } as const;
const directed = (to: Direction) =>
  realtime('show-directed', { showId: HOUSE_SHOW, direction: to });
const loaded = outcome('load', success(idle));

const NOW = 7_000;
const input = { now: () => NOW };
const model = modelOf(showControlMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.show-directed': [directed(two)],
    'show.question': [question],
    'show.direct': [clear],
    'show.reveal': [reveal],
    'show.hide': [hide],
    'show.undo': [undo],
    'link.create': [create],
    'link.revoke': [revoke],
    'screens.dismiss': [dismiss],
    'control.retry': [retry],
    'connection.restored': [back],
    'connection.lost': [],
    'answer.accepted': [],
    'clock.corrected': [],
  },
  done: {
    load: [success(idle), refusal('Not now.')],
    act: [success(one), refusal('Not now.')],
  },
  at: ({ context: { undo: offered } }) => offered === null,
});

type Events = Parameters<typeof fold>[2];
const at = (events: Events) => fold(showControlMachine, input, events);
const seen = (events: Events) => {
  const snapshot = at(events);
  return {
    direction: selectDirection(snapshot),
    message: selectMessage(snapshot),
    busy: selectBusy(snapshot),
    failed: selectIsFailed(snapshot),
  };
};
const done = (to: Direction) => outcome('act', success(to));
const named = (...events: Events) => emittedBy(showControlMachine, input, events);
const banner = (text: string) => [{ type: 'banner', text, tone: 'plain' }];
const calm = { direction: idle, message: null, busy: false, failed: false };

describe('every way of directing the show page', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

describe('the producer’s hand on the show page', () => {
  it('SC-1 knows how it is directed, or why not, and looks again [R2.show-desk-now]', () => {
    expect(seen([])).toEqual({ ...calm, direction: null, busy: true });
    expect(seen([loaded])).toEqual(calm);
    const failed = { ...calm, direction: null, failed: true };
    const refused = outcome('load', refusal('Not now.'));
    expect(seen([refused])).toEqual({ ...failed, message: 'Not now.' });
    expect(seen([failure('load')])).toEqual({ ...failed, message: MESSAGES.network });
    expect(seen([refused, retry]).busy).toBe(true);
    expect(seen([refused, retry, loaded])).toEqual(calm);
  });

  it('SC-2 follows every event, whoever directed it [R2.show-desk-live]', () => {
    expect(seen([loaded, directed(two)])).toEqual({ ...calm, direction: two });
    // What is told while an answer is under way is newer than it.
    expect(seen([directed(two), loaded]).direction).toEqual(two);
    expect(seen([loaded, question, directed(two), outcome('act', success(one))]).direction).toEqual(
      two,
    );
    expect(seen([loaded, directed(two), question, outcome('act', success(one))]).direction).toEqual(
      one,
    );
  });

  it('SC-2 says that screens lost their line, and when, until they are back or somebody says they should be away [R2.show-desk-lost]', () => {
    const missing = (...events: (number | typeof dismiss)[]) =>
      selectMissing(
        at(
          events.map((each) => (typeof each === 'number' ? directed(direction(null, each)) : each)),
        ),
      );
    const lost = { count: 1, at: NOW };
    expect(missing(2)).toBeNull();
    expect(missing(2, 1)).toEqual(lost);
    expect(missing(2, 1, 1)).toEqual(lost);
    expect(missing(3, 1, 2)).toEqual(lost);
    expect(missing(2, 0, 2)).toBeNull();
    expect(missing(2, 0, 3)).toBeNull();
    expect(missing(2, 1, dismiss)).toBeNull();
    expect(missing(2, 1, dismiss, 2, 1)).toEqual(lost);
  });

  it.each([question, clear, reveal, hide, create, revoke])('SC-3 does $type', (act) => {
    const acting = at([loaded, directed(two), act]);
    expect([selectIsActing(acting), acting.context.act]).toEqual([true, act]);
    expect(selectBusy(acting)).toBe(true);
    expect(seen([loaded, act, outcome('act', success(one))])).toEqual({ ...calm, direction: one });
  });

  it('SC-3 asks for the act together with the question that the act was meant for', async () => {
    const asked: ActAsked[] = [];
    const actor = createActor(
      showControlMachine.provide({
        actors: {
          load: fromPromise<Outcome<Direction>, undefined>(async () => success(idle)),
          act: fromPromise<Outcome<Direction>, ActAsked>(async ({ input: act }) => {
            asked.push(act);
            return success(one);
          }),
        },
      }),
      { input },
    ).start();
    await settled();
    expect(selectDirection(actor.getSnapshot())).toEqual(idle);
    for (const act of [question, reveal]) {
      actor.send(act);
      await settled();
    }
    expect(asked).toEqual([
      { act: question, questionId: null },
      { act: reveal, questionId: 'q1' },
    ]);
    expect(selectDirection(actor.getSnapshot())).toEqual(one);
  });

  it('SC-4 does one thing at a time: a double click counts once', () => {
    const twice = at([loaded, reveal, reveal, hide, revoke]);
    expect([selectIsActing(twice), twice.context.act]).toEqual([true, reveal]);
    expect(at([loaded, reveal, back, retry]).value).toBe('acting');
  });

  it('SC-5 says why an act came to nothing, until the next [R2.show-desk-refused]', () => {
    const refused = [loaded, reveal, outcome('act', refusal(MESSAGES.show.stillOpen))];
    expect(seen(refused)).toEqual({ ...calm, message: MESSAGES.show.stillOpen });
    expect(seen([loaded, reveal, failure('act')])).toEqual({ ...calm, message: MESSAGES.network });
    expect(seen([...refused, clear]).message).toBeNull();
  });

  it('SC-6 looks again when the line is back, keeps what it knows, and may act meanwhile', () => {
    expect(seen([loaded, back])).toEqual({ ...calm, busy: true });
    // An event from before the look says nothing against what it finds.
    expect(seen([loaded, directed(two), back, outcome('load', success(one))])).toEqual({
      ...calm,
      direction: one,
    });
    expect(seen([loaded, back, outcome('load', refusal('Not now.'))])).toEqual({
      ...calm,
      failed: true,
      message: 'Not now.',
    });
    expect(at([loaded, back, clear]).value).toBe('acting');
  });

  it('SC-7 names what was done, and takes it back until somebody has directed the page anew [R2.live-undo]', () => {
    const places = [PLACE('g1', true), PLACE('g2', false)];
    const shown = { ...one, places };
    const more = { ...one, places: [PLACE('g1', true), PLACE('g2', true)] };
    const from = outcome('load', success(shown));
    const undone = (...events: Events) => selectUndo(at(events));
    expect(undone(from, reveal, done(more))).toEqual({ type: 'hide', groupId: 'g2', name: 'g2' });
    expect(undone(outcome('load', success(more)), hide, done(shown))).toEqual({
      type: 'reveal',
      groupId: 'g2',
      name: 'g2',
    });
    expect(undone(from, clear, done(idle))).toEqual({
      type: 'question',
      questionId: 'q1',
      text: null,
    });
    expect(undone(loaded, question, done(one))).toEqual({ type: 'scene', scene: 'idle' });
    const cleared = at([from, clear, done(idle), undo]);
    expect([cleared.value, cleared.context.act]).toEqual(['acting', question]);
    expect(at([from, reveal, done(more), undo]).context.act).toEqual({ ...hide, groupId: 'g2' });
    expect(at([from, undo]).value).toBe('ready');
    // Its own event, before and after the answer; a link, a viewer, a failure.
    const own = directed({ ...more, screens: 3 });
    expect(undone(from, reveal, own, done(more), own, create, done(more))).toMatchObject({
      type: 'hide',
    });
    expect(undone(from, reveal, done(more), hide, failure('act'))).toMatchObject({ type: 'hide' });
    expect(undone(from, reveal, done(more), directed(two))).toBeNull();
    // By an act of the rundown.
    const podium = directed({ ...shown, scene: 'podium' });
    expect(undone(from, podium)).toEqual({ type: 'question', questionId: 'q1', text: null });
    expect(undone(from, podium, directed({ ...shown, scene: 'winner' }))).toEqual({
      type: 'scene',
      scene: 'podium',
    });
    expect(named(from, reveal, done(more))).toEqual(banner('Revealed "g2" on the show page'));
    expect(named(from, clear, done(idle))).toEqual(
      banner('The show page shows the name of the show'),
    );
    const text = { ...one, questionText: 'Name a fruit' };
    expect(named(loaded, question, done(text))).toEqual(
      banner('"Name a fruit" is on the show page'),
    );
    expect(named(from, create, done(shown))).toEqual([]);
  });
});
