import { type ActorRefFrom, assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import type { RundownAct } from './calls.ts';
import type { Rundown, ShowSummary } from '#machines/contract/entities.ts';
import { ACT_REST_MS } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  eventOutput,
  eventPayload,
  isSuccess,
  refusalText,
  eventError,
  faultIn,
} from '#machines/kit/outcome.ts';
import type { AnswerAccepted, LineEvent, RealtimeEvent } from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { actText } from './rules/rundown.ts';

/*
 * The control room (CR-1…7): loading -> ready | failed <-> acting -> resting. One act at a time, upon the version that is
 * shown, and a rest after each, so that a press meant for one act never does the next. Whoever else changes the show is heard of and
 * looked up. Beside it, groups are revealed one after the other until somebody holds.
 */

/** What is done to the armed item's result. */
export interface ResultAsked {
  readonly type: 'lock' | 'unlock' | 'publish';
  readonly gameSessionId: string;
  /** Of the result, as it was seen. */
  readonly version: number;
  /** The question, for whoever reads what was done. */
  readonly text: string;
  readonly reason?: string;
}
/** A new show, empty or with the questions of another one. */
export interface ShowAsked {
  readonly type: 'create';
  readonly title: string;
  readonly from?: string;
}
export type ControlAct = RundownAct | ResultAsked | ShowAsked;
export interface ControlAsked {
  readonly act: ControlAct;
  readonly showId: string | null;
  readonly version: number;
  /** The same act sent twice counts once. */
  readonly requestId: string;
}
/** What the room shows; null: there is no show yet. */
export interface Room {
  readonly shows: readonly ShowSummary[];
  readonly rundown: Rundown | null;
}
export type ControlEvent =
  | { readonly type: 'control.act'; readonly act: ControlAct }
  /** Something was done on the show page: the next act has to wait a little. */
  | { readonly type: 'control.pressed' }
  | { readonly type: 'control.choose'; readonly showId: string }
  | { readonly type: 'control.retry' }
  | { readonly type: 'reveal.auto' }
  | { readonly type: 'reveal.hold' }
  | RealtimeEvent
  | LineEvent
  | AnswerAccepted
  | ClockCorrected;
/** The next group is due. */
export interface RevealDue {
  readonly type: 'reveal.due';
}

export interface ControlInput {
  readonly newId: () => string;
}
export interface ControlContext extends ControlInput {
  /** Null: the newest that has not ended. */
  readonly showId: string | null;
  readonly shows: readonly ShowSummary[];
  readonly rundown: Rundown | null;
  readonly asked: ControlAsked | null;
  /** The newest version that was heard of while an act or a look was under way. */
  readonly heard: number;
  /** Why the last act came to nothing. */
  readonly refusal: string | null;
  /** Why the show could not be had. */
  readonly message: string | null;
  /** The server has said what there is. */
  readonly isKnown: boolean;
}

/** The least time between two acts. */
export const REST_MS = ACT_REST_MS;
/** Between two groups that are revealed by themselves. */
export const REVEAL_MS = 2_000;

const RESULT_WORDS = { lock: 'Locked', unlock: 'Unlocked', publish: 'Published' } as const;

function doneText(act: ControlAct, rundown: Rundown | null): string | null {
  if (act.type === 'create') return `Created "${act.title}"`;
  if ('gameSessionId' in act) return `${RESULT_WORDS[act.type]} "${act.text}"`;
  return rundown === null ? null : actText(act, rundown);
}

