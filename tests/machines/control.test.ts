import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Rundown } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  type ControlAsked,
  controlMachine,
  REST_MS,
  type Room,
  selectIsFailed,
  selectIsRevealing,
  selectIsWaiting,
  selectMessage,
  selectRundown,
  selectShows,
} from '#machines/show/control.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import {
  elapsed,
  emittedBy,
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const rundown = (version: number): Rundown => ({
  id: 's1',
  title: 'Friday',
  state: 'draft',
  version,
  createdAt: 1,
  homeDelaySeconds: 0,
  suspense: true,
  items: [
    {
      id: 'i1',
      questionId: 'q1',
      gameSessionId: 'g1',
      text: 'Name a fruit',
      state: 'planned',
      studioSeconds: 30,
      homeSeconds: 30,
      order: 'both',
      note: '',
    },
  ],
});
const { items: _, ...friday } = rundown(1);
const room = (version: number) => ({
  shows: [{ ...friday, itemCount: 1 }],
  rundown: rundown(version),
});
const input = { newId: () => 'request-1' };
const arm = { type: 'control.act', act: { type: 'arm', itemId: 'i1' } } as const;
const lock = {
  type: 'control.act',
  act: { type: 'lock', gameSessionId: 'g1', version: 4, text: 'Name a fruit' },
} as const;
const create = { type: 'control.act', act: { type: 'create', title: 'Saturday' } } as const;
const choose = { type: 'control.choose', showId: 's2' } as const;
const pressed = { type: 'control.pressed' } as const;
const retry = { type: 'control.retry' } as const;
const back = { type: 'line.back' } as const;
const auto = { type: 'reveal.auto' } as const;
const hold = { type: 'reveal.hold' } as const;
const news = (version: number, showId = 's1') => realtime('rundown-changed', { showId, version });
const loaded = outcome('load', success(room(1)));
const done = outcome('act', success(rundown(2)));
const rested = elapsed('restDelay', 'control.room.resting');
const nextDue = elapsed('revealDelay', 'control.reveals.running');

const model = modelOf(controlMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.rundown-changed': [news(5)],
    'control.act': [arm],
    'control.pressed': [pressed],
    'control.choose': [choose],
    'control.retry': [retry],
    'reveal.auto': [auto],
    'reveal.hold': [hold],
    'line.back': [back],
    'line.lost': [],
    'answer.accepted': [],
    'clock.corrected': [],
  },
  done: {
    load: [success(room(1)), refusal('Not now.')],
    act: [success(rundown(2)), refusal('Not now.')],
  },
  at: ({ context: { heard, rundown: held } }) => heard > (held?.version ?? 0),
});

type Events = Parameters<typeof fold>[2];
const at = (...events: Events) => fold(controlMachine, input, events);
const seen = (...events: Events) => {
  const snapshot = at(...events);
  return {
    version: selectRundown(snapshot)?.version ?? null,
    message: selectMessage(snapshot),
    acting: snapshot.matches({ room: 'acting' }),
    resting: snapshot.hasTag('resting'),
    failed: selectIsFailed(snapshot),
  };
};
const calm = { version: 1, message: null, acting: false, resting: false, failed: false };
const named = (...events: Events) => emittedBy(controlMachine, input, events);
const banner = (text: string) => [{ type: 'banner', text, tone: 'plain' }];
const isLoading = (...events: Events) => at(...events).matches({ room: 'loading' });

