import { assign, enqueueActions, setup } from 'xstate';
import { untilInstant } from '#machines/kit/delays.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import type { RealtimeEvent } from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * In time with the screen (CUR-1…5): what the show says passes at once, but points, ranks and boards wait from a
 * reveal on until the screen has shown it.
 */

export interface CurtainInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface CurtainContext extends CurtainInput {
  /** When the screen has shown all that was revealed, epoch ms. */
  readonly opensAt: number;
  /** What waits for that, in its order. */
  readonly waiting: readonly RealtimeEvent[];
}

const TELLING: ReadonlySet<RealtimeEvent['type']> = new Set([
  'realtime.answer-updated',
  'realtime.boards-updated',
  'realtime.standing-updated',
]);
/** Whether one could see by it who has won what. An answer that was given on another device is no such news. */
const isTelling = ({ type, payload }: RealtimeEvent): boolean =>
  TELLING.has(type) && !('answer' in payload);
const shownAtOf = ({ payload }: RealtimeEvent): number =>
  'shownAt' in payload ? (payload.shownAt ?? 0) : 0;
const TAKE = { type: 'take', params: eventPayload } as const;
const CLOSE = [{ type: 'close', params: eventPayload }, TAKE] as const;

export const curtainMachine = setup({
  types: typesOf<{
    input: CurtainInput;
    context: CurtainContext;
    events: RealtimeEvent | ClockCorrected;
    emitted: RealtimeEvent;
  }>(),
  actions: {
    close: assign((_, event: RealtimeEvent) => ({ opensAt: shownAtOf(event) })),
    take: enqueueActions(({ context: { waiting }, enqueue }, event: RealtimeEvent) => {
      if (isTelling(event)) {
        enqueue.assign({ waiting: [...waiting, event] });
        return;
      }
      // It has all own answers as they are: what was told of them before is old.
      if (event.type === 'realtime.snapshot')
        enqueue.assign({
          waiting: waiting.filter(({ type }) => type !== 'realtime.answer-updated'),
        });
      enqueue.emit(event);
    }),
    pass: enqueueActions(({ enqueue }, event: RealtimeEvent) => enqueue.emit(event)),
    passAll: enqueueActions(({ context: { waiting }, enqueue }) => {
      for (const event of waiting) enqueue.emit(event);
      enqueue.assign({ waiting: [] });
    }),
  },
  guards: {
    isEarly: ({ context: { now } }, event: RealtimeEvent) => shownAtOf(event) > now(),
    isLater: ({ context: { opensAt } }, event: RealtimeEvent) => shownAtOf(event) > opensAt,
  },
  delays: {
    untilShown: ({ context: { opensAt, now } }) => untilInstant(opensAt, now()),
  },
}).createMachine({
  id: 'curtain',
  context: ({ input }) => ({ ...input, opensAt: 0, waiting: [] }),
  initial: 'open',
  states: {
    open: {
      entry: 'passAll',
      on: {
        'realtime.*': [
          { guard: { type: 'isEarly', params: eventPayload }, target: 'closed', actions: CLOSE },
          { actions: { type: 'pass', params: eventPayload } },
        ],
      },
    },
    closed: {
      after: { untilShown: 'open' },
      on: {
        'clock.corrected': { target: 'closed', reenter: true },
        'realtime.*': [
          {
            guard: { type: 'isLater', params: eventPayload },
            target: 'closed',
            reenter: true,
            actions: CLOSE,
          },
          { actions: TAKE },
        ],
      },
    },
  },
});
