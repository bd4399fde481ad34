import type { IncomingMessage } from 'node:http';
import {
  type Connection,
  terminateLater,
  releaseRequest,
  setMaxMessageBytes,
} from './engine-io.ts';
import { type TokenBucket, createTokenBucket, type Misuse } from './listen.ts';
import { inBatches } from './in-batches.ts';
import type { ShowSocket } from './socket.ts';

/**
 * The longest message of a client, bytes; it contains a token, or is an event without a body. Inspected browser windows
 * may send longer messages.
 */
export const MESSAGE_BYTES = 8_192;
/** How often connections are checked, ms. */
const SWEEP_MS = 1_000;
/** How long a connection may stay without a sign-in, ms. */
const SIGN_IN_MS = 10_000;
/** How long it may stay when others need its place, ms; even a slow client's token has arrived by then. */
const CROWDED_MS = 3_000;
/** Time for a client to receive `signed-out`, or to close its WebSocket, ms. */
const FAREWELL_MS = 2_000;
/** Maximum number of messages before the sign-in; our clients send one. */
const MOST_MESSAGES = 16;
/**
 * Packets of any kind that a connection may send at once, and then each second; even an inspected browser window sends
 * fewer.
 */
const PACKETS_AT_ONCE = 400;
const PACKETS_A_SECOND = 100;
/** Packets that announce binary data, which no client sends (socket.io-parser). */
const BINARY = /^[56]/;

/** Limits for connections without a sign-in. A handshake that leads to a sign-in is given back to the rate limits. */
export interface UnauthenticatedBounds {
  readonly atOnce: number;
  readonly ofAddress: number;
  /** Maximum number of handshakes at once, and of further ones per second. */
  readonly rate: readonly [burst: number, perSecond: number];
  readonly rateOfAddress: readonly [burst: number, perSecond: number];
}
/** Sized for ten thousand clients behind one address, which reconnect within seconds after a restart. */
const BOUNDS: UnauthenticatedBounds = {
  atOnce: 10_000,
  ofAddress: 3_000,
  rate: [24_000, 1_000],
  rateOfAddress: [12_000, 200],
};

/** The origin of a handshake. */
export interface Peer {
  readonly address: string;
  /** Whether the address is the client's own; the address of a proxy is shared by all its clients. */
  readonly isOwn: boolean;
}

export interface UnauthenticatedPorts {
  readonly peerOf: (request: IncomingMessage) => Peer;
  readonly count: (misuse: Misuse) => void;
  /** A monotonic clock, ms. */
  readonly elapsed?: () => number;
  readonly bounds?: UnauthenticatedBounds;
  readonly sweepMs?: number;
}

/** Limits connections without a sign-in, and the packets of all connections. */
export interface UnauthenticatedSockets {
  /** engine.io's `allowRequest`: decides whether another connection may be opened. */
  readonly allow: (
    request: IncomingMessage,
    decide: (reason: string | null, isAllowed: boolean) => void,
  ) => void;
  /** Watches a new connection. */
  readonly open: (connection: Connection) => void;
  /** Runs the authentication of a connection; its duration does not count towards the connection's time to sign in. */
  decide<T>(connection: Connection, decision: () => Promise<T>): Promise<T>;
  /** Sets a function that sends a farewell before the connection is closed because it did not sign in. */
  beforeEnd(connection: Connection, farewell: () => void): void;
  /** Marks the socket's connection as signed in, until the socket disconnects. */
  settle(socket: ShowSocket): void;
  /** Sets the longest message of the connection from now on, bytes. */
  allowMessages(connection: Connection, bytes: number): void;
  peerOf(connection: Connection): Peer;
  /** Closes connections without a sign-in in time. Must be called every `sweepMs`. */
  closeStale(): void;
  readonly sweepMs: number;
}

/** The state of a connection. */
interface Watched extends Peer {
  readonly packets: TokenBucket;
  /** The limits that count this connection: its address's and the overall one. */
  readonly limits: readonly Limit[];
  /** When the current time without a sign-in began, ms. */
  since: number;
  messages: number;
  /** Number of the connection's signed-in sockets. */
  settled: number;
  isPaidBack: boolean;
  messageBytes: number;
  farewell: (() => void) | null;
  isWarned: boolean;
}

/** The connections of one address or of all addresses, and their limits. */
interface Limit {
  readonly most: number;
  readonly unauthenticated: Set<Connection>;
  readonly rate: TokenBucket;
  /** Connections that are being authenticated. */
  deciding: number;
  /** All connections, signed in or not. */
  open: number;
}

