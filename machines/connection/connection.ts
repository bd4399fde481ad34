import {
  type ActorRefFrom,
  assign,
  emit,
  sendParent,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { BANNER_MS, SOCKET } from '#machines/contract/limits.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvidedSource } from '#machines/kit/not-provided.ts';
import { eventPayload, eventError, faultIn } from '#machines/kit/outcome.ts';
import type {
  FeedBehind,
  ConnectionStatusEvent,
  DataUnconfirmed,
  RealtimeEvent,
} from './realtime.ts';
import type { SessionEnded } from './session.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * The connection to the server (CONN-1…8): connecting -> connected. A lost connection is retried five times, then every 5 s
 * while the person is signed in. The chart decides when; the socket actor only opens and reports.
 */

/**
 * Commands to the socket: open a new connection; request the whole state and check that the connection is alive; close the
 * connection because the page is closed.
 */
export type SocketCommand =
  | { readonly type: 'socket.open' }
  | { readonly type: 'socket.sync' }
  | { readonly type: 'socket.leave' };
/** What the socket reports. */
export type SocketEvent =
  | { readonly type: 'socket.connected' }
  | { readonly type: 'socket.lost'; readonly reason: string }
  | RealtimeEvent;
/** What the device reports: changes of its network, and that the page has become visible again. */
export type DeviceEvent =
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.returned' }
  | { readonly type: 'page.shown' };
export type ConnectionEvent = SocketEvent | DeviceEvent | FeedBehind;

export interface ConnectionInput {
  /** Null for a stage screen, which has no user. */
  readonly userId: string | null;
  /** From 0 up to, not including, 1: spreads the reconnects of many clients. */
  readonly random: () => number;
}
export interface ConnectionContext extends ConnectionInput {
  /** Failed attempts since the connection was last up or checked. */
  readonly attempt: number;
  /** Whether there was a connection before. */
  readonly wasUp: boolean;
  /** All attempts failed: the server, rather than this connection, seems to be down. */
  readonly isAway: boolean;
}

/** The same back-off as socket.io: doubles from 1 s to 5 s, varied by up to 50 % at random. */
const backoffMs = ({ attempt, random }: ConnectionContext): number => {
  const { reconnectDelayMs, reconnectDelayMaxMs } = SOCKET;
  const base = Math.min(reconnectDelayMs * 2 ** (attempt - 1), reconnectDelayMaxMs);
  return Math.min(base * (0.5 + random()), reconnectDelayMaxMs);
};

const OPEN_AGAIN = {
  'page.shown': { target: 'connecting', actions: 'notifyUnconfirmed' },
  'network.returned': 'connecting',
} as const;

export const connectionMachine = setup({
  types: typesOf<{
    input: ConnectionInput;
    context: ConnectionContext;
    events: ConnectionEvent;
    emitted: EmittedEventOf<'fault'>;
    children: { socket: 'socket' };
  }>(),
  actors: {
    socket: notProvidedSource<SocketCommand, { readonly userId: string | null }>(
      'connection.socket',
    ),
  },
  actions: {
    open: sendTo('socket', { type: 'socket.open' }),
    sync: sendTo('socket', { type: 'socket.sync' }),
    forward: sendParent((_, event: RealtimeEvent) => event),
    notifyLost: sendParent((): ConnectionStatusEvent => ({ type: 'connection.lost' })),
    notifyBack: sendParent(({ context }): ConnectionStatusEvent => ({
      type: 'connection.restored',
      isFirst: !context.wasUp,
    })),
    notifyUnconfirmed: sendParent((): DataUnconfirmed => ({ type: 'data.unconfirmed' })),
    endSession: sendParent((_, { reason }: Pick<SessionEnded, 'reason'>): SessionEnded => ({
      type: 'session.ended',
      reason,
    })),
    markUp: assign({ attempt: 0, wasUp: true, isAway: false }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    markAway: assign({ attempt: 0, isAway: true }),
    report: emit(faultIn('socket')),
  },
  guards: {
    isOutOfAttempts: ({ context }) => context.attempt > SOCKET.attempts,
    wasUp: ({ context }) => context.wasUp,
    isOtherRole: (_, { reason }: Pick<SessionEnded, 'reason'>) => reason === 'role',
  },
  delays: {
    handshakeTimeout: SOCKET.timeoutMs,
    backoffDelay: ({ context }) => backoffMs(context),
    checkDelay: SOCKET.checkMs,
    backDelay: BANNER_MS,
  },
}).createMachine({
  id: 'connection',
  context: ({ input }) => ({ ...input, attempt: 0, wasUp: false, isAway: false }),
  initial: 'live',
  states: {
    live: {
      initial: 'connecting',
      invoke: {
        id: 'socket',
        src: 'socket',
        input: ({ context }) => ({ userId: context.userId }),
        onError: {
          target: 'broken',
          actions: { type: 'report', params: eventError },
        },
      },
      on: {
        'realtime.signed-out': [
          {
            guard: { type: 'isOtherRole', params: ({ event }) => event.payload },
            target: 'renewing',
            actions: { type: 'endSession', params: ({ event }) => event.payload },
          },
          {
            target: 'refused',
            actions: { type: 'endSession', params: ({ event }) => event.payload },
          },
        ],
        'realtime.*': { actions: { type: 'forward', params: eventPayload } },
        'socket.connected': [
          { guard: 'wasUp', target: '.connected.back', actions: 'notifyUnconfirmed' },
          { target: '.connected' },
        ],
        'network.lost': '.offline',
        'page.shown': { actions: 'notifyUnconfirmed' },
      },
      states: {
        connecting: {
          entry: 'open',
          after: { handshakeTimeout: 'reconnecting' },
          on: { 'socket.lost': 'reconnecting' },
        },
        connected: {
          entry: ['notifyBack', 'markUp'],
          exit: 'notifyLost',
          on: {
            'socket.lost': 'reconnecting',
            'page.shown': { target: '.checking', actions: ['notifyUnconfirmed', 'sync'] },
            'feed.behind': { actions: 'sync' },
          },
          initial: 'steady',
          states: {
            steady: {},
            back: { after: { backDelay: 'steady' } },
            /** The device may have slept: the connection is only known to be alive once the server replies. */
            checking: {
              on: {
                'realtime.snapshot': {
                  target: 'steady',
                  actions: { type: 'forward', params: eventPayload },
                },
              },
              after: { checkDelay: 'steady' },
            },
          },
        },
        reconnecting: {
          entry: 'countAttempt',
          always: { guard: 'isOutOfAttempts', target: 'disconnected' },
          after: { backoffDelay: 'connecting' },
          on: OPEN_AGAIN,
        },
        disconnected: {
          entry: 'markAway',
          after: { checkDelay: 'connecting' },
          on: OPEN_AGAIN,
        },
        offline: {
          on: { 'network.returned': 'connecting' },
          // Try to connect anyway: a device may wrongly report that it is offline.
          after: { checkDelay: { target: 'offline', reenter: true, actions: 'open' } },
        },
      },
    },
    /**
     * A new token starts a new connection. Without one, the old token is tried again, and the server ends the session
     * again.
     */
    renewing: { after: { checkDelay: 'live' } },
    refused: {},
    broken: { after: { checkDelay: 'live' } },
  },
});

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>;
type Snapshot = SnapshotFrom<typeof connectionMachine>;

/** The state of the connection as the strip under the header shows it. */
export function selectConnectionState(snapshot: Snapshot) {
  if (snapshot.matches({ live: 'offline' })) return 'offline';
  if (snapshot.matches({ live: { connected: 'back' } })) return 'back';
  if (snapshot.matches({ live: 'connected' })) return 'online';
  if (snapshot.matches('refused') || snapshot.matches('renewing')) return 'online';
  if (snapshot.context.isAway) return 'serverAway';
  const { attempt, wasUp } = snapshot.context;
  return wasUp || attempt > 0 ? 'reconnecting' : 'online';
}
/** Whether the connection is up; after a sleep of the device, false until the server has replied. */
export const selectIsConnected = (snapshot: Snapshot): boolean =>
  snapshot.matches({ live: 'connected' }) && !snapshot.matches({ live: { connected: 'checking' } });
