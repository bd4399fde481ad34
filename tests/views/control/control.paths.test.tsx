import { act, fireEvent, render, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect } from 'vitest';
import type { Direction, Rundown } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  type ControlAsked,
  controlMachine,
  REST_MS,
  REVEAL_MS,
  type Room,
  selectMessage,
} from '#machines/show/control.ts';
import { type Desk, queCardsMachine } from '#machines/show/que-cards.ts';
import { type ActAsked, showControlMachine } from '#machines/show/show-control.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { ControlScreen } from '#src/screens/control/control.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import { fold, modelOf, toursOf } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText, manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';
import { question } from '#tests/views/que-cards/question.ts';
import { direction, hidden } from '#tests/views/que-cards/show-fixture.tsx';
import { DRAFT } from './fixture.tsx';

const item = (number: number, state: 'armed' | 'planned') => ({
  id: `i${number}`,
  questionId: `q${number}`,
  gameSessionId: `game-q${number}`,
  text: `Question ${number}`,
  state,
  studioSeconds: 30,
  homeSeconds: 30,
  order: 'both' as const,
  note: '',
});
const rundown = (version: number): Rundown => ({
  ...DRAFT,
  state: 'live',
  version,
  items: [item(1, 'armed'), item(2, 'planned')],
});
const room: Room = { shows: [], rundown: rundown(1) };
const input = { newId: () => 'request-1' };
const model = modelOf(controlMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.rundown-changed': [realtime('rundown-changed', { showId: 's1', version: 5 })],
    'control.act': [{ type: 'control.act', act: { type: 'arm', itemId: 'i2' } }],
    'control.pressed': [{ type: 'control.pressed' }],
    'control.choose': [{ type: 'control.choose', showId: 's1' }],
    'control.retry': [{ type: 'control.retry' }],
    'reveal.auto': [{ type: 'reveal.auto' }],
    'reveal.hold': [{ type: 'reveal.hold' }],
    'line.back': [{ type: 'line.back' }],
    'line.lost': [],
    'answer.accepted': [],
    'clock.corrected': [],
  },
  done: {
    load: [success(room), refusal('Not now.')],
    act: [success(rundown(2)), refusal('Not so.')],
  },
  may: (snapshot, { type }) => {
    const { rundown: held } = snapshot.context;
    const isRunning = snapshot.matches({ reveals: 'running' });
    if (type === 'control.retry') return snapshot.matches({ room: 'failed' });
    // Buttons of acts wait for the one before.
    if (type === 'control.act' || type === 'control.pressed')
      return held !== null && snapshot.matches({ room: 'ready' });
    if (type.startsWith('reveal.')) return held !== null;
    // One timer at a time.
    if (type.includes('revealDelay')) return isRunning && !snapshot.matches({ room: 'resting' });
    return true;
  },
  at: ({ context: { rundown: held, heard, refusal: refused, message } }) => [
    held === null,
    heard > (held?.version ?? 0),
    refused !== null || message !== null,
  ],
});
const paths = toursOf(model);

/** Roles are looked for by the tests of each part; here hundreds of steps press buttons. */
const button = (name: RegExp) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent));

const press = (name: RegExp) =>
  act(async () => {
    const found = button(name);
    if (found === undefined) throw new Error(`there is no button ${name}`);
    fireEvent.click(found);
  });

interface Taken {
  readonly event: AnyEventObject;
}