describe('every way through the control room', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

describe('the control room', () => {
  it('CR-1 shows the show that is run, or why not, and looks again', () => {
    expect(selectIsWaiting(at())).toBe(true);
    expect(seen(loaded)).toEqual(calm);
    expect(selectShows(at(loaded)).length).toBe(1);
    const refused = outcome('load', refusal('Not now.'));
    expect(seen(refused)).toEqual({ ...calm, version: null, message: 'Not now.', failed: true });
    expect(seen(failure('load')).message).toBe(MESSAGES.network);
    expect(seen(refused, retry, loaded)).toEqual(calm);
    expect(at(loaded, choose).context.showId).toBe('s2');
  });

  it('CR-2 asks for one act upon the version that is shown, with an id of its own [R2.control-once]', () => {
    expect(at(loaded, arm).context.asked).toEqual({
      act: arm.act,
      showId: 's1',
      version: 1,
      requestId: 'request-1',
    });
    expect(at(loaded, arm, lock, choose, retry).context.asked?.act).toEqual(arm.act);
    expect(seen(loaded, arm, done)).toEqual({ ...calm, version: 2, resting: true });
  });

  it('CR-3 rests after each act, so that two presses do not do two things [R2.control-pause]', async () => {
    const clock = createFakeClock(0);
    const asked: ControlAsked[] = [];
    const actor = createActor(
      controlMachine.provide({
        actors: {
          load: fromPromise<Outcome<Room>, { readonly showId: string | null }>(async () =>
            success(room(1)),
          ),
          act: fromPromise<Outcome<Rundown | null>, ControlAsked>(async ({ input: request }) => {
            asked.push(request);
            return success(rundown(2));
          }),
        },
      }),
      { clock, input },
    ).start();
    await settled();
    for (const step of [0, REST_MS - 1, 1]) {
      clock.advance(step);
      actor.send(arm);
      await settled();
    }
    expect(asked.length).toBe(2);
    actor.stop();
    expect(seen(loaded, pressed).resting).toBe(true);
    expect(seen(loaded, pressed, arm, rested)).toEqual(calm);
  });

  it('CR-4 says why an act came to nothing, and looks at what is true now [R2.control-outdated]', () => {
    const refused = [loaded, arm, outcome('act', refusal(PRODUCER_MESSAGES.rundown.outdated))];
    expect([isLoading(...refused), seen(...refused).message]).toEqual([
      true,
      PRODUCER_MESSAGES.rundown.outdated,
    ]);
    const again = outcome('load', success(room(3)));
    expect(seen(...refused, again)).toEqual({
      ...calm,
      version: 3,
      message: PRODUCER_MESSAGES.rundown.outdated,
    });
    expect(seen(...refused, again, arm).message).toBeNull();
    expect(seen(loaded, arm, failure('act')).message).toBe(MESSAGES.network);
  });

  it('CR-5 follows what others do, and its own act is no news [R2.control-two]', () => {
    expect(isLoading(loaded, news(2))).toBe(true);
    expect(isLoading(loaded, news(1))).toBe(false);
    expect(isLoading(loaded, news(1, 's2'))).toBe(true);
    expect(isLoading(loaded, arm, news(2), done, rested)).toBe(false);
    expect(isLoading(loaded, arm, news(3), done, rested)).toBe(true);
    expect(isLoading(loaded, arm, done, news(3), rested)).toBe(true);
    expect(isLoading(loaded, arm, back, done, rested)).toBe(true);
    expect(isLoading(news(2), loaded)).toBe(true);
  });

  it('CR-6 names what was done [R2.live-named]', () => {
    expect(named(loaded, arm, done)).toEqual(banner('Armed "Name a fruit"'));
    expect(named(loaded, lock, outcome('act', success(null)))).toEqual(
      banner('Locked "Name a fruit"'),
    );
    expect(named(loaded, create, done)).toEqual(banner('Created "Saturday"'));
    expect(named(loaded, arm, outcome('act', refusal('No.')))).toEqual([]);
  });

  it('CR-7 reveals one after the other until it is held, or something else is done [R2.control-reveal-all]', () => {
    expect(named(loaded, auto, nextDue)).toEqual([{ type: 'reveal.due' }, { type: 'reveal.due' }]);
    expect(selectIsRevealing(at(loaded, auto, nextDue))).toBe(true);
    for (const end of [hold, arm, choose])
      expect(selectIsRevealing(at(loaded, auto, end))).toBe(false);
  });
});
