import { emit, setup } from 'xstate';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * A screen that has said what it had to say and leads on (PAY-6): reading -> left.
 */

export interface DepartureInput {
  readonly to: string;
  readonly afterMs: number;
}

export const departureMachine = setup({
  types: typesOf<{
    input: DepartureInput;
    context: DepartureInput;
    emitted: EmittedEventOf<'navigate'>;
  }>(),
  actions: { leave: emit(({ context: { to } }) => ({ type: 'navigate', to })) },
  delays: { untilDeparture: ({ context: { afterMs } }) => afterMs },
}).createMachine({
  id: 'departure',
  context: ({ input }) => input,
  initial: 'reading',
  states: {
    reading: { after: { untilDeparture: 'left' } },
    left: { entry: 'leave' },
  },
});