/** The first of two items is armed, locked and on the show page; the second one is planned. */
async function start() {
  const clock = createFakeClock(0);
  const load = manualPort<{ readonly showId: string | null }, Room>();
  const perform = manualPort<ControlAsked, Rundown | null>();
  const list = manualPort<undefined, Desk>();
  const look = manualPort<undefined, Direction>();
  const direct = manualPort<ActAsked, Direction>();
  const control = createActor(
    controlMachine.provide({ actors: { load: load.logic, act: perform.logic } }),
    { clock, input },
  ).start();
  const show = createActor(
    showControlMachine.provide({ actors: { load: look.logic, act: direct.logic } }),
    { clock, input: { now: clock.now } },
  ).start();
  const cards = createActor(queCardsMachine.provide({ actors: { load: list.logic } }), {
    clock,
    input: { now: clock.now },
  }).start();
  render(
    createRoot({ now: clock.now }).page(
      <main>
        <ControlScreen control={control} desk={{ cards, show: { control: show, made: null } }} />
      </main>,
    ),
  );
  const onAir = direction({ places: hidden });
  const result = { ...NEW_RESULT, state: 'locked', version: 1 } as const;
  await look.answer(success(onAir));
  await list.answer(
    success({
      questions: [question('q1', { result }), question('q2')],
      connected: { studio: 0, home: 0 },
    }),
  );
  const taken: AnyEventObject[] = [];
  const noting =
    (execute: (step: Taken) => unknown) =>
    async (step: Taken): Promise<void> => {
      taken.push(step.event);
      await execute(step);
    };
  /** The show page does as it is told, and a group is left to reveal. */
  const shown = () => direct.answer(success(onAir));
  const told = noting(({ event }) =>
    act(async () => {
      if (event.type === 'line.back') control.send({ type: 'line.back' });
      else control.send(realtime('rundown-changed', { showId: 's1', version: 5 }));
    }),
  );
  const events = {
    'realtime.rundown-changed': told,
    'line.back': told,
    // The list of shows stands in the head of the page.
    'control.choose': noting(() =>
      act(async () => control.send({ type: 'control.choose', showId: 's1' })),
    ),
    'control.act': noting(async () => {
      await press(/Question 2/);
      await press(/^Arm\b/);
    }),
    'control.pressed': noting(async () => {
      await press(/^Reveal (?!all)/);
      await shown();
    }),
    'control.retry': noting(() => press(/^Try Again/)),
    'reveal.auto': noting(async () => {
      await press(/^Reveal all/);
      await shown();
    }),
    'reveal.hold': noting(() => press(/^Hold/)),
    'xstate.done.actor.load': noting(({ event }) => load.answer(event['output'])),
    'xstate.error.actor.load': noting(load.fail),
    'xstate.done.actor.act': noting(({ event }) => perform.answer(event['output'])),
    'xstate.error.actor.act': noting(perform.fail),
    'xstate.after.restDelay.control.room.resting': noting(() =>
      act(async () => clock.advance(REST_MS)),
    ),
    'xstate.after.revealDelay.control.reveals.running': noting(async () => {
      await act(async () => clock.advance(REVEAL_MS));
      await shown();
    }),
  };
  const facts = () => {
    const snapshot = fold(controlMachine, input, taken);
    const { rundown: held } = snapshot.context;
    const message = selectMessage(snapshot);
    const isFailed = snapshot.matches({ room: 'failed' });
    const main = button(/^Reveal (?!all)/);
    expect({
      items: screen.queryByText('2 items') !== null,
      isEmpty: screen.queryByText('No show yet') !== null,
      busy: main?.getAttribute('aria-busy') === 'true',
      isRevealing: screen.queryByText('Hold') !== null,
      mayRetry: screen.queryByText('Try Again') !== null,
      message: alertText() || null,
    }).toEqual({
      items: held !== null,
      isEmpty: held === null,
      busy: held !== null && (snapshot.hasTag('busy') || snapshot.hasTag('resting')),
      isRevealing: held !== null && snapshot.matches({ reveals: 'running' }),
      mayRetry: isFailed && message !== null,
      message,
    });
  };
  const rooms = ['loading', 'ready', 'acting', 'resting', 'failed'] as const;
  const states = {
    ...Object.fromEntries(rooms.map((each) => [`room.${each}`, facts])),
    'reveals.held': facts,
    'reveals.running': facts,
  };
  return { events, states };
}

describe('every way through the control room, by its controls [R2.control-pause R2.control-reveal-all]', () => {
  itWalks(model, paths, start);
});
