import {
  type ActorRefFrom,
  assign,
  emit,
  enqueueActions,
  type EventObject,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { connectionMachine, type DeviceEvent } from '#machines/connection/connection.ts';
import type { Show } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { SOCKET } from '#machines/contract/limits.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvidedSource } from '#machines/kit/not-provided.ts';
import { eventPayload, eventError, faultIn } from '#machines/kit/outcome.ts';
import type { ConnectionStatusEvent, RealtimeEvent } from '#machines/connection/realtime.ts';
import type { ClockCorrected, SessionEnded } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { showAnnouncement } from './rules/show.ts';
import { stageMachine } from './stage.ts';
import { windowsShown, windowsMachine } from '#machines/answering/windows.ts';

/*
 * The show page (SH-1…8): waiting <-> current, over a line of its own. Whatever scene the producer
 * directs is shown as it comes; it stays when the line is lost, and is said to be old until the server
 * has spoken again. A link that was revoked ends it. A picture that cannot be drawn ends the line, which producers
 * see, and is tried again later.
 */

export type ShowEvent =
  | RealtimeEvent
  | ConnectionStatusEvent
  | DeviceEvent
  | ClockCorrected
  | SessionEnded
  | PictureFailed;
/** What should be shown cannot be drawn. */
export interface PictureFailed {
  readonly type: 'picture.failed';
  readonly error: unknown;
}

export interface ShowInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}
export interface ShowContext extends ShowInput {
  /** All that the page may show; null: nothing heard yet. */
  readonly show: Show | null;
  /** When that was told, epoch ms on the server's clock. */
  readonly updatedAt: number | null;
  /** Why the page is over. */
  readonly message: string | null;
}

export const showMachine = setup({
  types: typesOf<{
    input: ShowInput;
    context: ShowContext;
    events: ShowEvent;
    emitted: EmittedEventOf<'announce' | 'fault'>;
    children: {
      connection: 'connection';
      surroundings: 'surroundings';
      windows: 'windows';
      stage: 'stage';
    };
  }>(),
  actors: {
    connection: connectionMachine,
    /** The device's network, the page coming back into sight, and a corrected clock. */
    surroundings: notProvidedSource<EventObject, undefined>('show.surroundings'),
    windows: windowsMachine,
    stage: stageMachine,
  },
  actions: {
    storeShow: enqueueActions(
      ({ context, enqueue }, { payload: { show } }: RealtimeEvent<'show-updated'>) => {
        const text = showAnnouncement(context.show, show);
        if (text !== null) enqueue.emit({ type: 'announce', text });
        enqueue.assign({ show, updatedAt: context.now() });
        enqueue.sendTo('windows', windowsShown(show.question ? [show.question] : []));
        enqueue.sendTo('stage', { type: 'stage.updated', show });
      },
    ),
    markEnded: assign((_, { reason }: SessionEnded) => ({
      show: null,
      message:
        reason === 'revoked' ? MESSAGES.show.linkRevoked : MESSAGES.connection.signedOutElsewhere,
    })),
    toWindows: sendTo('windows', (_, event: ClockCorrected) => event),
    toStage: sendTo('stage', (_, event: ClockCorrected) => event),
    toConnection: sendTo('connection', (_, event: DeviceEvent) => event),
    report: emit(faultIn('show')),
  },
  delays: { checkDelay: SOCKET.checkMs },
}).createMachine({
  id: 'show',
  context: ({ input }) => ({ ...input, show: null, updatedAt: null, message: null }),
  invoke: [
    {
      id: 'windows',
      src: 'windows',
      input: ({ context: { now } }) => ({ now }),
      onError: { actions: { type: 'report', params: eventError } },
    },
    {
      id: 'stage',
      src: 'stage',
      input: ({ context: { now } }) => ({ now }),
      onError: { actions: { type: 'report', params: eventError } },
    },
  ],
  on: {
    'clock.corrected': {
      actions: [
        { type: 'toWindows', params: eventPayload },
        { type: 'toStage', params: eventPayload },
      ],
    },
  },
  initial: 'live',
  states: {
    live: {
      initial: 'waiting',
      invoke: [
        {
          id: 'connection',
          src: 'connection',
          input: ({ context: { random } }) => ({ userId: null, random }),
          onError: { target: 'broken', actions: { type: 'report', params: eventError } },
        },
        {
          id: 'surroundings',
          src: 'surroundings',
          onError: { actions: { type: 'report', params: eventError } },
        },
      ],
      on: {
        'realtime.show-updated': {
          target: '.current',
          actions: { type: 'storeShow', params: eventPayload },
        },
        'connection.lost': '.waiting',
        'session.ended': {
          target: 'refused',
          actions: { type: 'markEnded', params: eventPayload },
        },
        'picture.failed': {
          target: 'broken',
          actions: { type: 'report', params: eventPayload },
        },
        'network.*': { actions: { type: 'toConnection', params: eventPayload } },
        'page.shown': { actions: { type: 'toConnection', params: eventPayload } },
      },
      states: { waiting: {}, current: {} },
    },
    /** Nothing leads out but another link. */
    refused: {},
    /** Nobody sits at a show page, so it reconnects by itself. */
    broken: { after: { checkDelay: 'live' } },
  },
});

export type ShowActor = ActorRefFrom<typeof showMachine>;
type Snapshot = SnapshotFrom<typeof showMachine>;

/** Why the page is over; null: it is not. */
export const selectRefusal = (snapshot: Snapshot): string | null =>
  snapshot.matches('refused') ? snapshot.context.message : null;
/** Whether what is shown may be out of date. */
export const selectIsStale = (snapshot: Snapshot): boolean =>
  !snapshot.matches({ live: 'current' }) && !snapshot.matches('refused');
/** When what is shown was told, epoch ms; null: nothing was. */
export const selectUpdatedAt = ({ context }: Snapshot): number | null => context.updatedAt;
/** What plays. */
export const selectStage = ({ children }: Snapshot) => children.stage;
/** Null while there is none. */
export const selectConnection = ({ children }: Snapshot) => children.connection ?? null;
