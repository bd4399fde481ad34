import { assign, sendParent, setup } from 'xstate';
import type { DayZones } from './contract/entities.ts';
import { untilInstant } from './kit/delays.ts';
import type { DayTurned } from './kit/realtime.ts';
import type { ClockCorrected } from './kit/session.ts';
import { typesOf } from './kit/types.ts';
import { dayEnd } from './rules/day.ts';

/*
 * The day of the show, by the server's clock (DAY-1…3): waits for 00:00 in its zone, tells, and waits for the next
 * (decisions §9: 'today').
 */

export interface DayInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  readonly days: DayZones;
}
export interface DayContext extends DayInput {
  /** When the day ends that is waited through, epoch ms. */
  readonly endsAt: number;
}

export const dayMachine = setup({
  types: typesOf<{ input: DayInput; context: DayContext; events: ClockCorrected }>(),
  actions: {
    notifyParent: sendParent((): DayTurned => ({ type: 'day.turned' })),
    turn: assign(({ context: { now, days } }) => ({ endsAt: dayEnd(days, now()) })),
  },
  guards: { isAnother: ({ context: { now, days, endsAt } }) => dayEnd(days, now()) !== endsAt },
  delays: { untilEnd: ({ context: { now, endsAt } }) => untilInstant(endsAt, now()) },
}).createMachine({
  id: 'day',
  context: ({ input }) => ({ ...input, endsAt: dayEnd(input.days, input.now()) }),
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
