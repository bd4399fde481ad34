import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { ShowView } from '#machines/show/calls.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  type ControlAsked,
  controlMachine,
  REST_MS,
  REVEAL_MS,
  type Room,
  selectIsFailed,
  selectIsRevealing,
  selectIsWaiting,
  selectMessage,
  selectShows,
  selectView,
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
import { item, rundown, showView } from '#tests/support/show-view.ts';

/** A show with one item; the main button would do `act`. */
const view = (version: number, act: ShowView['next']['act'] = null, more: Partial<ShowView> = {}) =>
  showView({
    rundown: rundown({ version, items: [item('1', { text: 'Name a fruit' })] }),
    next: { act, why: null, text: '' },
    ...more,
  });
const reveal = { type: 'reveal', itemId: '1', groupId: 'towel' } as const;
const publish = { type: 'publish', itemId: '1' } as const;
const saturday = showView({ rundown: rundown({ id: 's2', title: 'Saturday', createdAt: 2 }) });
const summaryOf = ({ rundown: { items, ...show } }: ShowView) => ({
  ...show,
  itemCount: items.length,
});
const room = (shown: ShowView): Room => ({ shows: [summaryOf(shown)], view: shown });

const input = { newId: () => 'request-1' };
const arm = { type: 'control.act', act: { type: 'arm', itemId: '1' } } as const;
const go = { type: 'control.act', act: { type: 'go' } } as const;
const create = { type: 'control.act', act: { type: 'create', title: 'Saturday' } } as const;
const choose = { type: 'control.choose', showId: 's2' } as const;
const retry = { type: 'control.retry' } as const;
const back = { type: 'connection.restored' } as const;
const auto = { type: 'reveal.auto' } as const;
const hold = { type: 'reveal.hold' } as const;
const due = { type: 'reveal.due' } as const;
const news = (show: ShowView) => realtime('show-changed', { show });
const loaded = outcome('load', success(room(view(1))));
const revealable = outcome('load', success(room(view(1, reveal))));
const done = (shown = view(2)) => outcome('act', success(shown));
const rested = elapsed('restDelay', 'control.room.resting');
const nextDue = elapsed('revealDelay', 'control.reveals.running');

const model = modelOf(controlMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.show-changed': [news(view(5, publish))],
    'control.act': [arm],
    'control.choose': [choose],
    'control.retry': [retry],
    'reveal.auto': [auto],
    'reveal.hold': [hold],
    'reveal.due': [due],
    'connection.restored': [back],
    'connection.lost': [],
    'answer.accepted': [],
    'clock.corrected': [],
  },
  done: {
    load: [success(room(view(1, reveal))), refusal('Not now.')],
    act: [success(view(2, reveal)), refusal('Not now.')],
  },
  at: ({ context }) => context.view?.next.act?.type,
});

type Events = Parameters<typeof fold>[2];
const at = (...events: Events) => fold(controlMachine, input, events);
const seen = (...events: Events) => {
  const snapshot = at(...events);
  return {
    version: selectView(snapshot)?.rundown.version ?? null,
    message: selectMessage(snapshot),
    acting: snapshot.matches({ room: 'acting' }),
    resting: snapshot.hasTag('resting'),
    failed: selectIsFailed(snapshot),
  };
};
const calm = { version: 1, message: null, acting: false, resting: false, failed: false };
const named = (...events: Events) => emittedBy(controlMachine, input, events);
const banner = (text: string) => [{ type: 'banner', text, tone: 'plain' }];
const listedOf = (...events: Events) =>
  selectShows(at(...events)).map(({ title, version }) => `${title} ${version}`);

const isRunning = (...events: Events) => selectIsRevealing(at(...events));

