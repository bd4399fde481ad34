import { EventEmitter, once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import {
  type Handshake,
  type ServerEvent,
  type ServerEventName,
  serverEvents,
} from '#machines/contract/events.ts';

/**
 * Events that arrive some time after their cause: standings, counts, and shows as producers see
 * them.
 */
const ANY_TIME: ReadonlySet<ServerEventName> = new Set([
  'standing-updated',
  'players-counted',
  'players-ready',
  'show-changed',
]);

/** The timeout for expected events. */
const BOUND_MS = 15_000;

/** An event as it arrived; `payload` as the contract parses it. */
interface ReceivedEvent {
  readonly name: ServerEventName;
  readonly payload: unknown;
}

/** A socket that records its events. */
export interface SocketProbe {
  readonly socket: Socket;
  /** Everything received so far, in order. */
  readonly received: ReceivedEvent[];
  /** Returns and clears the names of received events, except those of `ANY_TIME`. */
  takeNames(): ServerEventName[];
  /** The first event of the name, already received or still to come. */
  next<N extends ServerEventName>(name: N): Promise<ServerEvent<N>>;
  /** Resolves when everything sent to the socket before has arrived. */
  settled(): Promise<void>;
  /** Resolves with the reason when the socket is closed. */
  closed(): Promise<string>;
  close(): void;
}

export interface SocketProbeOptions {
  readonly token?: string;
  /** A stage screen. */
  readonly show?: Handshake['show'];
  readonly transports?: ('websocket' | 'polling')[];
  readonly reconnection?: boolean;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

const schemas: {
  readonly [N in ServerEventName]: { parse(payload: unknown): ServerEvent<N> };
} = serverEvents;
const isServerEvent = (name: string): name is ServerEventName => Object.hasOwn(schemas, name);

/** Connects a socket.io client; it does not reconnect unless requested. */
export async function connectProbe(
  url: string,
  {
    token,
    show,
    transports = ['websocket'],
    reconnection = false,
    extraHeaders = {},
  }: SocketProbeOptions = {},
): Promise<SocketProbe> {
  const socket = io(url, {
    transports,
    reconnection,
    forceNew: true,
    extraHeaders,
    auth: { ...(token !== undefined && { token }), ...(show !== undefined && { show }) },
  });
  const heard: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  let whyClosed: string | null = null;
  const wake = () => waiting.forEach((look) => look());

  socket.onAny((name: string, payload: unknown) => {
    if (!isServerEvent(name)) throw new Error(`an event that is not in the contract: ${name}`);
    heard.push({ name, payload: schemas[name].parse(payload) });
    wake();
  });
  socket.on('disconnect', (reason) => {
    whyClosed = reason;
    wake();
  });

  const probe: SocketProbe = {
    socket,
    received: heard,
    takeNames: () =>
      heard
        .splice(0)
        .map(({ name }) => name)
        .filter((name) => !ANY_TIME.has(name)),
    next: async (name) => {
      const found = await until(() => heard.find((event) => event.name === name) ?? null, name);
      return schemas[name].parse(found.payload);
    },
    settled: async () => {
      await socket.timeout(BOUND_MS).emitWithAck('clock');
    },
    closed: () => until(() => whyClosed, 'disconnect'),
    close: () => {
      socket.disconnect();
    },
  };

  function until<T>(look: () => T | null, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (act: () => void) => {
        clearTimeout(timer);
        waiting.delete(tryOnce);
        act();
      };
      const tryOnce = () => {
        const found = look();
        if (found !== null) end(() => resolve(found));
      };
      const timer = setTimeout(() => {
        const names = heard.map(({ name }) => name).join(', ');
        end(() => reject(new Error(`no '${what}' within ${BOUND_MS} ms; heard: ${names}`)));
      }, BOUND_MS);
      waiting.add(tryOnce);
      tryOnce();
    });
  }

  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return probe;
}

/** A raw connection for frames that our client never sends: engine.io frames, unchanged. */
export interface RawLine {
  send(frame: string | Buffer): void;
  /** Everything received so far, unparsed. */
  readonly frames: readonly string[];
  /** The first frame that begins like this, already received or still to come. */
  frame(start: string): Promise<string>;
  closed(): Promise<void>;
  /** Stops reading; packets to it pile up. */
  stopReading(): void;
  close(): void;
}

/**
 * Opens a bare WebSocket to socket.io, without joining. `sid`: for a polling session; `from`: one of this machine's
 * addresses.
 */
export async function openRaw(
  url: string,
  {
    headers = {},
    sid,
    from = '127.0.0.1',
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly sid?: string;
    readonly from?: string;
  } = {},
): Promise<RawLine> {
  const path = `/socket.io/?EIO=4&transport=websocket${sid === undefined ? '' : `&sid=${sid}`}`;
  const line = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
    headers,
    localAddress: from,
  });
  const frames: string[] = [];
  const turn = new EventEmitter();
  line.on('message', (data: Buffer) => {
    const frame = data.toString();
    if (frame === '2') line.send('3');
    frames.push(frame);
    turn.emit('news');
  });
  line.on('close', () => turn.emit('news'));
  line.on('error', () => turn.emit('news'));
  await once(line, 'open');
  const until = async (isSo: () => boolean): Promise<void> => {
    const signal = AbortSignal.timeout(BOUND_MS);
    while (!isSo()) await once(turn, 'news', { signal });
  };
  return {
    send: (frame) => line.send(frame),
    frames,
    frame: async (start) => {
      await until(() => frames.some((frame) => frame.startsWith(start)));
      return frames.find((frame) => frame.startsWith(start)) ?? '';
    },
    closed: () => until(() => line.readyState === WebSocket.CLOSED),
    stopReading: () => line.pause(),
    close: () => line.terminate(),
  };
}

/** A polling session without a client. */
export interface Polling {
  readonly sid: string;
  /** Polls once; resolves with the server's packets and the status. */
  poll(): Promise<{ status: number; text: string }>;
  /** Sends engine.io packets unchanged; returns the status. */
  post(packets: string): Promise<number>;
}

/** Opens a polling session. @throws Error when it is refused */
export async function openPolling(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Polling> {
  const path = `${url}/socket.io/?EIO=4&transport=polling`;
  const opened = await fetch(path, { headers });
  const text = await opened.text();
  if (!opened.ok) throw new Error(`refused: ${opened.status}`);
  const { sid }: { sid: string } = JSON.parse(text.slice(1));
  return {
    sid,
    poll: async () => {
      const answer = await fetch(`${path}&sid=${sid}`);
      return { status: answer.status, text: await answer.text() };
    },
    post: async (body) => (await fetch(`${path}&sid=${sid}`, { method: 'POST', body })).status,
  };
}
