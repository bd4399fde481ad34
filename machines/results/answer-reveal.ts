import { type ActorRefFrom, assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import type { BoardsSnapshot } from './boards.ts';
import type { OwnAnswer } from '#machines/contract/entities.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import type { QuestionsSnapshot } from '#machines/answering/questions.ts';
import { type Haptic, hapticOf, streakOf } from './rules/answer-reveal.ts';

/*
 * Reveals the points of one answer to its player (MO-1…6): waits until the board, or the stage screen, has shown the
 * answer's group, then shows the points. Points that are public when the page loads are shown at once, without
 * animation.
 */

/** A player's rank within their audience today, and points. */
export interface PlayerStanding {
  readonly rank: number | null;
  /** Whether others have the same rank. */
  readonly shared?: true;
  readonly points: number;
}
/** The current answer. `isFrozen`: only a producer's decision changes its points. */
interface Known {
  readonly answer: OwnAnswer;
  readonly isFrozen: boolean;
}
export interface AnswerRevealInput extends Known {
  readonly standing: PlayerStanding | null;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface AnswerRevealContext extends AnswerRevealInput {
  /** Points before the last correction; null: there was none. */
  readonly pointsBeforeCorrection: number | null;
  /** The standing before the points were shown; null: not known. */
  readonly before: PlayerStanding | null;
}
export type AnswerRevealEvent =
  /** The answer has come into the player's view. */
  | { readonly type: 'reveal.shown' }
  | ({ readonly type: 'reveal.answer' } & Known)
  | {
      readonly type: 'reveal.standing';
      readonly standing: PlayerStanding | null;
      /** Whether groups of the question are open already, so that others have its points. */
      readonly isOpening?: boolean;
    }
  | ClockCorrected;
/** Asks the phone to vibrate. */
export interface HapticRequested {
  readonly type: 'haptic';
  readonly haptic: Haptic;
}

/** An answer up to this age counts as just given. */
const JUST_ANSWERED_MS = 5_000;
const isHeld = ({ answer }: Known): boolean => answer.held === true;
const isEarly = ({ answer }: Known, now: number): boolean => (answer.shownAt ?? 0) > now;

const STORE = { type: 'store', params: eventPayload } as const;
const WAIT = {
  guard: { type: 'isHeld', params: eventPayload },
  target: 'waiting',
  actions: [STORE, 'forget'],
} as const;

export const answerRevealMachine = setup({
  types: typesOf<{
    input: AnswerRevealInput;
    context: AnswerRevealContext;
    events: AnswerRevealEvent;
    emitted: HapticRequested;
  }>(),
  actions: {
    store: assign((_, { answer, isFrozen }: Known) => ({ answer, isFrozen })),
    correct: assign(({ context }) => ({ pointsBeforeCorrection: context.answer.awardedPoints })),
    forget: assign({ pointsBeforeCorrection: null }),
    /** Also keeps it as the standing before the points, as those are not shown yet. */
    storeStanding: assign((_, { standing }: Pick<AnswerRevealContext, 'standing'>) => ({
      standing,
      before: standing,
    })),
    updateStanding: assign((_, { standing }: Pick<AnswerRevealContext, 'standing'>) => ({
      standing,
    })),
    emitSavedHaptic: emit({ type: 'haptic', haptic: 'saved' }),
    emitHaptic: enqueueActions(({ context: { answer }, enqueue }) => {
      const haptic = hapticOf(answer);
      if (haptic !== null) enqueue.emit({ type: 'haptic', haptic });
    }),
  },
  guards: {
    isHeld: (_, known: Known) => isHeld(known),
    isOpening: ({ context: { before } }, { isOpening }: { readonly isOpening?: boolean }) =>
      isOpening === true && before !== null,
    isHeldNow: ({ context }) => isHeld(context),
    isEarly: ({ context }, known: Known) => isEarly(known, context.now()),
    isEarlyNow: ({ context }) => isEarly(context, context.now()),
    isJustGiven: ({ context: { answer, now } }) =>
      now() - (answer.answeredAt ?? 0) < JUST_ANSWERED_MS,
    isCorrected: ({ context }, { answer }: Known) =>
      context.isFrozen && answer.awardedPoints !== context.answer.awardedPoints,
  },
  delays: {
    untilShown: ({ context: { answer, now } }) => untilInstant(answer.shownAt ?? 0, now()),
  },
}).createMachine({
  id: 'answerReveal',
  context: ({ input }) => ({ ...input, pointsBeforeCorrection: null, before: null }),
  initial: 'deciding',
  on: {
    'reveal.shown': { guard: 'isJustGiven', actions: 'emitSavedHaptic' },
    'reveal.standing': { actions: { type: 'storeStanding', params: eventPayload } },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isHeldNow', target: 'waiting' },
        { guard: 'isEarlyNow', target: 'scheduled' },
        { target: 'shown' },
      ],
    },
    waiting: {
      entry: assign(({ context: { standing } }) => ({ before: standing })),
      on: {
        'reveal.standing': {
          guard: { type: 'isOpening', params: eventPayload },
          actions: { type: 'updateStanding', params: eventPayload },
        },
        'reveal.answer': [
          { guard: { type: 'isHeld', params: eventPayload }, actions: STORE },
          {
            guard: { type: 'isEarly', params: eventPayload },
            target: 'scheduled',
            actions: STORE,
          },
          { target: 'shown', actions: [STORE, 'emitHaptic'] },
        ],
      },
    },
    scheduled: {
      after: { untilShown: { target: 'shown', actions: 'emitHaptic' } },
      on: {
        'clock.corrected': { target: 'scheduled', reenter: true },
        'reveal.answer': [WAIT, { target: 'scheduled', reenter: true, actions: STORE }],
        // Does not change `before`: the new standing already includes points that are not shown yet.
        'reveal.standing': { actions: { type: 'updateStanding', params: eventPayload } },
      },
    },
    shown: {
      on: {
        'reveal.answer': [
          WAIT,
          {
            guard: { type: 'isCorrected', params: eventPayload },
            actions: ['correct', STORE],
          },
          { actions: STORE },
        ],
        'reveal.standing': { actions: { type: 'updateStanding', params: eventPayload } },
      },
    },
  },
});

export type AnswerRevealActor = ActorRefFrom<typeof answerRevealMachine>;
type Snapshot = SnapshotFrom<typeof answerRevealMachine>;

/** The points to show; null: they are not revealed yet. */
export const selectPoints = (snapshot: Snapshot): number | null =>
  snapshot.matches('shown') ? snapshot.context.answer.awardedPoints : null;
/** The points before a correction; null: there was none. */
export const selectPointsBeforeCorrection = ({ context }: Snapshot): number | null =>
  context.pointsBeforeCorrection;
export const selectStanding = ({ context }: Snapshot): PlayerStanding | null => context.standing;
export const selectBefore = ({ context }: Snapshot): PlayerStanding | null => context.before;
/** The reader's standing today; null: not known. */
export const selectToday = ({
  context: { standing, period, points },
}: BoardsSnapshot): PlayerStanding | null =>
  standing?.daily ?? (period === 'daily' ? points : null);
/** Number of questions in a row in which the reader's group was on the board. */
export const selectStreak = ({ context: { list } }: QuestionsSnapshot): number =>
  streakOf(list.feed);
