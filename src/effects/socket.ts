import { language } from 'messages/language';
import { io, type Socket } from 'socket.io-client';
import { createActor } from 'xstate';
import type { SocketCommand, SocketEvent } from '#machines/connection/connection.ts';
import {
  clockReplySchema,
  type Handshake,
  type SocketReply,
  socketReplySchema,
} from '#machines/contract/events.ts';
import { SOCKET } from '#machines/contract/limits.ts';
import { spoilerGateMachine } from '#machines/answering/spoiler-gate.ts';
import type { Clock } from './clock.ts';
import type { RootOptions } from './emitted.ts';
import { loadAhead } from './sealed-media.ts';
import { parseServerEvent } from './server-events.ts';

const ACK_TIMEOUT_MS = 5_000;
/** If a WebSocket gets no reply for this time, ms, it counts as blocked by a proxy, and polling is used. */
const SILENCE_MS = 4_000;
/** Interval at which a polling connection tries a WebSocket, ms. */
const RETRY_MS = 30_000;
/** How long the device starts with polling after WebSockets were blocked, ms. */
const REMEMBERED_MS = 60 * 60_000;
const SILENT_UNTIL = 'websocket-silent-until';
const DIRECT: readonly Transport[] = ['websocket', 'polling'];

type Transport = 'websocket' | 'polling';
/** Number of requests that measure the server's clock; the quickest is used. */
const CLOCK_QUESTIONS = 3;

export interface SocketPorts {
  /** The server's origin. */
  readonly origin: string;
  /** The user whose room to join; null for none. */
  readonly userId: string | null;
  /** The credentials at the time of a connection. */
  readonly handshake: () => Handshake;
  readonly clock: Clock;
  /** Options of the actors that run the connection. */
  readonly actors: RootOptions;
  /** Time limit for the server's reply before the connection counts as lost. */
  readonly ackTimeoutMs?: number;
  /** Interval at which a polling connection tries a WebSocket, ms. */
  readonly retryMs?: number;
  /** Storage that remembers that WebSockets are blocked; without it, this is remembered for this connection only. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly emit: (event: SocketEvent) => void;
  readonly log: (where: string, error: unknown) => void;
}

export interface ShowSocket {
  readonly command: (command: SocketCommand) => void;
  /**
   * Sends the body of the call `submitAnswer`; returns the reply, or null if the connection gives none, after which the
   * answer may have been stored. Absent in an inspected window, where the inspector disturbs the call over HTTP.
   */
  readonly submitAnswer?: (body: unknown) => Promise<SocketReply | null>;
  readonly close: () => void;
}

const drop = (socket: Socket | null) => {
  // Ignores late events of earlier attempts.
  socket?.removeAllListeners();
  socket?.disconnect();
};

/**
 * The connection to the server over socket.io (specification §7, §9). Makes one attempt per `open`; the connection chart
 * decides when to retry.
 */