export function createUnauthenticatedSockets(ports: UnauthenticatedPorts): UnauthenticatedSockets {
  const { peerOf, count, bounds = BOUNDS, sweepMs = SWEEP_MS } = ports;
  const { elapsed = () => performance.now() } = ports;
  const watched = new WeakMap<Connection, Watched>();
  const ofAll = newLimit(bounds.atOnce, bounds.rate);
  const ofAddresses = new Map<string, Limit>();
  /** Total time that this process was stalled and received nothing, ms; it does not count as time without a sign-in. */
  let stalledMs = 0;
  let sweptAt = performance.now();
  const listeningMs = (): number => elapsed() - stalledMs;

  function newLimit(most: number, [burst, perSecond]: UnauthenticatedBounds['rate']): Limit {
    const rate = createTokenBucket(burst, perSecond, elapsed);
    return { most, unauthenticated: new Set(), rate, deciding: 0, open: 0 };
  }

  function limitsOf({ address, isOwn }: Peer): readonly Limit[] {
    if (!isOwn) return [ofAll];
    const ofAddress = ofAddresses.get(address) ?? newLimit(bounds.ofAddress, bounds.rateOfAddress);
    ofAddresses.set(address, ofAddress);
    return [ofAddress, ofAll];
  }

  /**
   * Whether another connection may be opened. If the limit is reached, the oldest connection is closed if it had time
   * to sign in.
   */
  function hasRoom({ unauthenticated, deciding, most }: Limit): boolean {
    if (unauthenticated.size + deciding < most) return true;
    const [oldest] = unauthenticated;
    const since = oldest && watched.get(oldest)?.since;
    if (oldest === undefined || since === undefined || listeningMs() - since < CROWDED_MS)
      return false;
    end(oldest, 'unauthenticated');
    return true;
  }

  function mayOpen(request: IncomingMessage): boolean {
    const limits = limitsOf(peerOf(request));
    return limits.every(hasRoom) && limits.every(({ rate }) => rate.consume());
  }

  function add(connection: Connection, { limits }: Watched): void {
    for (const { unauthenticated } of limits) unauthenticated.add(connection);
  }
  function remove(connection: Connection, { limits }: Watched): void {
    for (const { unauthenticated } of limits) unauthenticated.delete(connection);
  }
  const isUnsigned = ({ readyState }: Connection, { settled }: Watched): boolean =>
    settled === 0 && readyState !== 'closed';

  function end(connection: Connection, misuse: Misuse): void {
    count(misuse);
    connection.close(true);
  }

  function open(connection: Connection): void {
    const peer = peerOf(connection.request);
    const state: Watched = {
      ...peer,
      packets: createTokenBucket(PACKETS_AT_ONCE, PACKETS_A_SECOND, elapsed),
      limits: limitsOf(peer),
      since: listeningMs(),
      messages: 0,
      settled: 0,
      isPaidBack: false,
      messageBytes: MESSAGE_BYTES,
      farewell: null,
      isWarned: false,
    };
    watched.set(connection, state);
    add(connection, state);
    for (const limit of state.limits) limit.open += 1;
    releaseRequest(connection, FAREWELL_MS);
    connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      if (!state.packets.consume()) end(connection, 'too-many');
      else if (type === 'message') receive(connection, state, data);
    });
    // Packets during the upgrade to WebSocket do not reach the listener above.
    connection.on('upgrading', () => {
      if (!state.packets.consume()) end(connection, 'too-many');
    });
    connection.on('upgrade', () => setMaxMessageBytes(connection, state.messageBytes));
    connection.on('close', () => {
      remove(connection, state);
      for (const limit of state.limits) limit.open -= 1;
      terminateLater(connection, FAREWELL_MS);
    });
  }

  function receive(connection: Connection, state: Watched, data: unknown): void {
    if (typeof data !== 'string' || BINARY.test(data)) end(connection, 'malformed');
    else if (state.settled === 0) {
      state.messages += 1;
      if (state.messages > MOST_MESSAGES) end(connection, 'too-many');
    }
  }

  function settle({ conn }: ShowSocket, state: Watched): void {
    state.settled += 1;
    state.farewell = null;
    remove(conn, state);
    if (state.isPaidBack) return;
    state.isPaidBack = true;
    for (const { rate } of state.limits) rate.giveBack();
  }

  function leave({ conn }: ShowSocket, state: Watched): void {
    state.settled -= 1;
    state.since = listeningMs();
    state.isWarned = false;
    if (isUnsigned(conn, state)) add(conn, state);
  }

  /** Returns how long the connection has been without a sign-in, ms; 0 while it is signed in. */
  function ageOf(connection: Connection): number {
    const state = watched.get(connection);
    return state === undefined || !ofAll.unauthenticated.has(connection)
      ? 0
      : listeningMs() - state.since;
  }

  function endStale(connection: Connection): void {
    const state = watched.get(connection);
    const age = ageOf(connection);
    if (state === undefined || age < SIGN_IN_MS) return;
    if (state.farewell !== null && !state.isWarned) state.farewell();
    else if (!state.isWarned || age >= SIGN_IN_MS + FAREWELL_MS) end(connection, 'unauthenticated');
    state.isWarned = true;
  }

  return {
    allow: (request, decide) => {
      const isAllowed = mayOpen(request);
      if (!isAllowed) count('crowded');
      decide(isAllowed ? null : 'too many', isAllowed);
    },
    open,
    decide: async (connection, decision) => {
      const state = watched.get(connection);
      if (state === undefined) return decision();
      remove(connection, state);
      for (const limit of state.limits) limit.deciding += 1;
      try {
        return await decision();
      } finally {
        for (const limit of state.limits) limit.deciding -= 1;
        if (isUnsigned(connection, state)) add(connection, state);
      }
    },
    beforeEnd: (connection, farewell) => {
      const state = watched.get(connection);
      if (state !== undefined) state.farewell = farewell;
    },
    settle: (socket) => {
      const state = watched.get(socket.conn);
      if (state === undefined) return;
      settle(socket, state);
      socket.once('disconnect', () => leave(socket, state));
    },
    allowMessages: (connection, bytes) => {
      const state = watched.get(connection);
      if (state !== undefined) state.messageBytes = bytes;
      setMaxMessageBytes(connection, bytes);
    },
    peerOf: (connection) => watched.get(connection) ?? { address: '', isOwn: false },
    sweepMs,
    closeStale: () => {
      const instant = performance.now();
      stalledMs += Math.max(0, instant - sweptAt - sweepMs);
      sweptAt = instant;
      const stale = [...ofAll.unauthenticated].filter(
        (connection) => ageOf(connection) >= SIGN_IN_MS,
      );
      void inBatches(stale, (some) => some.forEach(endStale));
      for (const [address, { open: opened, rate }] of ofAddresses)
        if (opened === 0 && rate.isFull()) ofAddresses.delete(address);
    },
  };
}