export const controlMachine = setup({
  types: typesOf<{
    input: ControlInput;
    context: ControlContext;
    events: ControlEvent;
    emitted: EmittedEventOf<'banner' | 'fault'> | RevealDue;
    tags: 'busy' | 'resting';
  }>(),
  actors: {
    load: notProvided<{ readonly showId: string | null }, Room>('control.load'),
    act: notProvided<ControlAsked, Rundown | null>('control.act'),
  },
  actions: {
    report: emit(faultIn('control')),
    expect: assign({ heard: 0 }),
    choose: assign((_, { showId }: { showId: string }) => ({ showId, refusal: null })),
    hear: assign(({ context }, { payload }: RealtimeEvent<'rundown-changed'>) => ({
      heard: payload.showId === context.rundown?.id ? payload.version : Infinity,
    })),
    lookAgain: assign({ heard: Infinity }),
    begin: assign(({ context: { rundown, newId } }, { act }: { act: ControlAct }) => ({
      refusal: null,
      asked: {
        act,
        showId: rundown?.id ?? null,
        version: rundown?.version ?? 0,
        requestId: newId(),
      },
    })),
    storeRoom: assign((_, outcome: Outcome<Room>) =>
      outcome.ok
        ? {
            ...outcome.value,
            showId: outcome.value.rundown?.id ?? null,
            message: null,
            isKnown: true,
          }
        : { message: outcome.message },
    ),
    /** Names what was done, by what was seen when it was asked for. */
    settle: enqueueActions(({ context, enqueue }, outcome: Outcome<Rundown | null>) => {
      enqueue.assign({ refusal: refusalText(outcome) });
      if (!outcome.ok || context.asked === null) return;
      const { act } = context.asked;
      const text = doneText(act, context.rundown);
      if (text !== null) enqueue.emit({ type: 'banner', text, tone: 'plain' });
      if (outcome.value === null) return;
      const { items, ...show } = outcome.value;
      const others = context.shows.filter(({ id }) => id !== show.id);
      const shows = [...others, { ...show, itemCount: items.length }].toSorted(
        (a, b) => b.createdAt - a.createdAt,
      );
      enqueue.assign({ rundown: outcome.value, showId: show.id, shows });
    }),
    refuse: assign({ refusal: MESSAGES.network }),
    revealNext: emit({ type: 'reveal.due' }),
  },
  guards: {
    isBehind: ({ context: { heard, rundown } }) => heard > (rundown?.version ?? 0),
    isNews: ({ context: { rundown } }, { payload }: RealtimeEvent<'rundown-changed'>) =>
      payload.showId !== rundown?.id || payload.version > rundown.version,
  },
  delays: { restDelay: REST_MS, revealDelay: REVEAL_MS },
}).createMachine({
  id: 'control',
  context: ({ input }) => ({
    ...input,
    showId: null,
    shows: [],
    rundown: null,
    asked: null,
    heard: 0,
    refusal: null,
    message: null,
    isKnown: false,
  }),
  type: 'parallel',
  states: {
    room: {
      initial: 'loading',
      on: {
        'control.choose': {
          target: '.loading',
          actions: { type: 'choose', params: eventPayload },
        },
        'control.retry': '.loading',
        'line.back': '.loading',
        'realtime.rundown-changed': {
          guard: { type: 'isNews', params: eventPayload },
          target: '.loading',
        },
      },
      states: {
        loading: {
          entry: 'expect',
          tags: 'busy',
          on: {
            'realtime.rundown-changed': { actions: { type: 'hear', params: eventPayload } },
          },
          invoke: {
            id: 'load',
            src: 'load',
            input: ({ context: { showId } }) => ({ showId }),
            onDone: [
              {
                guard: isSuccess,
                target: 'ready',
                actions: { type: 'storeRoom', params: eventOutput },
              },
              { target: 'failed', actions: { type: 'storeRoom', params: eventOutput } },
            ],
            onError: {
              target: 'failed',
              actions: [
                { type: 'storeRoom', params: { ok: false, message: MESSAGES.network } },
                { type: 'report', params: eventError },
              ],
            },
          },
        },
        ready: {
          always: { guard: 'isBehind', target: 'loading' },
          on: {
            'control.act': {
              target: 'acting',
              actions: { type: 'begin', params: eventPayload },
            },
            'control.pressed': 'resting',
          },
        },
        acting: {
          tags: 'busy',
          // Its answer is the newest there is; what came between is looked up after it.
          on: {
            'control.*': {},
            'line.back': { actions: 'lookAgain' },
            'realtime.rundown-changed': { actions: { type: 'hear', params: eventPayload } },
          },
          invoke: {
            id: 'act',
            src: 'act',
            input: ({ context: { asked } }) => {
              if (asked === null) throw new Error('acting without an act');
              return asked;
            },
            onDone: [
              {
                guard: isSuccess,
                target: 'resting',
                actions: { type: 'settle', params: eventOutput },
              },
              { target: 'loading', actions: { type: 'settle', params: eventOutput } },
            ],
            onError: {
              target: 'loading',
              actions: ['refuse', { type: 'report', params: eventError }],
            },
          },
        },
        resting: {
          tags: 'resting',
          on: { 'realtime.rundown-changed': { actions: { type: 'hear', params: eventPayload } } },
          after: { restDelay: 'ready' },
        },
        failed: {},
      },
    },
    reveals: {
      initial: 'held',
      states: {
        held: { on: { 'reveal.auto': 'running' } },
        running: {
          entry: 'revealNext',
          on: { 'reveal.hold': 'held', 'control.act': 'held', 'control.choose': 'held' },
          after: { revealDelay: { target: 'running', reenter: true } },
        },
      },
    },
  },
});

export type ControlActor = ActorRefFrom<typeof controlMachine>;
type Snapshot = SnapshotFrom<typeof controlMachine>;

/** Null: none yet, or there is none. */
export const selectRundown = ({ context }: Snapshot): Rundown | null => context.rundown;
export const selectShows = ({ context }: Snapshot): readonly ShowSummary[] => context.shows;
/** Why the last act came to nothing, or the show could not be had. */
export const selectMessage = ({ context }: Snapshot): string | null =>
  context.refusal ?? context.message;
/** The show could not be had. */
export const selectIsFailed = (snapshot: Snapshot): boolean => snapshot.matches({ room: 'failed' });
/** It is not known yet what there is. */
export const selectIsWaiting = (snapshot: Snapshot): boolean =>
  snapshot.matches({ room: 'loading' }) && !snapshot.context.isKnown;
/** An act would have to wait. */
export const selectIsBusy = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('busy') || snapshot.hasTag('resting');
/** Groups are revealed one after the other. */
export const selectIsRevealing = (snapshot: Snapshot): boolean =>
  snapshot.matches({ reveals: 'running' });
