import { screen } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { Direction } from '#machines/contract/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import {
  type LinkAct,
  stageAct,
  producerMachine,
  type ProducerShows,
  selectAirDirection,
  selectFailure,
  selectIsActing,
  selectIsFailed,
  selectRefusal,
  STAGE,
} from '#machines/show/producer.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import { fold, lacking, modelOf, titled, toursOf } from '#tests/support/graph.ts';
import { rundown, showView } from '#tests/support/show-view.ts';
import { alertText } from '#tests/support/screens.tsx';
import { direction, panel, stagePanelFixture } from './stage-fixture.tsx';

const houseOf = (more: Partial<Direction> = {}, serverTime = 1) =>
  showView({ rundown: rundown({ id: HOUSE_SHOW }), direction: direction(more), serverTime });
const room: ProducerShows = { shows: [], view: null, house: houseOf() };
const directed = realtime('show-changed', { show: houseOf({ screens: 3 }, 2) });
const on = { itemId: 'item-q1' };
type PanelAct = Extract<ShowAct, { type: 'question' | 'scene' | 'reveal' | 'hide' }> | LinkAct;
const acts: readonly PanelAct[] = [
  // The button is on the card of another question.
  { type: 'question', itemId: 'item-q2' },
  { type: 'scene', scene: 'board' },
  { type: 'scene', scene: 'idle' },
  { type: 'reveal', ...on },
  { type: 'reveal', ...on, groupId: 'book' },
  { type: 'hide', ...on },
  { type: 'hide', ...on, groupId: 'towel' },
  { type: 'createLink' },
  { type: 'revokeLink' },
];
const input = { newId: () => 'request-1', now: () => 0 };
const model = modelOf(producerMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.show-changed': [directed],
    'producer.act': acts.map((act) => stageAct(HOUSE_SHOW, act)),
    // Events of the control room and the live bar.
    'producer.choose': [],
    'producer.enter': [],
    'stage.undo': [],
    'release.undo': [],
    'screens.dismiss': [],
    'reveal.auto': [],
    'reveal.hold': [],
    'reveal.due': [],
    'producer.retry': [{ type: 'producer.retry' }],
    'connection.restored': [{ type: 'connection.restored' }],
    'connection.lost': [],
    'answer.accepted': [],
    'clock.corrected': [],
  },
  done: {
    load: [success(room), refusal('Not now.')],
    act: [success(houseOf({}, 3)), refusal('Players can still answer.')],
  },
  // Only acts with an enabled button are possible, one at a time.
  may: (snapshot, { type }) => {
    if (type === 'producer.retry') return snapshot.matches({ room: 'failed' });
    if (type !== 'producer.act') return true;
    return snapshot.context.house !== null && snapshot.matches({ room: 'ready' });
  },
  at: ({ context: { house, refusals } }) => [house === null, STAGE in refusals],
});
const paths = toursOf(model);

/** Everything that the panel shows except the link. */
const face = () => ({
  isWaiting: panel().queryByText('Loading the stage') !== null,
  screens: panel().queryByText(/screens? connected/)?.textContent,
  shows: panel().queryByText(/^On the stage:/)?.textContent,
  busy: panel().queryByText('Reveal next')?.closest('[aria-busy]') instanceof Element,
  alarm: alertText(),
  mayRetry: panel().queryByText('Try Again') !== null,
});

async function start() {
  const fixture = await stagePanelFixture();
  const press = (name: string) => fixture.person.click(panel().getByText(name));
  const confirm = async (name: string, sure: string) => {
    await press(name);
    await fixture.person.click(screen.getByText(sure, { selector: 'dialog footer button > *' }));
  };
  const pressFor = (act: PanelAct) => {
    switch (act.type) {
      case 'question':
        // The question on the stage is that of the first card.
        return fixture.person.click(screen.getByText('Put on the stage'));
      case 'scene':
        return press(act.scene === 'board' ? 'Show board' : 'Clear');
      case 'reveal':
        return press(act.groupId === undefined ? 'Reveal next' : 'Reveal');
      case 'hide':
        return press(act.groupId === undefined ? 'Hide last' : 'Hide');
      case 'createLink':
        return confirm('New link', 'Make new link');
      case 'revokeLink':
        break;
    }
    return confirm('Revoke link', 'Revoke link');
  };
  type Step = { readonly event: AnyEventObject };
  const executors = {
    'realtime.show-changed': () => fixture.send(directed),
    'connection.restored': () => fixture.send({ type: 'connection.restored' }),
    'producer.retry': () =>
      face().mayRetry ? press('Try Again') : fixture.send({ type: 'producer.retry' }),
    'producer.act': ({ event }: Step) => pressFor(event['act']),
    'xstate.done.actor.load': ({ event }: Step) => fixture.load.answer(event['output']),
    'xstate.error.actor.load': fixture.load.fail,
    'xstate.done.actor.act': ({ event }: Step) => fixture.perform.answer(event['output']),
    'xstate.error.actor.act': fixture.perform.fail,
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
  const facts = () => {
    const snapshot = fold(producerMachine, input, taken);
    const known = selectAirDirection(snapshot);
    const isFailed = selectIsFailed(snapshot);
    const refused = known === null ? null : selectRefusal(STAGE)(snapshot);
    expect(face()).toEqual({
      isWaiting: known === null && !isFailed,
      screens: known === null ? undefined : `${known.screens} screens connected`,
      shows: known === null ? undefined : 'On the stage: Question q1 1 of 2 revealed',
      busy: selectIsActing(STAGE)(snapshot),
      alarm: `${isFailed ? (selectFailure(snapshot) ?? '') : ''}${refused ?? ''}`,
      mayRetry: isFailed,
    });
    const { posted } = snapshot.context;
    expect([null, fixture.perform.asked.at(-1)?.act]).toContainEqual(posted?.act ?? null);
  };
  const rooms = ['loading', 'ready', 'acting', 'failed'];
  return { events, states: Object.fromEntries(rooms.map((each) => [`room.${each}`, facts])) };
}

/* The control room walks the rest of the chart. */
describe('every path through the panel of the stage, by its controls [R2.direct-scene R2.direct-now R2.direct-reveal R2.direct-hide R2.direct-revoke R2.direct-screens R2.direct-refused R2.direct-live]', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
});
