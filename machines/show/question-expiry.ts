import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate';
import { untilInstant } from '#machines/kit/delays.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * A question's planned start and end (EXP-1…4): planned -> running -> ended, by the server's clock. Its release windows
 * have times of their own; a release without a timer ends at the planned end, if that is still ahead.
 */

export interface QuestionExpiryInput {
  /** Epoch ms, the server's clock. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly now: () => number;
}

const DECIDE_AGAIN = { 'clock.corrected': 'deciding' } as const;

export const questionExpiryMachine = setup({
  types: typesOf<{
    input: QuestionExpiryInput;
    context: QuestionExpiryInput;
    events: ClockCorrected;
  }>(),
  guards: {
    hasEnded: ({ context: { endsAt, now } }) => now() >= endsAt,
    hasStarted: ({ context: { startsAt, now } }) => now() >= startsAt,
  },
  delays: {
    untilStart: ({ context: { startsAt, now } }) => untilInstant(startsAt, now()),
    untilEnd: ({ context: { endsAt, now } }) => untilInstant(endsAt, now()),
  },
}).createMachine({
  id: 'questionExpiry',
  context: ({ input }) => input,
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'hasEnded', target: 'ended' },
        { guard: 'hasStarted', target: 'running' },
        { target: 'planned' },
      ],
    },
    // A timer has a maximum length, so a long wait may end early; `deciding` reads the clock again.
    planned: { after: { untilStart: 'deciding' }, on: DECIDE_AGAIN },
    running: { after: { untilEnd: 'deciding' }, on: DECIDE_AGAIN },
    ended: { on: DECIDE_AGAIN },
  },
});

export type QuestionExpiryActor = ActorRefFrom<typeof questionExpiryMachine>;
export type QuestionExpirySnapshot = SnapshotFrom<typeof questionExpiryMachine>;

export function selectPhase(snapshot: QuestionExpirySnapshot): 'planned' | 'running' | 'ended' {
  if (snapshot.matches('ended')) return 'ended';
  return snapshot.matches('running') ? 'running' : 'planned';
}
/** Whether the planned end is still to come: a release without a timer ends then by itself (decisions §4). */
export const selectIsBeforeEnd = (snapshot: QuestionExpirySnapshot): boolean =>
  !snapshot.matches('ended');
/** The next planned start or end, epoch ms; null: both are past. */
export function selectNextAt(snapshot: QuestionExpirySnapshot): number | null {
  if (snapshot.matches('planned')) return snapshot.context.startsAt;
  return snapshot.matches('running') ? snapshot.context.endsAt : null;
}