export function createSocket(ports: SocketPorts): ShowSocket {
  const {
    origin,
    userId,
    handshake,
    clock,
    actors,
    emit: say,
    log,
    ackTimeoutMs = ACK_TIMEOUT_MS,
    retryMs = RETRY_MS,
    storage,
  } = ports;
  let current: Socket | null = null;
  /** A WebSocket tried in parallel with a polling connection. */
  let candidate: Socket | null = null;
  let isSilent = Number(storage?.getItem(SILENT_UNTIL) ?? 0) > clock.local();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const spoilerGate = createActor(spoilerGateMachine, { ...actors, input: { now: clock.now } });
  spoilerGate.on('*', say);
  const unlisten = clock.onCorrection(() => spoilerGate.send({ type: 'clock.corrected' }));
  spoilerGate.start();

  const close = () => {
    clearTimeout(silence);
    clearTimeout(retry);
    drop(candidate);
    drop(current);
    candidate = null;
    current = null;
  };

  /** Remembers on the device, if its storage has room, whether WebSockets are blocked. */
  function remember(isSwallowed: boolean): void {
    isSilent = isSwallowed;
    try {
      if (isSwallowed) storage?.setItem(SILENT_UNTIL, String(clock.local() + REMEMBERED_MS));
      else storage?.removeItem(SILENT_UNTIL);
    } catch (error) {
      log('socket.storage', error);
    }
  }

  function open(): void {
    close();
    current = attempt(isSilent ? ['polling'] : DIRECT);
    if (isSilent) return;
    const { io: manager } = current;
    silence = setTimeout(() => {
      drop(current);
      remember(true);
      current = attempt(['polling']);
    }, SILENCE_MS);
    // Even a refusal is a reply, so WebSockets are not blocked.
    const answered = () => clearTimeout(silence);
    manager.on('open', answered);
    manager.on('error', answered);
  }

  /** Tries a WebSocket in parallel, and switches to it once it is open. */
  function tryWebSocket(): void {
    drop(candidate);
    candidate = attempt(['websocket']);
    retry = setTimeout(tryWebSocket, retryMs);
  }

  function connected(socket: Socket): void {
    if (userId !== null) socket.emit('join-user-room', userId);
    if (socket === candidate) {
      clearTimeout(retry);
      drop(current);
      [current, candidate] = [socket, null];
      remember(false);
    } else {
      if (isSilent) retry = setTimeout(tryWebSocket, retryMs);
      say({ type: 'socket.connected' });
    }
    void measure(socket);
  }

  function attempt(transports: readonly Transport[]): Socket {
    const socket = io(origin, {
      autoConnect: false,
      reconnection: false,
      multiplex: false,
      transports: [...transports],
      // Falls back to polling where WebSockets are blocked.
      tryAllTransports: true,
      timeout: SOCKET.timeoutMs,
      auth: (give) => give({ ...handshake(), language: language() }),
    });
    const lost = (reason: string) => {
      if (socket === current) say({ type: 'socket.lost', reason });
    };
    socket.on('connect', () => connected(socket));
    socket.on('disconnect', (reason) => lost(reason));
    socket.on('connect_error', (error) => lost(error.message));
    socket.onAny((name: string, payload: unknown) => {
      if (name === 'media-sealed') {
        loadAhead(origin, payload);
        return;
      }
      const event = parseServerEvent(name, payload, (error) => log(`socket.${name}`, error));
      if (event !== null) spoilerGate.send(event);
    });
    socket.connect();
    return socket;
  }

  /** Requests the whole state, and so checks that the connection is alive. */
  async function sync(socket: Socket): Promise<void> {
    try {
      await socket.timeout(ackTimeoutMs).emitWithAck('sync');
      await measure(socket);
    } catch (error) {
      if (socket === current) say({ type: 'socket.lost', reason: String(error) });
    }
  }

  async function submitAnswer(body: unknown): Promise<SocketReply | null> {
    if (current?.connected !== true) return null;
    try {
      const reply: unknown = await current.timeout(ackTimeoutMs).emitWithAck('submit-answer', body);
      return socketReplySchema.parse(reply);
    } catch (error) {
      log('socket.submit-answer', error);
      return null;
    }
  }

  async function measure(socket: Socket): Promise<void> {
    try {
      for (let asked = 0; asked < CLOCK_QUESTIONS; asked += 1) {
        const sentAt = clock.local();
        const answer: unknown = await socket.timeout(ackTimeoutMs).emitWithAck('clock');
        const receivedAt = clock.local();
        const { serverTime } = clockReplySchema.parse(answer);
        clock.addSample({ serverTime, sentAt, receivedAt });
      }
    } catch (error) {
      // If the connection was lost in the meantime, this is no error: the next connection measures again.
      if (socket.connected) log('socket.clock', error);
    }
  }

  return {
    command: ({ type }) => {
      if (type === 'socket.open') open();
      else if (type === 'socket.leave') current?.disconnect();
      else if (current) void sync(current);
    },
    submitAnswer,
    close: () => {
      unlisten();
      spoilerGate.stop();
      close();
    },
  };
}
