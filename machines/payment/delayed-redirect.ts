import { emit, setup } from 'xstate';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * Redirects after a delay (PAY-6): reading -> left.
 */

export interface DelayedRedirectInput {
  readonly to: string;
  readonly afterMs: number;
}

export const delayedRedirectMachine = setup({
  types: typesOf<{
    input: DelayedRedirectInput;
    context: DelayedRedirectInput;
    emitted: EmittedEventOf<'navigate'>;
  }>(),
  actions: { leave: emit(({ context: { to } }) => ({ type: 'navigate', to })) },
  delays: { redirectDelay: ({ context: { afterMs } }) => afterMs },
}).createMachine({
  id: 'delayedRedirect',
  context: ({ input }) => input,
  initial: 'reading',
  states: {
    reading: { after: { redirectDelay: 'left' } },
    left: { entry: 'leave' },
  },
});
