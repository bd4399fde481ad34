import type { Socket } from 'socket.io-client';
import { z } from 'zod';
import type { SocketCommand, SocketFact } from '#machines/connection.ts';
import { clockReplySchema, serverEvents, type ServerEventName } from '#machines/contract/events.ts';
import { SOCKET } from '#machines/contract/limits.ts';
import type { Clock } from './clock.ts';

/** How long the server may take to answer before the line counts as lost. */
const ACK_TIMEOUT_MS = 5_000;
/** The quickest of so many questions measures the server's clock. */
const CLOCK_QUESTIONS = 3;

interface Ports {
  /** Origin of the server. */
  readonly origin: string;
  readonly userId: string;
  /** The bearer token as it is when a connection is made. */
  readonly token: () => string | null;
  readonly clock: Clock;
  readonly say: (fact: SocketFact) => void;
  readonly log: (where: string, error: unknown) => void;
}

export interface ShowSocket {
  readonly command: (command: SocketCommand) => void;
  readonly close: () => void;
}

/**
 * The line to the show over socket.io (specification §7, §9), whose code is loaded with the first
 * attempt. Makes one attempt each time it is told to; when to try again is the connection chart's.
 */
export function createSocket({ origin, userId, token, clock, say, log }: Ports): ShowSocket {
  let current: Socket | null = null;
  /** Counts the attempts: what an earlier one still says is old. */
  let attempt = 0;

  const close = () => {
    attempt += 1;
    current?.removeAllListeners();
    current?.disconnect();
    current = null;
  };

  async function open(): Promise<void> {
    close();
    const own = attempt;
    try {
      const { io } = await import('socket.io-client');
      if (own !== attempt) return;
      current = io(origin, {
        autoConnect: false,
        reconnection: false,
        multiplex: false,
        transports: ['websocket', 'polling'],
        // Polling where websocket does not get through.
        tryAllTransports: true,
        timeout: SOCKET.timeoutMs,
        auth: (give) => give({ token: token() ?? undefined }),
      });
    } catch (error) {
      if (own === attempt) say({ type: 'socket.lost', reason: String(error) });
      return;
    }
    listen(current);
    current.connect();
  }

  function listen(socket: Socket): void {
    socket.on('connect', () => {
      socket.emit('join-user-room', userId);
      say({ type: 'socket.connected' });
      void measure(socket);
    });
    socket.on('disconnect', (reason) => say({ type: 'socket.lost', reason }));
    socket.on('connect_error', (error) => say({ type: 'socket.lost', reason: error.message }));
    socket.onAny((name: unknown, payload: unknown) => {
      if (typeof name !== 'string' || !(name in serverEvents)) return;
      const event = heardSchema.safeParse({ type: `realtime.${name}`, payload });
      if (event.success) say(event.data);
      else log(`socket.${name}`, event.error);
    });
  }

  /** Asks for everything, and hears in passing whether the line still lives. */
  async function sync(socket: Socket): Promise<void> {
    try {
      await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('sync');
      await measure(socket);
    } catch (error) {
      if (socket === current) say({ type: 'socket.lost', reason: String(error) });
    }
  }

  async function measure(socket: Socket): Promise<void> {
    try {
      for (let asked = 0; asked < CLOCK_QUESTIONS; asked += 1) {
        const sentAt = clock.local();
        const answer: unknown = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('clock');
        const receivedAt = clock.local();
        const { serverTime } = clockReplySchema.parse(answer);
        clock.addSample({ serverTime, sentAt, receivedAt });
      }
    } catch (error) {
      log('socket.clock', error);
    }
  }

  return {
    command: ({ type }) => {
      if (type === 'socket.open') void open();
      else if (current) void sync(current);
    },
    close,
  };
}

const heard = <N extends ServerEventName>(name: N) =>
  z.object({ type: z.literal(`realtime.${name}`), payload: serverEvents[name] });

/** Every event of the contract as charts hear it. */
const heardSchema = z.discriminatedUnion('type', [
  heard('question-released'),
  heard('question-revoked'),
  heard('timer-started'),
  heard('timer-expired'),
  heard('questions-updated'),
  heard('show-answers'),
  heard('answer-updated'),
  heard('boards-updated'),
  heard('answers-counted'),
  heard('snapshot'),
  heard('signed-out'),
]);
