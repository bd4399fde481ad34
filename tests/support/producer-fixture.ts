import { act } from '@testing-library/react';
import { createActor } from 'xstate';
import type { Direction } from '#machines/contract/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import type { ShowView } from '#machines/show/calls.ts';
import { type PostedAct, producerMachine, type ProducerShows } from '#machines/show/producer.ts';
import { createFakeClock } from './fake-clock.ts';
import { realtime } from './game.ts';
import { manualPort } from './screens.tsx';
import { rundown, showView } from './show-view.ts';

const mapped = <T, U>(outcome: Outcome<T>, of: (value: T) => U): Outcome<U> =>
  outcome.ok ? success(of(outcome.value)) : outcome;

/** The producer, with the server controlled by the test. */
export function producerFixture(clock = createFakeClock(0)) {
  const load = manualPort<{ readonly showId: string | null }, ProducerShows>();
  const perform = manualPort<PostedAct, ShowView>();
  const producer = createActor(
    producerMachine.provide({ actors: { load: load.logic, act: perform.logic } }),
    { clock, input: { newId: () => 'request-1', now: clock.now } },
  ).start();
  let serverTime = 1;
  /** The house show with this on air, later each time. */
  const house = (direction: Direction): ShowView => {
    serverTime += 1;
    return showView({ rundown: rundown({ id: HOUSE_SHOW }), direction, serverTime });
  };
  return {
    clock,
    producer,
    load,
    perform,
    house,
    /** Replies to a load with the stage, and a show. */
    loads: (outcome: Outcome<Direction>, view: ShowView | null = null) =>
      load.answer(mapped(outcome, (direction) => ({ shows: [], view, house: house(direction) }))),
    /** Replies to an act with the stage at that time. */
    does: (outcome: Outcome<Direction>) => perform.answer(mapped(outcome, house)),
    /** The stage has changed. */
    tells: (direction: Direction) =>
      act(async () => producer.send(realtime('show-changed', { show: house(direction) }))),
  };
}
