import { act, render } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect } from 'vitest';
import type { ResultState } from '#machines/contract/entities.ts';
import { type ItemSeen, itemMachine } from '#machines/show/item.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { StageWord } from '#src/screens/control/rundown-list.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { T0, timed } from '#tests/support/game.ts';
import { modelOf, toursOf } from '#tests/support/graph.ts';
import { itWalks } from '#tests/support/tours.ts';

const untouched = { windows: { studio: NO_WINDOW, home: NO_WINDOW } };
const inPlay = { windows: { studio: timed(30), home: timed(30) } };
const over = (state: ResultState) => ({
  windows: { studio: timed(-1), home: timed(-1) },
  result: { state },
});
const told: readonly ({ readonly type: 'item.updated' } & ItemSeen)[] = [
  { type: 'item.updated', state: 'planned', facts: untouched },
  { type: 'item.updated', state: 'skipped', facts: untouched },
  { type: 'item.updated', state: 'armed', facts: untouched },
  { type: 'item.updated', state: 'armed', facts: inPlay },
  { type: 'item.updated', state: 'armed', facts: over('counting') },
  { type: 'item.updated', state: 'armed', facts: over('locked') },
  { type: 'item.updated', state: 'armed', facts: over('revealed') },
  { type: 'item.updated', state: 'armed', facts: over('published') },
  { type: 'item.updated', state: 'armed', facts: over('corrected') },
];
const input = { state: 'planned', facts: untouched, now: () => T0 } as const;
const model = modelOf(itemMachine, {
  input,
  events: { 'item.updated': told, 'clock.corrected': [{ type: 'clock.corrected' }] },
  at: ({ context }) => [context.state, context.facts.result?.state],
});
const paths = toursOf(model);

function start() {
  const clock = createFakeClock(T0);
  const actor = createActor(itemMachine, { clock, input }).start();
  const { container } = render(<StageWord item={actor} />);
  const pass = ({ event }: { readonly event: AnyEventObject }) =>
    act(async () => {
      const known = [...told, { type: 'clock.corrected' } as const].find(
        (each) => JSON.stringify(each) === JSON.stringify(event),
      );
      if (known !== undefined) actor.send(known);
    });
  const says = (words: string) => () => expect(container.textContent).toBe(words);
  const events = {
    'item.updated': pass,
    'clock.corrected': pass,
    // Too early: the clock is still where it was.
    'xstate.after.untilTurn.item.inPlay': () => act(async () => clock.advance(30_000)),
  };
  const states = {
    planned: says('Planned'),
    skipped: says('Skipped'),
    armed: says('Armed'),
    inPlay: says('In play'),
    counting: says('Over'),
    locked: says('Locked'),
    revealed: says('Revealed'),
    published: says('Published'),
    corrected: says('Corrected'),
  };
  return { events, states };
}

describe('every way through the life of an item, as its row says it [R2.control-states]', () => {
  itWalks(model, paths, start);
});
