import { type ActorRefFrom, assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import type { ShowAct, ShowView } from './calls.ts';
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
import type {
  AnswerAccepted,
  ConnectionStatusEvent,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { actText } from './rules/rundown.ts';
import { directedText } from './rules/show.ts';

/*
 * The control room (CR-1…7): loading -> ready | failed <-> acting -> resting. It holds a show as the server sends it, with each
 * reply and each `show-changed`, and posts acts upon that version: one at a time, with a rest after each, so that a press
 * meant for one act never does the next. Beside it, groups are revealed one after the other until none is left.
 */

/** A new show, empty or with the questions of another one. */
export interface ShowAsked {
  readonly type: 'create';
  readonly title: string;
  readonly from?: string;
}
export type ControlAct = ShowAct | ShowAsked;
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
  readonly view: ShowView | null;
}
export type ControlEvent =
  | { readonly type: 'control.act'; readonly act: ControlAct }
  | { readonly type: 'control.choose'; readonly showId: string }
  | { readonly type: 'control.retry' }
  | { readonly type: 'reveal.auto' }
  | { readonly type: 'reveal.hold' }
  /** Internal: the next group is due. */
  | { readonly type: 'reveal.due' }
  | RealtimeEvent
  | ConnectionStatusEvent
  | AnswerAccepted
  | ClockCorrected;

export interface ControlInput {
  readonly newId: () => string;
}
export interface ControlContext extends ControlInput {
  /** Null: the newest that has not ended. */
  readonly showId: string | null;
  readonly shows: readonly ShowSummary[];
  readonly view: ShowView | null;
  readonly asked: ControlAsked | null;
  /** The show as it was when that was asked: its event may come before its reply. */
  readonly before: ShowView | null;
  /** Why the last act came to nothing. */
  readonly refusal: string | null;
  /** Why the show could not be loaded. */
  readonly message: string | null;
  /** The server has said what there is. */
  readonly isKnown: boolean;
}

/** The least time between two acts. */
export const REST_MS = ACT_REST_MS;
/** Between two groups that are revealed by themselves. */
export const REVEAL_MS = 2_000;

/** The received view, unless the known one of the same show is of a later version or was read later. */
function newest<V extends ShowView | null>(known: ShowView | null, received: V): V | ShowView {
  if (known === null || received === null || known.rundown.id !== received.rundown.id)
    return received;
  const isLater =
    known.rundown.version - received.rundown.version || known.serverTime - received.serverTime;
  return isLater > 0 ? known : received;
}

/** The list of shows with a show as it is now. */
const listed = (
  shows: readonly ShowSummary[],
  { rundown: { items, ...show } }: ShowView,
): readonly ShowSummary[] =>
  [...shows.filter(({ id }) => id !== show.id), { ...show, itemCount: items.length }].toSorted(
    (a, b) => b.createdAt - a.createdAt,
  );

/** What an act has done, named for a producer; null: the screen shows it. */
function doneText({ act }: ControlAsked, before: ShowView | null, after: ShowView): string | null {
  if (act.type === 'create') return `Created "${act.title}"`;
  if (before === null) return null;
  const done = act.type === 'go' ? before.next.act : act;
  if (done === null) return null;
  return actText(done, before.rundown) ?? directedText(before.direction, after.direction);
}

export const controlMachine = setup({
  types: typesOf<{
    input: ControlInput;
    context: ControlContext;
    events: ControlEvent;
    emitted: EmittedEventOf<'banner' | 'fault'>;
    tags: 'busy' | 'resting';
  }>(),
  actors: {
    load: notProvided<{ readonly showId: string | null }, Room>('control.load'),
    act: notProvided<ControlAsked, ShowView>('control.act'),
  },
  actions: {
    report: emit(faultIn('control')),
    choose: assign((_, { showId }: { showId: string }) => ({ showId, refusal: null })),
    begin: assign(({ context: { view, newId } }, { act }: { act: ControlAct }) => ({
      refusal: null,
      before: view,
      asked: {
        act,
        showId: view?.rundown.id ?? null,
        version: view?.rundown.version ?? 0,
        requestId: newId(),
      },
    })),
    storeRoom: assign(({ context }, outcome: Outcome<Room>) =>
      outcome.ok
        ? {
            ...outcome.value,
            view: newest(context.view, outcome.value.view),
            showId: outcome.value.view?.rundown.id ?? null,
            message: null,
            isKnown: true,
          }
        : { message: outcome.message },
    ),
    storeView: assign(({ context }, { payload }: RealtimeEvent<'show-changed'>) => {
      const show = newest(context.view, payload.show);
      // Shows the first show at once, also one that another producer created.
      const isShown =
        context.view === null ? context.isKnown : context.view.rundown.id === show.rundown.id;
      return { shows: listed(context.shows, show), ...(isShown && { view: show }) };
    }),
    /** Names what was done, by what was seen when it was asked for. */
    settle: enqueueActions(({ context, enqueue }, outcome: Outcome<ShowView>) => {
      enqueue.assign({ refusal: refusalText(outcome) });
      if (!outcome.ok || context.asked === null) return;
      const text = doneText(context.asked, context.before, outcome.value);
      if (text !== null) enqueue.emit({ type: 'banner', text, tone: 'plain' });
      const view = newest(context.view, outcome.value);
      enqueue.assign({ view, showId: view.rundown.id, shows: listed(context.shows, view) });
    }),
    refuse: assign({ refusal: MESSAGES.network }),
    revealNext: enqueueActions(({ enqueue }) => {
      enqueue.raise({ type: 'reveal.due' });
    }),
    holdReveals: enqueueActions(({ enqueue }) => {
      enqueue.raise({ type: 'reveal.hold' });
    }),
  },
  guards: {
    /** A group is left to be revealed. */
    canReveal: ({ context: { view } }) =>
      view?.next.act?.type === 'reveal' && view.next.why === null,
  },
  delays: { restDelay: REST_MS, revealDelay: REVEAL_MS },
}).createMachine({
  id: 'control',
  context: ({ input }) => ({
    ...input,
    showId: null,
    shows: [],
    view: null,
    asked: null,
    before: null,
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
        'connection.restored': '.loading',
        'realtime.show-changed': { actions: { type: 'storeView', params: eventPayload } },
      },
      states: {
        loading: {
          tags: 'busy',
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
          on: {
            'control.act': {
              target: 'acting',
              actions: { type: 'begin', params: eventPayload },
            },
            'reveal.due': {
              guard: 'canReveal',
              target: 'acting',
              actions: { type: 'begin', params: { act: { type: 'go' } } },
            },
          },
        },
        acting: {
          tags: 'busy',
          on: { 'control.*': {}, 'connection.restored': {} },
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
              {
                target: 'loading',
                actions: ['holdReveals', { type: 'settle', params: eventOutput }],
              },
            ],
            onError: {
              target: 'loading',
              actions: ['refuse', 'holdReveals', { type: 'report', params: eventError }],
            },
          },
        },
        resting: { tags: 'resting', after: { restDelay: 'ready' } },
        failed: {},
      },
    },
    reveals: {
      initial: 'held',
      states: {
        held: { on: { 'reveal.auto': { guard: 'canReveal', target: 'running' } } },
        running: {
          entry: 'revealNext',
          on: { 'reveal.hold': 'held', 'control.act': 'held', 'control.choose': 'held' },
          after: {
            revealDelay: [
              { guard: 'canReveal', target: 'running', reenter: true },
              { target: 'held' },
            ],
          },
        },
      },
    },
  },
});

export type ControlActor = ActorRefFrom<typeof controlMachine>;
type Snapshot = SnapshotFrom<typeof controlMachine>;

/** Null: none yet, or there is none. */
export const selectView = ({ context }: Snapshot): ShowView | null => context.view;
export const selectRundown = ({ context }: Snapshot): Rundown | null =>
  context.view?.rundown ?? null;
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
