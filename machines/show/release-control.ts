import { type ActorRefFrom, assign, sendParent, setup, type SnapshotFrom, emit } from 'xstate';
import type { AdminQuestion, Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from '#machines/contract/limits.ts';
import { MESSAGES, releaseFailed } from '#machines/contract/messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  isSuccess,
  eventPayload,
  eventOutput,
  eventError,
  faultIn,
} from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';
import { secondsLeft } from '#machines/connection/rules/clock.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';

/*
 * The producer's control of one question for one audience (RC-1…7): idle -> choosing a timer or none -> releasing, or
 * revoking at once. The last act can be undone until the next one: the window gets its previous state and end back,
 * also if that end is past. The window's current state comes from the server with each act.
 */

/** A countdown as the producer sets it. */
export interface ChosenTimer {
  readonly minutes: number;
  readonly seconds: number;
}
export interface ReleaseTarget {
  readonly questionId: string;
  readonly audience: Audience;
}
export interface ReleaseControlInput extends ReleaseTarget {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
/** The window at the time of an act. */
export interface Seen {
  readonly window: ReleaseWindow;
}
export type ReleaseControlEvent =
  | { readonly type: 'release.choose' }
  /** `timer` null: no countdown. */
  | ({
      readonly type: 'release.confirm';
      readonly timer: ChosenTimer | null;
      /** Why a locked question opens again. */
      readonly reason?: string;
    } & Seen)
  | { readonly type: 'release.cancel' }
  | ({ readonly type: 'release.revoke' } & Seen)
  | ({ readonly type: 'release.undo' } & Seen);

/** The server's question after an act; null: the server does not send it. */
export type Changed = AdminQuestion | null;
/** To the parent: the server has done the act. */
export interface ReleaseChanged extends ReleaseTarget {
  readonly type: 'release.changed';
  readonly question: Changed;
}

export interface ReleaseRequest extends ReleaseTarget {
  readonly timer: ChosenTimer | null;
  readonly reason?: string;
  /** When it opens, epoch ms; set when an undo restores a scheduled release. */
  readonly opensAt?: number;
}
export interface ReleaseControlContext extends ReleaseControlInput {
  readonly message: string | null;
  /** Parameters of the release under way. */
  readonly timer: ChosenTimer | null;
  readonly opensAt: number | null;
  readonly reason: string | null;
  /** The window before the last act; an undo restores it. */
  readonly before: ReleaseWindow;
}

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

/**
 * The release that restores a window, its end unmoved (RC-4); null: it was not open, or its time is up at `now`, epoch
 * ms.
 */
export function restoring(
  { released, timed, closesAt }: ReleaseWindow,
  now: number,
): { readonly timer: ChosenTimer | null } | null {
  const left = closesAt === null ? Infinity : secondsLeft(closesAt, now);
  if (!released || left === 0) return null;
  return { timer: timed ? { minutes: Math.floor(left / 60), seconds: left % 60 } : null };
}

const RESTORE = {
  target: '#releaseControl.releasing',
  actions: { type: 'turnBack', params: eventPayload },
} as const;
const NOTIFY_CHANGED = { type: 'notifyChanged', params: eventOutput } as const;
/** Shows the server's reason for a refusal. */
const refused = (action: 'release' | 'revoke') =>
  ({
    target: 'idle',
    actions: {
      type: 'fail',
      params: ({ event: { output } }: { event: { output: Outcome<unknown> } }) => ({
        action,
        why: output.ok ? '' : output.message,
      }),
    },
  }) as const;
const unreachable = (action: 'release' | 'revoke') =>
  ({
    target: 'idle',
    actions: [
      { type: 'fail', params: { action, why: MESSAGES.network } },
      { type: 'report', params: eventError },
    ],
  }) as const;
function target({ context: { questionId, audience } }: { context: ReleaseTarget }): ReleaseTarget {
  return { questionId, audience };
}

export const releaseControlMachine = setup({
  types: typesOf<{
    input: ReleaseControlInput;
    context: ReleaseControlContext;
    events: ReleaseControlEvent;
    emitted: EmittedEventOf<'fault'>;
    tags: 'busy';
  }>(),
  actors: {
    release: notProvided<ReleaseRequest, Changed>('releaseControl.release'),
    revoke: notProvided<ReleaseTarget, Changed>('releaseControl.revoke'),
    /** Shows a revoked question again that has ended. */
    restoreEnded: notProvided<ReleaseTarget, Changed>('releaseControl.restoreEnded'),
  },
  actions: {
    report: emit(faultIn('releaseControl')),
    setTimer: assign((_, { timer, reason }: { timer: ChosenTimer | null; reason?: string }) => ({
      timer,
      opensAt: null,
      reason: reason ?? null,
    })),
    remember: assign((_, { window }: Seen) => ({ before: window })),
    /** Prepares the release of `before`; the current `window` becomes the next `before`. */
    turnBack: assign(({ context: { before, now } }, { window }: Seen) => ({
      timer: restoring(before, now())?.timer ?? null,
      opensAt: before.opensAt ?? null,
      reason: null,
      before: window,
    })),
    refuse: assign((_, { message }: { message: string | null }) => ({ message })),
    fail: assign(({ context }, { action, why }: { action: 'release' | 'revoke'; why: string }) => ({
      message: releaseFailed(action, context.audience, why),
    })),
    clear: assign({ message: null }),
    notifyChanged: sendParent(({ context }, outcome: Outcome<Changed>): ReleaseChanged => ({
      type: 'release.changed',
      ...target({ context }),
      question: outcome.ok ? outcome.value : null,
    })),
  },
  guards: {
    isTimerFine: (_, { timer }: { timer: ChosenTimer | null }) => timerProblem(timer) === null,
    canRestore: ({ context: { before, now } }) => restoring(before, now()) !== null,
  },
}).createMachine({
  id: 'releaseControl',
  context: ({ input }) => ({
    ...input,
    message: null,
    timer: null,
    opensAt: null,
    reason: null,
    before: NO_WINDOW,
  }),
  initial: 'idle',
  states: {
    idle: {
      initial: 'settled',
      on: {
        'release.choose': { target: 'choosing', actions: 'clear' },
        'release.revoke': {
          target: 'revoking',
          actions: ['clear', { type: 'remember', params: eventPayload }],
        },
      },
      states: {
        settled: {},
        released: {
          on: {
            'release.undo': [
              { ...RESTORE, guard: 'canRestore' },
              {
                target: '#releaseControl.revoking',
                actions: { type: 'remember', params: eventPayload },
              },
            ],
          },
        },
        revoked: {
          on: {
            'release.undo': [
              { ...RESTORE, guard: 'canRestore' },
              {
                target: '#releaseControl.restoring',
                actions: { type: 'remember', params: eventPayload },
              },
            ],
          },
        },
      },
    },
    choosing: {
      on: {
        'release.cancel': { target: 'idle', actions: 'clear' },
        'release.confirm': [
          {
            guard: { type: 'isTimerFine', params: eventPayload },
            target: 'releasing',
            actions: [
              'clear',
              { type: 'setTimer', params: eventPayload },
              { type: 'remember', params: eventPayload },
            ],
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
        input: ({ context: { timer, opensAt, reason, ...context } }) => ({
          ...target({ context }),
          timer,
          ...(opensAt !== null && { opensAt }),
          ...(reason !== null && { reason }),
        }),
        onDone: [
          { guard: isSuccess, target: 'idle.released', actions: NOTIFY_CHANGED },
          refused('release'),
        ],
        onError: unreachable('release'),
      },
    },
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restoreEnded',
        src: 'restoreEnded',
        input: target,
        onDone: [
          { guard: isSuccess, target: 'idle.released', actions: NOTIFY_CHANGED },
          refused('release'),
        ],
        onError: unreachable('release'),
      },
    },
    revoking: {
      tags: 'busy',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: target,
        onDone: [
          { guard: isSuccess, target: 'idle.revoked', actions: NOTIFY_CHANGED },
          refused('revoke'),
        ],
        onError: unreachable('revoke'),
      },
    },
  },
});

export type ReleaseControlActor = ActorRefFrom<typeof releaseControlMachine>;
type Snapshot = SnapshotFrom<typeof releaseControlMachine>;

export const selectIsChoosing = (snapshot: Snapshot): boolean => snapshot.matches('choosing');
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
/** The act that would be undone, or null. */
export const selectUndo = (snapshot: Snapshot): 'release' | 'revoke' | null => {
  if (snapshot.matches({ idle: 'released' })) return 'release';
  return snapshot.matches({ idle: 'revoked' }) ? 'revoke' : null;
};
/** The window before the last act; an undo restores it. */
export const selectBefore = ({ context }: Snapshot): ReleaseWindow => context.before;
