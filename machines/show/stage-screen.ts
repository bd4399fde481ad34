import { m } from 'messages';
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
import type { StageView } from '#machines/contract/stage.ts';
import { SOCKET } from '#machines/contract/limits.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvidedSource } from '#machines/kit/not-provided.ts';
import { eventPayload, eventError, faultIn } from '#machines/kit/outcome.ts';
import type { ConnectionStatusEvent, RealtimeEvent } from '#machines/connection/realtime.ts';
import type { ClockCorrected, SessionEnded } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { stageAnnouncement } from './rules/direction.ts';
import { stageMachine } from './stage.ts';
import { windowsShown, windowsMachine } from '#machines/answering/windows.ts';

/*
 * The stage screen (SH-1…8): waiting <-> current, over its own connection. It displays each scene that the producer
 * chooses. When the connection is lost, the scene stays and is marked as stale until the server sends again. Revoking
 * the link ends the page. If the picture cannot be rendered, the page closes its connection, which producers see, and
 * tries again later.
 */

export type StageScreenEvent =
  | RealtimeEvent
  | ConnectionStatusEvent
  | DeviceEvent
  | ClockCorrected
  | SessionEnded
  | PictureFailed;
/** The picture could not be rendered. */
export interface PictureFailed {
  readonly type: 'picture.failed';
  readonly error: unknown;
}

export interface StageScreenInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}
export interface StageScreenContext extends StageScreenInput {
  /** Everything that the page may display; null: nothing received yet. */
  readonly show: StageView | null;
  /** When `show` was received, epoch ms on the server's clock. */
  readonly updatedAt: number | null;
  /** Why the page has ended. */
  readonly message: string | null;
}

export const stageScreenMachine = setup({
  types: typesOf<{
    input: StageScreenInput;
    context: StageScreenContext;
    events: StageScreenEvent;
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
    /** Network changes of the device, the page becoming visible, and clock corrections. */
    surroundings: notProvidedSource<EventObject, undefined>('show.surroundings'),
    windows: windowsMachine,
    stage: stageMachine,
  },
  actions: {
    storeShow: enqueueActions(
      ({ context, enqueue }, { payload: { show } }: RealtimeEvent<'show-updated'>) => {
        const text = stageAnnouncement(context.show, show);
        if (text !== null) enqueue.emit({ type: 'announce', text });
        enqueue.assign({ show, updatedAt: context.now() });
        enqueue.sendTo('windows', windowsShown(show.question ? [show.question] : []));
        enqueue.sendTo('stage', { type: 'stage.updated', show });
      },
    ),
    markEnded: assign((_, { reason }: SessionEnded) => ({
      show: null,
      message: reason === 'revoked' ? m.showLinkRevoked() : m.connectionSignedOutElsewhere(),
    })),
    toWindows: sendTo('windows', (_, event: ClockCorrected) => event),
    toStage: sendTo('stage', (_, event: ClockCorrected) => event),
    toConnection: sendTo('connection', (_, event: DeviceEvent) => event),
    report: emit(faultIn('stageScreen')),
  },
  delays: { checkDelay: SOCKET.checkMs },
}).createMachine({
  id: 'stageScreen',
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
    /** The page stays in this state until it is opened with another link. */
    refused: {},
    /** No one operates a stage screen, so it reconnects by itself. */
    broken: { after: { checkDelay: 'live' } },
  },
});

export type StageScreenActor = ActorRefFrom<typeof stageScreenMachine>;
type Snapshot = SnapshotFrom<typeof stageScreenMachine>;

/** Why the page has ended; null: it has not. */
export const selectRefusal = (snapshot: Snapshot): string | null =>
  snapshot.matches('refused') ? snapshot.context.message : null;
/** Whether the picture may be out of date. */
export const selectIsStale = (snapshot: Snapshot): boolean =>
  !snapshot.matches({ live: 'current' }) && !snapshot.matches('refused');
/** When the picture was received, epoch ms; null: nothing was received. */
export const selectUpdatedAt = ({ context }: Snapshot): number | null => context.updatedAt;
/** The actor that plays the scenes. */
export const selectStage = ({ children }: Snapshot) => children.stage;
/** Null while there is no connection actor. */
export const selectConnection = ({ children }: Snapshot) => children.connection ?? null;
