import { io, type Socket } from 'socket.io-client';
import { createActor } from 'xstate';
import type { SocketCommand, SocketEvent } from '#machines/connection.ts';
import { clockReplySchema, type Handshake } from '#machines/contract/events.ts';
import { SOCKET } from '#machines/contract/limits.ts';
import { curtainMachine } from '#machines/curtain.ts';
import type { Clock } from './clock.ts';
import type { RootOptions } from './emitted.ts';
import { parseServerEvent } from './server-events.ts';

const ACK_TIMEOUT_MS = 5_000;
/** The quickest of so many questions measures the server's clock. */
const CLOCK_QUESTIONS = 3;

export interface SocketPorts {
  /** Origin of the server. */
  readonly origin: string;
  /** Whose room to join; null: nobody's. */
  readonly userId: string | null;
  /** Who is there, as it is when a connection is made. */
  readonly handshake: () => Handshake;
  readonly clock: Clock;
  /** Of its actors. */
  readonly actors: RootOptions;
  /** How long the server may take to answer before the line counts as lost. */
  readonly ackTimeoutMs?: number;
  readonly emit: (event: SocketEvent) => void;
  readonly log: (where: string, error: unknown) => void;
}

export interface ShowSocket {
  readonly command: (command: SocketCommand) => void;
  readonly close: () => void;
}

/**
 * The line to the show over socket.io (specification §7, §9). Makes one attempt each time it is told
 * to open; when to try again is the connection chart's.
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
  } = ports;
  let current: Socket | null = null;
  /** Only ours has ever more to say than the specification, and answers questions (its §4). */
  let isOurs = false;
  const curtain = createActor(curtainMachine, { ...actors, input: { now: clock.now } });
  curtain.on('*', say);
  const unlisten = clock.onCorrection(() => curtain.send({ type: 'clock.corrected' }));
  curtain.start();

  const close = () => {
    // What an earlier attempt still has to say is old.
    current?.removeAllListeners();
    current?.disconnect();
    current = null;
  };

  function open(): void {
    close();
    const socket = io(origin, {
      autoConnect: false,
      reconnection: false,
      multiplex: false,
      transports: ['websocket', 'polling'],
      // Polling where websocket does not get through.
      tryAllTransports: true,
      timeout: SOCKET.timeoutMs,
      auth: (give) => give(handshake()),
    });
    socket.on('connect', () => {
      if (userId !== null) socket.emit('join-user-room', userId);
      say({ type: 'socket.connected' });
      void measure(socket);
    });
    socket.on('disconnect', (reason) => say({ type: 'socket.lost', reason }));
    socket.on('connect_error', (error) => say({ type: 'socket.lost', reason: error.message }));
    socket.onAny((name: string, payload: unknown) => {
      const event = parseServerEvent(name, payload, (error) => log(`socket.${name}`, error));
      if (event === null) return;
      isOurs ||= 'version' in event.payload || event.type === 'realtime.show-updated';
      curtain.send(event);
    });
    current = socket;
    socket.connect();
  }

  /** Asks for everything, and hears in passing whether the line still lives. */
  async function sync(socket: Socket): Promise<void> {
    if (!isOurs) return;
    try {
      await socket.timeout(ackTimeoutMs).emitWithAck('sync');
      await measure(socket);
    } catch (error) {
      if (socket === current) say({ type: 'socket.lost', reason: String(error) });
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
      // A line that is lost meanwhile is no fault: the next one measures anew.
      if (isOurs && socket.connected) log('socket.clock', error);
    }
  }

  return {
    command: ({ type }) => {
      if (type === 'socket.open') open();
      else if (current) void sync(current);
    },
    close: () => {
      unlisten();
      curtain.stop();
      close();
    },
  };
}
