import { assign, sendParent, setup } from 'xstate';
import { untilInstant } from './kit/delays.ts';
import type { DayTurned } from './kit/realtime.ts';
import type { ClockCorrected } from './kit/session.ts';
import { typesOf } from './kit/types.ts';
import { nextUtcDay } from './rules/clock.ts';

/*
 * The UTC day, by the server's clock (DAY-1…3): waits for 00:00, tells, and waits for the next
 * (decisions §5: 'daily').
 */

export interface DayInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface DayContext extends DayInput {
  /** When the day ends that is waited through, epoch ms. */
  readonly endsAt: number;
}

export const dayMachine = setup({
  types: typesOf<{ input: DayInput; context: DayContext; events: ClockCorrected }>(),
  actions: {
    notifyParent: sendParent((): DayTurned => ({ type: 'day.turned' })),
    turn: assign(({ context: { now } }) => ({ endsAt: nextUtcDay(now()) })),
  },
  guards: { isAnother: ({ context: { now, endsAt } }) => nextUtcDay(now()) !== endsAt },
  delays: { untilEnd: ({ context: { now, endsAt } }) => untilInstant(endsAt, now()) },
}).createMachine({
  id: 'day',
  context: ({ input }) => ({ ...input, endsAt: nextUtcDay(input.now()) }),
  initial: 'lasting',
  states: {
    lasting: {
      always: {
        guard: 'isAnother',
        target: 'lasting',
        reenter: true,
        actions: ['turn', 'notifyParent'],
      },
      // A timer that rings early finds that the day still lasts.
      after: { untilEnd: { target: 'lasting', reenter: true } },
      on: { 'clock.corrected': { target: 'lasting', reenter: true } },
    },
  },
});
