import { screen } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { type ShowControlEvent, showControlMachine } from '#machines/show/show-control.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import {
  fold,
  lacking,
  modelOf,
  pathsOf,
  titled,
  toursOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { alertText } from '#tests/support/screens.tsx';
import { direction, panel, showDeskFixture } from './show-fixture.tsx';

const directed = realtime('show-directed', {
  showId: HOUSE_SHOW,
  direction: direction({ screens: 3 }),
});
const model = modelOf(showControlMachine, {
  input: { now: () => 0 },
  events: {
    ...NO_EVENTS,
    'realtime.show-directed': [directed],
    'show.question': [{ type: 'show.question', questionId: 'q2' }],
    'show.direct': [
      { type: 'show.direct', scene: 'board' },
      { type: 'show.direct', scene: 'idle' },
    ],
    'show.reveal': [
      { type: 'show.reveal', groupId: null },
      { type: 'show.reveal', groupId: 'book' },
    ],
    'show.hide': [
      { type: 'show.hide', groupId: null },
      { type: 'show.hide', groupId: 'towel' },
    ],
    // Of the live bar.
    'show.undo': [],
    // Of the control room.
    'screens.dismiss': [],
    'link.create': [{ type: 'link.create' }],
    'link.revoke': [{ type: 'link.revoke' }],
    'control.retry': [{ type: 'control.retry' }],
    'connection.restored': [{ type: 'connection.restored' }],
    'connection.lost': [],
    'answer.accepted': [],
    'clock.corrected': [],
  },
  done: {
    load: [success(direction()), refusal('Not now.')],
    act: [success(direction()), refusal('Players can still answer.')],
  },
  at: ({ context: { direction: known, message } }) => [known === null, message === null],
});
const isAct = ({ type }: AnyEventObject): boolean => /^(?:show|link)\./.test(type);
// There is nothing to press before it is known how the page is directed.
const paths = toursOf(
  model,
  pathsOf(model).filter(({ steps }) =>
    steps.every(
      ({ event }, index) =>
        !isAct(event) ||
        steps.slice(0, index).some(({ state }) => state.context.direction !== null),
    ),
  ),
);

/** All that the panel tells, but for the link. */
const face = () => ({
  isWaiting: panel().queryByText('Loading the show page') !== null,
  screens: panel().queryByText(/screens? connected/)?.textContent,
  shows: panel().queryByText(/^It shows/)?.textContent,
  busy: panel().queryByText('Reveal next')?.closest('[aria-busy]') instanceof Element,
  alarm: alertText(),
  mayRetry: panel().queryByText('Try Again') !== null,
});

async function start() {
  const desk = await showDeskFixture();
  const press = (name: string) => desk.person.click(panel().getByText(name));
  const confirm = async (name: string, sure: string) => {
    await press(name);
    await desk.person.click(screen.getByText(sure, { selector: 'dialog footer button > *' }));
  };
  type Step = { readonly event: AnyEventObject };
  const told = (event: ShowControlEvent) => () => desk.send(event);
  const executors = {
    'realtime.show-directed': told(directed),
    'connection.restored': told({ type: 'connection.restored' }),
    'control.retry': () =>
      face().mayRetry ? press('Try Again') : desk.send({ type: 'control.retry' }),
    // The other card's question is the one that is shown.
    'show.question': () => desk.person.click(screen.getByText('Show on screen')),
    'show.direct': ({ event }: Step) => press(event['scene'] === 'board' ? 'Show board' : 'Clear'),
    'show.reveal': ({ event }: Step) => press(event['groupId'] === null ? 'Reveal next' : 'Reveal'),
    'show.hide': ({ event }: Step) => press(event['groupId'] === null ? 'Hide last' : 'Hide'),
    'link.create': () => confirm('New link', 'Make new link'),
    'link.revoke': () => confirm('Revoke link', 'Revoke link'),
    'xstate.done.actor.load': ({ event }: Step) => desk.load.answer(event['output']),
    'xstate.error.actor.load': desk.load.fail,
    'xstate.done.actor.act': ({ event }: Step) => desk.perform.answer(event['output']),
    'xstate.error.actor.act': desk.perform.fail,
  };
  const taken: AnyEventObject[] = [];
  const events = Object.fromEntries(
    Object.entries(executors).map(([name, execute]) => [
      name,
      async (step: Step): Promise<void> => {
        taken.push(step.event);
        await execute(step);
      },
    ]),
  );
  /** What the chart alone knows by now. */
  const context = () => fold(showControlMachine, { now: () => 0 }, taken).context;
  const calm = () => {
    const { direction: known, message } = context();
    return {
      isWaiting: false,
      screens: known === null ? undefined : `${known.screens} screens connected`,
      shows: known === null ? undefined : 'It shows Question q1 1 of 2 revealed',
      busy: false,
      alarm: message ?? '',
      mayRetry: false,
    };
  };
  const states = {
    loading: () => {
      const isWaiting = context().direction === null;
      expect(face()).toEqual({ ...calm(), isWaiting, ...(isWaiting ? { alarm: '' } : {}) });
    },
    ready: () => expect(face()).toEqual(calm()),
    acting: () => {
      expect(face()).toEqual({ ...calm(), busy: true });
      expect(desk.perform.asked.at(-1)).toEqual({ act: context().act, questionId: 'q1' });
    },
    failed: () => expect(face()).toEqual({ ...calm(), mayRetry: true }),
  };
  return { events, states };
}

describe('every way of directing the show page, by the controls of the desk [R2.show-desk-scene R2.show-desk-now R2.show-desk-reveal R2.show-desk-hide R2.show-desk-revoke R2.show-desk-screens R2.show-desk-refused R2.show-desk-live]', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an example and an executor of every event, and facts for every state', async () => {
    expect(unexampled(model)).toEqual(['show.undo', 'screens.dismiss']);
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every transition but those of the live bar and the control room', () => {
    expect(
      unwalked(model, paths).filter((name) => !/show\.undo|screens\.dismiss/u.test(name)),
    ).toEqual([]);
  });
});
