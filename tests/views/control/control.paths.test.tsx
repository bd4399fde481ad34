import { act, fireEvent, render, screen } from '@testing-library/react';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { describe, expect, it } from 'vitest';
import { revealMs } from '#machines/show/rules/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { ShowView } from '#machines/show/calls.ts';
import {
  producerMachine,
  REST_MS,
  type ProducerShows,
  selectMessage,
} from '#machines/show/producer.ts';
import { nextText } from '#machines/show/rules/rundown.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { ControlScreen } from '#src/screens/control/control.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { NO_EVENTS, realtime, timed } from '#tests/support/game.ts';
import { fold, lacking, modelOf, titled, toursOf } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText } from '#tests/support/screens.tsx';
import { item, rundown, showView } from '#tests/support/show-view.ts';
import { question } from '#tests/views/que-cards/question.ts';
import { direction, hidden } from '#tests/views/que-cards/stage-fixture.tsx';

const result = { ...NEW_RESULT, state: 'locked', version: 1 } as const;
/** The first of two items is armed, locked and on the stage screen; the second one is planned. */
const viewOf = (version: number, next: ShowView['next']): ShowView =>
  showView({
    rundown: rundown({
      state: 'live',
      version,
      items: [
        item('1', {
          state: 'armed',
          windows: { studio: timed(-1, 0), home: timed(-1, 0) },
          result,
        }),
        item('2'),
      ],
    }),
    direction: direction({ groups: hidden }),
    next,
  });
const reveal = {
  act: { type: 'reveal', itemId: '1', groupId: 'book' },
  waitsFor: null,
} as const;
const publish = {
  act: { type: 'publish', itemId: '1' },
  waitsFor: null,
} as const;
const onAir = direction({ groups: hidden });
const house = showView({ rundown: rundown({ id: HOUSE_SHOW }), direction: onAir });
const room: ProducerShows = { shows: [], view: viewOf(1, reveal), house };
const input = { newId: () => 'request-1', now: () => 0 };
const isLeft = ({ context }: SnapshotFrom<typeof producerMachine>) =>
  context.view?.next.act?.type === 'reveal';
const model = modelOf(producerMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.show-changed': [realtime('show-changed', { show: viewOf(5, publish) })],
    'producer.act': [
      { type: 'producer.act', act: { type: 'go' } },
      { type: 'producer.act', act: { type: 'arm', itemId: '2' } },
    ],
    'producer.choose': [{ type: 'producer.choose', showId: 's1' }],
    // Sent when the page opens.
    'producer.enter': [],
    'producer.retry': [{ type: 'producer.retry' }],
    // An event of the live bar.
    'stage.undo': [],
    'screens.dismiss': [],
    'reveal.auto': [{ type: 'reveal.auto' }],
    'reveal.hold': [{ type: 'reveal.hold' }],
    'reveal.due': [],
    'release.undo': [],
    'connection.restored': [{ type: 'connection.restored' }],
    'connection.lost': [],
    'answer.accepted': [],
    'clock.corrected': [],
  },
  done: {
    load: [success(room), refusal('Not now.')],
    act: [success(viewOf(2, reveal)), refusal('Not so.')],
  },
  may: (snapshot, { type }) => {
    const isRunning = snapshot.matches({ reveals: 'running' });
    if (type === 'producer.retry') return snapshot.matches({ room: 'failed' });
    // Buttons are disabled while an act is pending.
    if (type === 'producer.act')
      return snapshot.context.view !== null && snapshot.matches({ room: 'ready' });
    if (type.startsWith('reveal.')) return isLeft(snapshot);
    // One timer at a time.
    if (type.includes('revealDelay')) return isRunning && !snapshot.matches({ room: 'resting' });
    return true;
  },
  at: (snapshot) => [
    snapshot.context.view === null,
    isLeft(snapshot),
    Object.keys(snapshot.context.refusals).length > 0 || snapshot.context.message !== null,
  ],
});
const paths = toursOf(model);

/** Finds a button without a query by role, which is too slow for hundreds of steps. */
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

/** The control room, with both questions in the question list. */
async function start() {
  const { clock, producer, load, perform, lists, actors } = cardsFixture();
  render(
    createRoot({ now: clock.now }).page(
      <main>
        <ControlScreen actors={actors} />
      </main>,
    ),
  );
  await lists([question('q1', { result }), question('q2')]);
  const taken: AnyEventObject[] = [];
  const noting =
    (execute: (step: Taken) => unknown) =>
    async (step: Taken): Promise<void> => {
      taken.push(step.event);
      await execute(step);
    };
  const events = {
    'realtime.show-changed': noting(() =>
      act(async () => producer.send(realtime('show-changed', { show: viewOf(5, publish) }))),
    ),
    'connection.restored': noting(() =>
      act(async () => producer.send({ type: 'connection.restored' })),
    ),
    // The list of shows is in the header of the page.
    'producer.choose': noting(() =>
      act(async () => producer.send({ type: 'producer.choose', showId: 's1' })),
    ),
    'producer.act': noting(async ({ event }) => {
      if (event['act'].type === 'arm') {
        await press(/Question 2/);
        await press(/^Arm\b/);
      } else await press(/^(?:Reveal|Publish) (?!all)/);
      expect(perform.asked.at(-1)?.act).toEqual(event['act']);
    }),
    'producer.retry': noting(() => press(/^Try Again/)),
    'reveal.auto': noting(() => press(/^Reveal all/)),
    'reveal.hold': noting(() => press(/^Pause/)),
    'xstate.done.actor.load': noting(({ event }) => load.answer(event['output'])),
    'xstate.error.actor.load': noting(load.fail),
    'xstate.done.actor.act': noting(({ event }) => perform.answer(event['output'])),
    'xstate.error.actor.act': noting(perform.fail),
    'xstate.after.restDelay.producer.room.resting': noting(() =>
      act(async () => clock.advance(REST_MS)),
    ),
    'xstate.after.revealDelay.producer.reveals.running': noting(() =>
      act(async () => clock.advance(revealMs(1))),
    ),
  };
  const facts = () => {
    const snapshot = fold(producerMachine, input, taken);
    const { view } = snapshot.context;
    const message = selectMessage(snapshot);
    const isFailed = snapshot.matches({ room: 'failed' });
    const main = document.querySelector('[data-space] button');
    expect({
      items: screen.queryByText('2 items') !== null,
      isEmpty: screen.queryByText('No show yet') !== null,
      main: main?.textContent ?? null,
      busy: main?.getAttribute('aria-busy') === 'true',
      isRevealing: screen.queryByText('Pause') !== null,
      mayRetry: screen.queryByText('Try Again') !== null,
      message: alertText() || null,
    }).toEqual({
      items: view !== null,
      isEmpty: view === null,
      main: view === null ? null : `${snapshot.context.done ?? nextText(view)}Space`,
      busy: view !== null && (snapshot.hasTag('busy') || snapshot.hasTag('resting')),
      isRevealing: isLeft(snapshot) && snapshot.matches({ reveals: 'running' }),
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

/* Acts of other parts are walked by the test of the stage panel. */
describe('every path through the control room, by its controls [R2.control-pause R2.control-reveal-all]', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
});
