import { type ActorRefFrom, assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import type { BoardsSnapshot } from './boards.ts';
import type { OwnAnswer } from '#machines/contract/entities.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import type { QuestionsSnapshot } from '#machines/answering/questions.ts';
import { type Haptic, hapticOf, streakOf } from './rules/moment.ts';

/*
 * The reveal of one answer to its player (MO-1…6): waits for the board, or for the screen that shows it, then shows
 * what the answer is worth. What is known when the page loads is shown at once, without animation.
 */

/** A player's place within their audience today, and points. */
export interface MomentStanding {
  readonly rank: number | null;
  readonly points: number;
}
/** The current answer. `isFrozen`: only a producer's decision moves its points. */
interface Known {
  readonly answer: OwnAnswer;
  readonly isFrozen: boolean;
}
export interface MomentInput extends Known {
  readonly standing: MomentStanding | null;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface MomentContext extends MomentInput {
  /** Points before the last correction; null: there was none. */
  readonly wrong: number | null;
  /** The standing before the points were shown; null: not known. */
  readonly before: MomentStanding | null;
}
export type MomentEvent =
  /** The player sees the answer now. */
  | { readonly type: 'moment.shown' }
  | ({ readonly type: 'moment.answer' } & Known)
  | { readonly type: 'moment.standing'; readonly standing: MomentStanding | null }
  | ClockCorrected;
/** Asks the phone to vibrate. */
export interface Felt {
  readonly type: 'haptic';
  readonly haptic: Haptic;
}

/** Largest age of an answer that counts as just given. */
const JUST_MS = 5_000;
const isHeld = ({ answer }: Known): boolean => answer.held === true;
const isEarly = ({ answer }: Known, now: number): boolean => (answer.shownAt ?? 0) > now;

const STORE = { type: 'store', params: eventPayload } as const;
const WAIT = {
  guard: { type: 'isHeld', params: eventPayload },
  target: 'waiting',
  actions: [STORE, 'forget'],
} as const;

export const momentMachine = setup({
  types: typesOf<{
    input: MomentInput;
    context: MomentContext;
    events: MomentEvent;
    emitted: Felt;
  }>(),
  actions: {
    store: assign((_, { answer, isFrozen }: Known) => ({ answer, isFrozen })),
    correct: assign(({ context }) => ({ wrong: context.answer.awardedPoints })),
    forget: assign({ wrong: null }),
    /** Also keeps it as the standing from before the points, which still wait. */
    stand: assign((_, { standing }: Pick<MomentContext, 'standing'>) => ({
      standing,
      before: standing,
    })),
    moveOn: assign((_, { standing }: Pick<MomentContext, 'standing'>) => ({ standing })),
    emitSavedHaptic: emit({ type: 'haptic', haptic: 'saved' }),
    feel: enqueueActions(({ context: { answer }, enqueue }) => {
      const haptic = hapticOf(answer);
      if (haptic !== null) enqueue.emit({ type: 'haptic', haptic });
    }),
  },
  guards: {
    isHeld: (_, known: Known) => isHeld(known),
    isHeldNow: ({ context }) => isHeld(context),
    isEarly: ({ context }, known: Known) => isEarly(known, context.now()),
    isEarlyNow: ({ context }) => isEarly(context, context.now()),
    isJustGiven: ({ context: { answer, now } }) => now() - (answer.answeredAt ?? 0) < JUST_MS,
    isCorrected: ({ context }, { answer }: Known) =>
      context.isFrozen && answer.awardedPoints !== context.answer.awardedPoints,
  },
  delays: {
    untilShown: ({ context: { answer, now } }) => untilInstant(answer.shownAt ?? 0, now()),
  },
}).createMachine({
  id: 'moment',
  context: ({ input }) => ({ ...input, wrong: null, before: null }),
  initial: 'deciding',
  on: {
    'moment.shown': { guard: 'isJustGiven', actions: 'emitSavedHaptic' },
    'moment.standing': { actions: { type: 'stand', params: eventPayload } },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isHeldNow', target: 'waiting' },
        { guard: 'isEarlyNow', target: 'turning' },
        { target: 'told' },
      ],
    },
    waiting: {
      entry: assign(({ context: { standing } }) => ({ before: standing })),
      on: {
        'moment.answer': [
          { guard: { type: 'isHeld', params: eventPayload }, actions: STORE },
          {
            guard: { type: 'isEarly', params: eventPayload },
            target: 'turning',
            actions: STORE,
          },
          { target: 'told', actions: [STORE, 'feel'] },
        ],
      },
    },
    turning: {
      after: { untilShown: { target: 'told', actions: 'feel' } },
      on: {
        'clock.corrected': { target: 'turning', reenter: true },
        'moment.answer': [WAIT, { target: 'turning', reenter: true, actions: STORE }],
        // It already includes points that are not shown yet.
        'moment.standing': { actions: { type: 'moveOn', params: eventPayload } },
      },
    },
    told: {
      on: {
        'moment.answer': [
          WAIT,
          {
            guard: { type: 'isCorrected', params: eventPayload },
            actions: ['correct', STORE],
          },
          { actions: STORE },
        ],
        'moment.standing': { actions: { type: 'moveOn', params: eventPayload } },
      },
    },
  },
});

export type MomentActor = ActorRefFrom<typeof momentMachine>;
type Snapshot = SnapshotFrom<typeof momentMachine>;

/** The points to show; null: they wait. */
export const selectPoints = (snapshot: Snapshot): number | null =>
  snapshot.matches('told') ? snapshot.context.answer.awardedPoints : null;
/** The points before a correction; null: there was none. */
export const selectWrong = ({ context }: Snapshot): number | null => context.wrong;
export const selectStanding = ({ context }: Snapshot): MomentStanding | null => context.standing;
export const selectBefore = ({ context }: Snapshot): MomentStanding | null => context.before;
/** The reader's standing today; null: not known. */
export const selectToday = ({
  context: { standing, period, points },
}: BoardsSnapshot): MomentStanding | null =>
  standing?.daily ?? (period === 'daily' ? points : null);
/** Number of questions in a row that had the reader's group on the board. */
export const selectStreak = ({ context: { list } }: QuestionsSnapshot): number =>
  streakOf(list.feed);
