import { assign, enqueueActions, setup } from 'xstate';
import { untilInstant } from '#machines/kit/delays.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import type { RealtimeEvent } from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * Keeps phones in time with the stage screen (SG-1…5): after a reveal, events with points, ranks and boards wait until the
 * screen has shown it. All other events pass at once.
 */

export interface SpoilerGateInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface SpoilerGateContext extends SpoilerGateInput {
  /** When the stage screen will have shown the last reveal, epoch ms. */
  readonly opensAt: number;
  /** Held events, in order of arrival. */
  readonly waiting: readonly RealtimeEvent[];
}

const SPOILERS: ReadonlySet<RealtimeEvent['type']> = new Set([
  'realtime.answer-updated',
  'realtime.boards-updated',
  'realtime.standing-updated',
]);
/** Whether the event shows points or ranks. The person's own answer from another device is not a spoiler. */
const isSpoiler = ({ type, payload }: RealtimeEvent): boolean =>
  SPOILERS.has(type) && !('answer' in payload);
const shownAtOf = ({ payload }: RealtimeEvent): number =>
  'shownAt' in payload ? (payload.shownAt ?? 0) : 0;
const TAKE = { type: 'take', params: eventPayload } as const;
const CLOSE = [{ type: 'close', params: eventPayload }, TAKE] as const;

export const spoilerGateMachine = setup({
  types: typesOf<{
    input: SpoilerGateInput;
    context: SpoilerGateContext;
    events: RealtimeEvent | ClockCorrected;
    emitted: RealtimeEvent;
  }>(),
  actions: {
    close: assign((_, event: RealtimeEvent) => ({ opensAt: shownAtOf(event) })),
    take: enqueueActions(({ context: { waiting }, enqueue }, event: RealtimeEvent) => {
      if (isSpoiler(event)) {
        enqueue.assign({ waiting: [...waiting, event] });
        return;
      }
      // A snapshot contains all own answers, so held updates of them are outdated.
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
  id: 'spoilerGate',
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
