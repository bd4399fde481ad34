import { assign, sendParent, setup } from 'xstate';
import type { Days } from '#machines/contract/entities.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import type { DayTurned } from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { dayAt, dayEnd } from './rules/day.ts';

/*
 * The current day of the show, by the server's clock (DAY-1…4): waits until midnight in its time zone, or until a show
 * that runs past midnight ends, reports the new day, and waits again (decisions §9: 'today').
 */

export interface DayInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  readonly days: Days;
}
export interface DayContext extends DayInput {
  /** The current day, YYYY-MM-DD. */
  readonly day: string;
}
/** Sent by the parent: a show has gone live or ended, or another time zone was chosen. */
export interface DaysChanged {
  readonly type: 'days.changed';
  readonly days: Days;
}

export const dayMachine = setup({
  types: typesOf<{
    input: DayInput;
    context: DayContext;
    events: ClockCorrected | DaysChanged;
  }>(),
  actions: {
    notifyParent: sendParent((): DayTurned => ({ type: 'day.turned' })),
    turn: assign(({ context: { now, days } }) => ({ day: dayAt(days, now()) })),
    setDays: assign({ days: (_, { days }: DaysChanged) => days }),
  },
  guards: { isAnother: ({ context: { now, days, day } }) => dayAt(days, now()) !== day },
  delays: { untilEnd: ({ context: { now, days } }) => untilInstant(dayEnd(days, now()), now()) },
}).createMachine({
  id: 'day',
  context: ({ input }) => ({ ...input, day: dayAt(input.days, input.now()) }),
  initial: 'lasting',
  states: {
    lasting: {
      always: {
        guard: 'isAnother',
        target: 'lasting',
        reenter: true,
        actions: ['turn', 'notifyParent'],
      },
      // If the timer fires early, the day is still the same, and the state waits again.
      after: { untilEnd: { target: 'lasting', reenter: true } },
      on: {
        'clock.corrected': { target: 'lasting', reenter: true },
        'days.changed': {
          target: 'lasting',
          reenter: true,
          actions: { type: 'setDays', params: eventPayload },
        },
      },
    },
  },
});
