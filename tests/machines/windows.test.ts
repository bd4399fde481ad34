import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import {
  selectWindow,
  windowsShown,
  windowsMachine,
  type WindowsEvent,
} from '#machines/answering/windows.ts';
import { typesOf } from '#machines/kit/types.ts';
import { selectWindowState } from '#machines/answering/release-window.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { question, T0, timed, untimed } from '#tests/support/game.ts';
import { fold, modelOf, pathsOf, sentBy, unexampled, unwalked } from '#tests/support/graph.ts';

const windows = (home = NO_WINDOW) => ({ studio: NO_WINDOW, home });
const showing = (shown: Record<string, ReturnType<typeof windows>>) =>
  ({ type: 'windows.shown', shown }) as const;
const corrected = { type: 'clock.corrected' } as const;
const lapsed = { type: 'window.lapsed' } as const;
const input = { now: () => T0 };

describe('every path through the windows', () => {
  const model = modelOf(windowsMachine, {
    input,
    events: {
      'windows.shown': [showing({ g1: windows() })],
      'clock.corrected': [corrected],
      'window.lapsed': [lapsed],
    },
  });
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

/** The windows under a parent that counts their events, with a clock controlled by the test. */
function openFixture() {
  const clock = createFakeClock(T0);
  let heard = 0;
  const parent = createActor(
    setup({
      types: typesOf<{ events: { type: 'window.lapsed' }; children: { windows: 'windows' } }>(),
      actors: { windows: windowsMachine },
      actions: { count: () => (heard += 1) },
    }).createMachine({
      invoke: { id: 'windows', src: 'windows', input: { now: clock.now } },
      on: { 'window.lapsed': { actions: 'count' } },
    }),
    { clock },
  );
  parent.start();
  const child = () => parent.getSnapshot().children.windows;
  return {
    clock,
    parent,
    send: (event: WindowsEvent) => child()?.send(event),
    actors: () => Object.keys(child()?.getSnapshot().children ?? {}),
    heard: () => heard,
  };
}

describe('the windows of the questions shown', () => {
  it('QS-6 have an actor per question and audience, as long as the question is held', () => {
    const { send, actors } = openFixture();
    send(showing({ g1: windows(), g2: windows() }));
    expect(actors()).toEqual(['g1 studio', 'g1 home', 'g2 studio', 'g2 home']);
    send(showing({ g2: windows(timed(5)) }));
    expect(actors()).toEqual(['g2 studio', 'g2 home']);
    send(showing({}));
    expect(actors()).toEqual([]);
  });
  it('QS-6 are not notified when they are unchanged', () => {
    const open = showing({ g1: windows(untimed) });
    expect(sentBy(windowsMachine, input, [open, open])).toEqual([
      { type: 'window.released', window: untimed },
    ]);
    expect(sentBy(windowsMachine, input, [open, showing({ g1: windows() })])).toEqual([
      { type: 'window.released', window: untimed },
      { type: 'window.revoked' },
    ]);
  });
  it('QS-6 notify the parent when one closes by the clock', () => {
    const { clock, send, heard } = openFixture();
    send(showing({ g1: windows(timed(5)) }));
    clock.advance(4_999);
    expect(heard()).toBe(0);
    clock.advance(1);
    expect([heard(), clock.pending()]).toEqual([1, 0]);
  });
  it('QS-6 continue unchanged when another question arrives', () => {
    const { clock, send, heard } = openFixture();
    send(showing({ g1: windows(timed(5)) }));
    send(showing({ g1: windows(timed(5)), g2: windows() }));
    clock.advance(5_000);
    expect(heard()).toBe(1);
  });
  it('QS-6 all receive a clock correction', () => {
    const events = [showing({ g1: windows(timed(5)), g2: windows() }), corrected];
    expect(sentBy(windowsMachine, input, events).slice(1)).toEqual([
      corrected,
      corrected,
      corrected,
      corrected,
    ]);
  });
  it('leave no timer', () => {
    const { clock, parent, send } = openFixture();
    send(showing({ g1: windows(timed(5)), g2: windows(timed(9)) }));
    expect(clock.pending()).toBe(2);
    parent.stop();
    expect(clock.pending()).toBe(0);
  });
  it('exist for held questions only', () => {
    const { parent, send } = openFixture();
    send(windowsShown([question(1, { home: timed(5) })]));
    const window = selectWindow(parent.getSnapshot(), 'g1');
    expect([selectWindowState(window, 'home'), selectWindowState(window, 'studio')]).toEqual([
      'open',
      'locked',
    ]);
    expect(selectWindow(parent.getSnapshot(), 'g2')).toBe(null);
  });
  it('are empty at first', () => {
    expect(fold(windowsMachine, input, []).context.shown).toEqual({});
  });
});
