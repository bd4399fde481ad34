import { type ActorRefFrom, assign, enqueueActions, setup, type SnapshotFrom, emit } from 'xstate';
import { type Direction, FINALE, HOUSE_SHOW, type Scene } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  isSuccess,
  eventPayload,
  eventOutput,
  refusalText,
  eventError,
  faultIn,
} from '#machines/kit/outcome.ts';
import type {
  AnswerAccepted,
  ConnectionStatusEvent,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { type MissingScreens, missingScreens } from './rules/missing-screens.ts';
import { directedText, isSamePicture, type Undoing, undoing } from './rules/show.ts';

/*
 * The producer's hand on the screens of the house show, which show the open show on air (SC-1…7): loading -> ready | failed <-> acting. One act at a time. How the
 * page is directed is the server's word: by answer, and by event whoever directed it. What was done last can be undone until somebody has directed the page anew. That a screen has
 * lost its line stays said until it is back. The key of a new link never comes here: whoever fills the port keeps it.
 */

/** What the producer asks for; `groupId` null: the next one, or the one revealed last. */
export type ShowAct =
  | { readonly type: 'show.direct'; readonly scene: Exclude<Scene, 'question'> }
  | { readonly type: 'show.question'; readonly questionId: string }
  | { readonly type: 'show.reveal'; readonly groupId: string | null }
  | { readonly type: 'show.hide'; readonly groupId: string | null }
  | { readonly type: 'show.undo' }
  | { readonly type: 'link.create' }
  | { readonly type: 'link.revoke' };
/** `questionId`: what the show page showed when it was asked; null: nothing yet. */
export interface ActAsked {
  readonly act: Exclude<ShowAct, { readonly type: 'show.undo' }>;
  readonly questionId: string | null;
}
export type ShowControlEvent =
  | ShowAct
  | { readonly type: 'screens.dismiss' }
  | { readonly type: 'control.retry' }
  | RealtimeEvent
  | ConnectionStatusEvent
  | AnswerAccepted
  | ClockCorrected;

export interface ShowControlInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface ShowControlContext extends ShowControlInput {
  /** Null until it has come. */
  readonly direction: Direction | null;
  /** Why the last act, or the look at the direction, came to nothing. */
  readonly message: string | null;
  /** The act under way. */
  readonly act: ActAsked['act'] | null;
  /** The direction as it was when that was asked. */
  readonly before: Direction | null;
  /** What takes the last act back; null: nothing can be. */
  readonly undo: Undoing | null;
  /** Screens that lost their line; null: none, or the producer knows. */
  readonly missing: MissingScreens | null;
  /** An event has told more than the answer under way can. */
  readonly isOvertaken: boolean;
}

const ACT = {
  target: '.acting',
  actions: { type: 'begin', params: eventPayload<ActAsked['act']> },
} as const;

/** What takes back what an event has told: the board of a show comes by an act of the rundown. */
function undoOf(before: Direction | null, after: Direction, undo: Undoing | null): Undoing | null {
  if (before === null) return null;
  if (isSamePicture(before, after)) return undo;
  return FINALE.some((scene) => scene === after.scene) ? undoing(before, after) : null;
}

/** What is known with a newer direction. */
const seen = ({ direction: before, missing, now }: ShowControlContext, direction: Direction) => ({
  direction,
  missing: missingScreens(missing, { before, after: direction, now: now() }),
});

/** The act that an undo is. */
function actOf(undo: Undoing): ActAsked['act'] {
  if (undo.type === 'scene') return { type: 'show.direct', scene: undo.scene };
  if (undo.type === 'question') return { type: 'show.question', questionId: undo.questionId };
  const type = undo.type === 'reveal' ? 'show.reveal' : 'show.hide';
  return { type, groupId: undo.groupId };
}

export const showControlMachine = setup({
  types: typesOf<{
    input: ShowControlInput;
    context: ShowControlContext;
    events: ShowControlEvent;
    emitted: EmittedEventOf<'banner' | 'fault'>;
    tags: 'busy';
  }>(),
  actors: {
    load: notProvided<undefined, Direction>('showControl.load'),
    act: notProvided<ActAsked, Direction>('showControl.act'),
  },
  actions: {
    report: emit(faultIn('showControl')),
    expect: assign({ isOvertaken: false }),
    begin: assign(({ context }, act: ActAsked['act']) => ({
      act,
      before: context.direction,
      message: null,
    })),
    beginUndo: assign(({ context: { undo, direction, act } }) => ({
      act: undo === null ? act : actOf(undo),
      before: direction,
      message: null,
    })),
    applyDirection: assign(({ context }, { payload }: RealtimeEvent<'show-directed'>) => ({
      ...seen(context, payload.direction),
      isOvertaken: true,
      undo: undoOf(context.direction, payload.direction, context.undo),
    })),
    /** Names what was done, and keeps what takes it back; a link is no part of the picture. */
    settle: enqueueActions(({ context, enqueue }, outcome: Outcome<Direction>) => {
      if (!outcome.ok || context.before === null) return;
      const text = directedText(context.before, outcome.value);
      if (text === null) return;
      enqueue.emit({ type: 'banner', text, tone: 'plain' });
      enqueue.assign({ undo: undoing(context.before, outcome.value) });
    }),
    storeDirection: assign(({ context }, outcome: Outcome<Direction>) => ({
      ...(outcome.ok && !context.isOvertaken && seen(context, outcome.value)),
      message: refusalText(outcome),
    })),
    dismissMissing: assign({ missing: null }),
  },
  guards: {
    canUndo: ({ context }) => context.undo !== null,
    isOfHouse: (_, { payload }: RealtimeEvent<'show-directed'>) => payload.showId === HOUSE_SHOW,
  },
}).createMachine({
  id: 'showControl',
  context: ({ input }) => ({
    ...input,
    direction: null,
    message: null,
    act: null,
    before: null,
    undo: null,
    missing: null,
    isOvertaken: false,
  }),
  initial: 'loading',
  on: {
    'show.direct': ACT,
    'show.question': ACT,
    'show.reveal': ACT,
    'show.hide': ACT,
    'show.undo': { guard: 'canUndo', target: '.acting', actions: 'beginUndo' },
    'link.create': ACT,
    'link.revoke': ACT,
    'control.retry': '.loading',
    'connection.restored': '.loading',
    'screens.dismiss': { actions: 'dismissMissing' },
    'realtime.show-directed': {
      guard: { type: 'isOfHouse', params: eventPayload },
      actions: { type: 'applyDirection', params: eventPayload },
    },
  },
  states: {
    loading: {
      entry: 'expect',
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: isSuccess,
            target: 'ready',
            actions: { type: 'storeDirection', params: eventOutput },
          },
          { target: 'failed', actions: { type: 'storeDirection', params: eventOutput } },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'storeDirection', params: { ok: false, message: MESSAGES.network } },
            { type: 'report', params: eventError },
          ],
        },
      },
    },
    ready: {},
    acting: {
      entry: 'expect',
      tags: 'busy',
      // Its answer is the newest there is.
      on: { 'show.*': {}, 'link.*': {}, 'control.retry': {}, 'connection.restored': {} },
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context: { act, direction } }) => {
          if (act === null) throw new Error('acting without an act');
          return { act, questionId: direction?.questionId ?? null };
        },
        onDone: {
          target: 'ready',
          actions: [
            { type: 'settle', params: eventOutput },
            { type: 'storeDirection', params: eventOutput },
          ],
        },
        onError: {
          target: 'ready',
          actions: [
            { type: 'storeDirection', params: { ok: false, message: MESSAGES.network } },
            { type: 'report', params: eventError },
          ],
        },
      },
    },
    failed: {},
  },
});

export type ShowControlActor = ActorRefFrom<typeof showControlMachine>;
type Snapshot = SnapshotFrom<typeof showControlMachine>;

/** How the show page is directed; null: not known yet. */
export const selectDirection = ({ context }: Snapshot): Direction | null => context.direction;
/** An act is under way. */
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.matches('acting');
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** Why the last act, or the look at the direction, came to nothing. */
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
/** The direction could not be had: it may be old, or missing. */
export const selectIsFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
/** What takes the last act back; null: nothing can be. */
export const selectUndo = ({ context }: Snapshot): Undoing | null => context.undo;
/** Screens that lost their line; null: none, or the producer knows. */
export const selectMissing = ({ context }: Snapshot): MissingScreens | null => context.missing;