/** A room in time, whose server answers each act with the next of `replies`. */
async function inTime(first: ShowView, replies: readonly ShowView[]) {
  const clock = createFakeClock(0);
  const asked: ControlAsked[] = [];
  const actor = createActor(
    controlMachine.provide({
      actors: {
        load: fromPromise<Outcome<Room>, { readonly showId: string | null }>(async () =>
          success(room(first)),
        ),
        act: fromPromise<Outcome<ShowView>, ControlAsked>(async ({ input: request }) => {
          asked.push(request);
          return success(replies[asked.length - 1] ?? first);
        }),
      },
    }),
    { clock, input },
  ).start();
  await settled();
  return {
    actor,
    asked: () => asked.map(({ act, version }) => [act.type, version]),
    pass: async (ms: number) => {
      clock.advance(ms);
      await settled();
    },
  };
}

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
    expect(listedOf(loaded)).toEqual(['Friday 1']);
    const refused = outcome('load', refusal('Not now.'));
    expect(seen(refused)).toEqual({ ...calm, version: null, message: 'Not now.', failed: true });
    expect(seen(failure('load')).message).toBe(MESSAGES.network);
    expect(seen(refused, retry, loaded)).toEqual(calm);
    expect(at(loaded, choose).context.showId).toBe('s2');
    expect(at(loaded, back).matches({ room: 'loading' })).toBe(true);
  });

  it('CR-2 asks for one act upon the version that is shown, with an id of its own [R2.control-once]', () => {
    expect(at(loaded, arm).context.asked).toEqual({
      act: arm.act,
      showId: 's1',
      version: 1,
      requestId: 'request-1',
    });
    expect(at(loaded, arm, go, choose, retry).context.asked?.act).toEqual(arm.act);
    expect(seen(loaded, arm, done())).toEqual({ ...calm, version: 2, resting: true });
  });

  it('CR-3 rests after each act, so that two presses do not do two things [R2.control-pause]', async () => {
    const { actor, asked, pass } = await inTime(view(1), [view(2), view(3)]);
    for (const step of [0, REST_MS - 1, 1]) {
      await pass(step);
      actor.send(go);
      await settled();
    }
    expect(asked()).toEqual([
      ['go', 1],
      ['go', 2],
    ]);
    actor.stop();
  });

  it('CR-4 says why an act came to nothing, and looks at what is true now [R2.control-outdated R4.result-version]', () => {
    const { outdated } = PRODUCER_MESSAGES.rundown;
    const refused = [loaded, arm, outcome('act', refusal(outdated))];
    expect(at(...refused).matches({ room: 'loading' })).toBe(true);
    expect(seen(...refused).message).toBe(outdated);
    const again = outcome('load', success(room(view(3))));
    expect(seen(...refused, again)).toEqual({ ...calm, version: 3, message: outdated });
    expect(seen(...refused, again, arm).message).toBeNull();
    expect(seen(loaded, arm, failure('act')).message).toBe(MESSAGES.network);
  });

  it('CR-5 follows what others do, and no older reply replaces a newer event [R2.control-two]', () => {
    expect(seen(loaded, news(view(2)))).toEqual({ ...calm, version: 2 });
    expect(seen(loaded, news(view(3)), news(view(2))).version).toBe(3);
    const late = [loaded, arm, news(view(3)), done(view(2))];
    expect([seen(...late).version, listedOf(...late)]).toEqual([3, ['Friday 3']]);
    expect(seen(loaded, back, news(view(3)), loaded).version).toBe(3);
    // What is on air changes without the version.
    const later = view(1, publish, { serverTime: 2 });
    for (const way of [
      [later, view(1)],
      [view(1), later],
    ])
      expect(selectView(at(loaded, ...way.map(news)))).toEqual(later);
  });

  it('CR-5 lists what becomes of another show, and shows it only where there was none', () => {
    expect(listedOf(loaded, news(saturday))).toEqual(['Saturday 1', 'Friday 1']);
    expect(selectView(at(loaded, news(saturday)))).toEqual(view(1));
    const none = outcome('load', success({ shows: [], view: null }));
    expect(selectView(at(none, news(saturday)))).toEqual(saturday);
    expect(selectView(at(news(saturday)))).toBeNull();
  });

  it('CR-6 names what was done by what was seen before it, also when its event came first [R2.live-named]', () => {
    const { direction } = view(1);
    const board = view(2, publish, { direction: { ...direction, scene: 'board' } });
    const ready = outcome('load', success(room(view(1, arm.act))));
    for (const first of [[], [news(board)]]) {
      const after = [...first, done(board)];
      expect(named(ready, go, ...after)).toEqual(banner('Armed "Name a fruit"'));
      expect(named(revealable, go, ...after)).toEqual(banner("The show page shows today's scores"));
    }
    expect(named(loaded, create, done(saturday))).toEqual(banner('Created "Saturday"'));
    expect(named(loaded, arm, outcome('act', refusal('No.')))).toEqual([]);
  });
});

describe('CR-7 reveals by themselves [R2.control-reveal-all]', () => {
  it('go one after the other until nothing is left', async () => {
    const { actor, asked, pass } = await inTime(view(1, reveal), [
      view(2, reveal),
      view(3, publish),
    ]);
    actor.send(auto);
    await settled();
    expect(asked()).toEqual([['go', 1]]);
    await pass(REVEAL_MS);
    expect(asked()).toEqual([
      ['go', 1],
      ['go', 2],
    ]);
    await pass(REVEAL_MS);
    expect([asked().length, selectIsRevealing(actor.getSnapshot())]).toEqual([2, false]);
    actor.stop();
  });
  it('begin only with a group that can be revealed', () => {
    expect(isRunning(revealable, auto)).toBe(true);
    expect(isRunning(loaded, auto)).toBe(false);
    const waiting = view(1, null, { next: { act: reveal, why: 'Not yet.', text: '' } });
    expect(isRunning(outcome('load', success(room(waiting))), auto)).toBe(false);
  });
  it.each([
    ['one is refused', [outcome('act', refusal('Players can still answer.'))]],
    ['one fails', [failure('act')]],
    ['they are held', [hold]],
    ['somebody acts', [done(view(2, reveal)), rested, arm]],
    ['another show is chosen', [choose]],
  ] as const)('stop when %s', (_, end) => {
    expect(isRunning(revealable, auto, ...end)).toBe(false);
    expect(isRunning(revealable, auto, done(view(2, reveal)), rested, nextDue)).toBe(true);
  });
});
