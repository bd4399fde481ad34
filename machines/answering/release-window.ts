import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import type { Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import { typesOf } from '#machines/kit/types.ts';
import { otherAudience } from '#machines/contract/audience.ts';
import { NO_WINDOW, type WindowState } from './rules/schedule.ts';

/*
 * One audience's window on one question (decisions §4): withheld -> scheduled -> open (untimed | timed) -> lapsed.
 *
 * The same chart runs on both sides. The server provides `announceOpening` and `announceLapse`; a browser leaves them
 * empty and only displays the state. The lock by the other audience's timer is not a state of this chart, as it depends
 * on two windows; `selectWindowState` derives it from both.
 */

export interface ReleaseWindowInput {
  /** The server's clock, epoch ms; in a browser the local one plus the measured offset. */
  readonly now: () => number;
}
export interface ReleaseWindowContext extends ReleaseWindowInput {
  readonly window: ReleaseWindow;
}

export type ReleaseWindowEvent =
  /** A release; a snapshot or a restart of the server may repeat it. */
  | { readonly type: 'window.released'; readonly window: ReleaseWindow }
  | { readonly type: 'window.revoked' }
  /** `now` has jumped: the clock was set, or a new offset was measured. */
  | { readonly type: 'clock.corrected' };

export const releaseWindowMachine = setup({
  types: typesOf<{
    input: ReleaseWindowInput;
    context: ReleaseWindowContext;
    events: ReleaseWindowEvent;
    tags: 'answerable';
  }>(),
  actions: {
    setWindow: assign({ window: (_, params: { window: ReleaseWindow }) => params.window }),
    /** Port: announces once that the window is open; `opensAt` undefined: it opened on its release. */
    announceOpening: (_args, _params: { opensAt: number | undefined }) => {},
    /** Port: announces once that the window closed at `closesAt` has lapsed. */
    announceLapse: (_args, _params: { closesAt: number | null }) => {},
  },
  guards: {
    isTimed: ({ context }) => context.window.timed,
    isPastOpening: ({ context }) => context.now() >= (context.window.opensAt ?? -Infinity),
    isPastClosing: ({ context }) => context.now() >= (context.window.closesAt ?? Infinity),
    isBeforeClosing: ({ context }) => context.now() < (context.window.closesAt ?? -Infinity),
  },
  delays: {
    untilOpening: ({ context: { window, now } }) => untilInstant(window.opensAt ?? 0, now()),
    untilClosing: ({ context: { window, now } }) =>
      untilInstant(window.closesAt ?? Infinity, now()),
  },
}).createMachine({
  id: 'releaseWindow',
  context: ({ input }) => ({ ...input, window: NO_WINDOW }),
  initial: 'withheld',
  on: {
    'window.released': {
      target: '.scheduled',
      actions: { type: 'setWindow', params: ({ event }) => ({ window: event.window }) },
    },
    'window.revoked': {
      target: '.withheld',
      actions: { type: 'setWindow', params: { window: NO_WINDOW } },
    },
  },
  states: {
    withheld: {},
    scheduled: {
      always: {
        guard: 'isPastOpening',
        target: 'open',
        actions: {
          type: 'announceOpening',
          params: ({ context }) => ({ opensAt: context.window.opensAt }),
        },
      },
      after: { untilOpening: { target: 'scheduled', reenter: true } },
      on: { 'clock.corrected': { target: 'scheduled', reenter: true } },
    },
    open: {
      tags: 'answerable',
      initial: 'untimed',
      always: {
        guard: 'isPastClosing',
        target: 'lapsed',
        actions: {
          type: 'announceLapse',
          params: ({ context }) => ({ closesAt: context.window.closesAt }),
        },
      },
      // Re-entering reads the clock again: at the end, after the longest possible timer, or after a clock step.
      after: { untilClosing: { target: 'open', reenter: true } },
      on: { 'clock.corrected': 'scheduled' },
      states: { untimed: { always: { guard: 'isTimed', target: 'timed' } }, timed: {} },
    },
    lapsed: {
      // The window lapsed too early if the browser's clock was fast.
      on: { 'clock.corrected': { guard: 'isBeforeClosing', target: 'scheduled' } },
    },
  },
});

/** The event that sets the chart to a window received from the server or read from a row. */
export const windowEvent = (window: ReleaseWindow): ReleaseWindowEvent =>
  window.released ? { type: 'window.released', window } : { type: 'window.revoked' };

export type ReleaseWindowActor = ActorRefFrom<typeof releaseWindowMachine>;
type Snapshot = SnapshotFrom<typeof releaseWindowMachine>;

/** The window actors of one question; null: the chart does not hold the question. */
export type QuestionWindow = Readonly<Record<Audience, ReleaseWindowActor>> | null;

/** Whether a countdown runs. While it runs, the other audience cannot answer, unless it has a countdown of its own. */
const isRunning = (snapshot: Snapshot | undefined): boolean =>
  snapshot?.matches({ open: 'timed' }) ?? false;

/**
 * The state of the question for `audience`, from the states of its charts; the same result as the rule `windowState`.
 */
export function selectWindowState(window: QuestionWindow, audience: Audience): WindowState {
  const own = window?.[audience].getSnapshot();
  const other = window?.[otherAudience(audience)].getSnapshot();
  if (own?.matches('lapsed')) return 'expired';
  if (own?.matches('scheduled')) return 'scheduled';
  if (isRunning(own)) return 'open';
  if (isRunning(other)) return 'locked';
  return own?.hasTag('answerable') ? 'open' : 'withheld';
}
/** Whether the audience may answer, or its window will open by itself. */
export function selectIsLive(window: QuestionWindow, audience: Audience): boolean {
  const state = selectWindowState(window, audience);
  return state === 'open' || state === 'scheduled';
}
/** Whether any audience may answer the question. */
export const selectIsOpen = (window: QuestionWindow): boolean =>
  AUDIENCES.some((audience) => selectWindowState(window, audience) === 'open');
/** The audience with the running timer that locks this one out ('…-only mode active'); null: none does. */
export const selectLockedBy = (window: QuestionWindow, audience: Audience): Audience | null =>
  selectWindowState(window, audience) === 'locked' ? otherAudience(audience) : null;
/** Whether the audience's own countdown runs. */
export const selectIsRunning = (window: QuestionWindow, audience: Audience): boolean =>
  isRunning(window?.[audience].getSnapshot());
/** When the audience's window opens by itself, epoch ms; null: it has opened, or will not. */
export const selectOpensAt = (window: QuestionWindow, audience: Audience): number | null => {
  const snapshot = window?.[audience].getSnapshot();
  return (snapshot?.matches('scheduled') && snapshot.context.window.opensAt) || null;
};
/** When the audience's window closes or has closed, epoch ms; null: it has no timer, or the question is not released. */
export const selectClosesAt = (window: QuestionWindow, audience: Audience): number | null =>
  window?.[audience].getSnapshot().context.window.closesAt ?? null;
