import { type ActorRefFrom, assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { Audience } from './contract/entities.ts';
import { MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from './contract/limits.ts';
import { MESSAGES, releaseFailed } from './contract/messages.ts';
import type { Outcome } from './contract/outcome.ts';
import { notProvided } from './kit/not-provided.ts';
import { isSuccess, itself } from './kit/outcome.ts';
import { typesOf } from './kit/types.ts';

/*
 * The producer's hand on one question for one audience (RC-1…6): idle -> choosing a timer or none ->
 * releasing, or revoking at once; what was done can be undone for a few seconds. Whether the question
 * is released is the server's word and not kept here.
 */

/** A countdown as the producer sets it. */
export interface ChosenTimer {
  readonly minutes: number;
  readonly seconds: number;
}
export interface ReleaseControlInput {
  readonly questionId: string;
  readonly audience: Audience;
}
export type ReleaseControlEvent =
  | { readonly type: 'release.choose' }
  /** `timer` null: no countdown. */
  | { readonly type: 'release.confirm'; readonly timer: ChosenTimer | null }
  | { readonly type: 'release.cancel' }
  /** `remaining`: with what an undo releases again. */
  | { readonly type: 'release.revoke'; readonly remaining: ChosenTimer | null }
  | { readonly type: 'release.undo' };

/** To the parent: the server has done what was asked. */
export interface LaneChanged {
  readonly type: 'lane.changed';
}

export interface ReleaseRequest extends ReleaseControlInput {
  readonly timer: ChosenTimer | null;
}
export interface ReleaseControlContext extends ReleaseControlInput {
  readonly message: string | null;
  /** What the release under way asks for, or the undo of a revoke would. */
  readonly timer: ChosenTimer | null;
}

/** How long an undo is offered. */
export const UNDO_MS = 6_000;

const isWithin = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= max;

/** Why this timer cannot be released (RC-2: minutes 0-60, seconds 0-59, not both 0), or null. */
export function timerProblem(timer: ChosenTimer | null): string | null {
  if (timer === null) return null;
  const { minutes, seconds } = timer;
  if (!isWithin(minutes, MAX_TIMER_MINUTES)) return MESSAGES.release.minutes;
  if (!isWithin(seconds, MAX_TIMER_SECONDS)) return MESSAGES.release.seconds;
  return minutes + seconds === 0 ? MESSAGES.release.noTime : null;
}

export const releaseControlMachine = setup({
  types: typesOf<{
    input: ReleaseControlInput;
    context: ReleaseControlContext;
    events: ReleaseControlEvent;
    tags: 'busy' | 'undoable';
  }>(),
  actors: {
    release: notProvided<ReleaseRequest, unknown>('releaseControl.release'),
    revoke: notProvided<ReleaseControlInput, unknown>('releaseControl.revoke'),
  },
  actions: {
    setTimer: assign((_, { timer }: { timer: ChosenTimer | null }) => ({ timer })),
    refuse: assign((_, { message }: { message: string | null }) => ({ message })),
    fail: assign(({ context }, { action, why }: { action: 'release' | 'revoke'; why: string }) => ({
      message: releaseFailed(action, context.audience, why),
    })),
    clear: assign({ message: null }),
    tellChanged: sendParent((): LaneChanged => ({ type: 'lane.changed' })),
  },
  guards: {
    isTimerFine: (_, { timer }: { timer: ChosenTimer | null }) => timerProblem(timer) === null,
  },
  delays: { undoDelay: UNDO_MS },
}).createMachine({
  id: 'releaseControl',
  context: ({ input }) => ({ ...input, message: null, timer: null }),
  initial: 'idle',
  states: {
    idle: {
      initial: 'settled',
      on: {
        'release.choose': { target: 'choosing', actions: 'clear' },
        'release.revoke': {
          target: 'revoking',
          actions: [
            'clear',
            { type: 'setTimer', params: ({ event }) => ({ timer: event.remaining }) },
          ],
        },
      },
      states: {
        settled: {},
        released: {
          tags: 'undoable',
          after: { undoDelay: 'settled' },
          on: { 'release.undo': '#releaseControl.revoking' },
        },
        revoked: {
          tags: 'undoable',
          after: { undoDelay: 'settled' },
          on: { 'release.undo': '#releaseControl.releasing' },
        },
      },
    },
    choosing: {
      on: {
        'release.cancel': { target: 'idle', actions: 'clear' },
        'release.confirm': [
          {
            guard: { type: 'isTimerFine', params: itself },
            target: 'releasing',
            actions: ['clear', { type: 'setTimer', params: itself }],
          },
          {
            actions: {
              type: 'refuse',
              params: ({ event }) => ({ message: timerProblem(event.timer) }),
            },
          },
        ],
      },
    },
    releasing: {
      tags: 'busy',
      invoke: {
        id: 'release',
        src: 'release',
        input: ({ context: { questionId, audience, timer } }) => ({ questionId, audience, timer }),
        onDone: [
          { guard: isSuccess, target: 'idle.released', actions: 'tellChanged' },
          { target: 'idle', actions: { type: 'fail', params: failed('release') } },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'fail', params: { action: 'release', why: MESSAGES.network } },
        },
      },
    },
    revoking: {
      tags: 'busy',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: ({ context: { questionId, audience } }) => ({ questionId, audience }),
        onDone: [
          { guard: isSuccess, target: 'idle.revoked', actions: 'tellChanged' },
          { target: 'idle', actions: { type: 'fail', params: failed('revoke') } },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'fail', params: { action: 'revoke', why: MESSAGES.network } },
        },
      },
    },
  },
});

/** As params, in `onDone`: which act was refused, and why. */
function failed(action: 'release' | 'revoke') {
  return ({ event }: { event: { output: Outcome<unknown> } }) => ({
    action,
    why: event.output.ok ? '' : event.output.message,
  });
}

export type ReleaseControlActor = ActorRefFrom<typeof releaseControlMachine>;
type Snapshot = SnapshotFrom<typeof releaseControlMachine>;

export const selectIsChoosing = (snapshot: Snapshot): boolean => snapshot.matches('choosing');
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
/** What an undo would take back, or null. */
export const selectUndo = (snapshot: Snapshot): 'release' | 'revoke' | null => {
  if (snapshot.matches({ idle: 'released' })) return 'release';
  return snapshot.matches({ idle: 'revoked' }) ? 'revoke' : null;
};
