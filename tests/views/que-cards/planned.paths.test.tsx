import { act, render, screen } from '@testing-library/react';
import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { questionExpiryMachine } from '#machines/show/question-expiry.ts';
import { Planned } from '#src/screens/que-cards/planned.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { T0 } from '#tests/support/game.ts';
import { lacking, modelOf, titled, toursOf, unexampled, unwalked } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';

const HOUR_MS = 3_600_000;
const plan = { startsAt: T0, endsAt: T0 + HOUR_MS };
const corrected = { type: 'clock.corrected' } as const;
/** Three models: a minute before, during, and an hour after the planned time. The clock stands still. */
const models = [T0 - 60_000, T0, T0 + HOUR_MS].map((instant) => {
  const model = modelOf(questionExpiryMachine, {
    input: { ...plan, now: () => instant },
    events: { 'clock.corrected': [corrected] },
  });
  return { instant, model, paths: toursOf(model) };
});

const says = (words: string) => () => expect(screen.getByText(words).tagName).toBe('SPAN');

function start(instant: number) {
  const clock = createFakeClock(instant);
  const now = () => instant;
  const actor = createActor(questionExpiryMachine, { clock, input: { ...plan, now } }).start();
  render(createRoot({ now }).page(<Planned expiry={actor} isOver={false} />));
  const ring = () => act(async () => clock.advance(HOUR_MS));
  const events = {
    'clock.corrected': () => act(async () => actor.send(corrected)),
    // The timer fires early: the clock has not advanced.
    'xstate.after.untilStart.questionExpiry.planned': ring,
    'xstate.after.untilEnd.questionExpiry.running': ring,
  };
  const states = {
    planned: says('Starts in 00:01:00'),
    running: says('Running'),
    ended: says('Ended'),
  };
  return { events, states };
}

describe("every path through a question's planned time, as shown on its card [R2.qc-planned]", () => {
  it.each(
    models.flatMap(({ instant, paths }) => titled(paths).map((row) => [...row, instant] as const)),
  )('%s', async (_, path, instant) => {
    expect((await path.test(start(instant))).state.error).toBeNull();
  });
  it('has an example and an executor of every event, and facts for every state', () => {
    for (const { instant, model, paths } of models) {
      expect(unexampled(model)).toEqual([]);
      expect(lacking(paths, start(instant))).toEqual([]);
    }
  });
  it('every transition is walked before, during or after it', () => {
    const [first = [], ...rest] = models.map(({ model, paths }) => unwalked(model, paths));
    expect(first.filter((name) => rest.every((missed) => missed.includes(name)))).toEqual([]);
  });
});
