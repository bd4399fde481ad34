import { act, render } from '@testing-library/react';
import { createActor } from 'xstate';
import { expect, it } from 'vitest';
import type { Rundown } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  type ControlAsked,
  controlMachine,
  type Room,
  selectIsRevealing,
} from '#machines/show/control.ts';
import { type ActAsked, selectMessage, showControlMachine } from '#machines/show/show-control.ts';
import type { Direction } from '#machines/contract/entities.ts';
import { useReveals } from '#src/screens/control/hook.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { manualPort } from '#tests/support/screens.tsx';
import { createRoot } from '#tests/support/root.tsx';
import { direction, hidden } from '#tests/views/que-cards/show-fixture.tsx';

/** Reveals that have begun by themselves, over what the show page shows. */
async function revealing(shown: Partial<Direction>) {
  const clock = createFakeClock(0);
  const load = manualPort<{ readonly showId: string | null }, Room>();
  const run = manualPort<ControlAsked, Rundown | null>();
  const look = manualPort<undefined, Direction>();
  const direct = manualPort<ActAsked, Direction>();
  const control = createActor(
    controlMachine.provide({ actors: { load: load.logic, act: run.logic } }),
    { clock, input: { newId: () => 'r1' } },
  ).start();
  const show = createActor(
    showControlMachine.provide({ actors: { load: look.logic, act: direct.logic } }),
    { clock, input: { now: clock.now } },
  ).start();
  function Reveals() {
    useReveals(control, show);
    return null;
  }
  render(createRoot({ now: clock.now }).page(<Reveals />));
  await act(() => look.answer(success(direction({ places: hidden, ...shown }))));
  await act(async () => control.send({ type: 'reveal.auto' }));
  return {
    direct,
    message: () => selectMessage(show.getSnapshot()),
    isRunning: () => selectIsRevealing(control.getSnapshot()),
  };
}

it('stops when a reveal is refused, and says why [R2.control-reveal-all]', async () => {
  const { direct, message, isRunning } = await revealing({});
  expect([isRunning(), direct.asked.length]).toEqual([true, 1]);
  await act(() => direct.answer(refusal('Players can still answer.')));
  expect([isRunning(), message()]).toEqual([false, 'Players can still answer.']);
});

it('stops when a reveal fails [R2.control-reveal-all]', async () => {
  const { direct, isRunning } = await revealing({});
  await act(() => direct.fail());
  expect(isRunning()).toBe(false);
});

it('reveals nothing of a question that is not on the screen any more [R2.control-reveal-all]', async () => {
  const { direct, isRunning } = await revealing({ scene: 'idle' });
  expect([isRunning(), direct.asked.length]).toEqual([false, 0]);
});
