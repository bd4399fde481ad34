import type { IncomingMessage } from 'node:http';
import { type Connection, cutLater, forgetRequest, permit } from './engine-io.ts';
import { type Allowance, createAllowance, type Misuse } from './listen.ts';
import { inTurns } from './in-turns.ts';
import type { ShowSocket } from './socket.ts';

/**
 * The longest message of a client, bytes: a token, or an event without a body. Windows that are inspected may say
 * more, once they are let in.
 */
export const MESSAGE_BYTES = 8_192;
/** How often connections are looked at, ms. */
const SWEEP_MS = 1_000;
/** How long nobody needs to be signed in on a connection, ms. */
const STRANGER_MS = 10_000;
/** The same while connections are many, ms: by then even a slow client's token has arrived. */
const CROWDED_MS = 3_000;
/** How long `signed-out` may take to be fetched, or a WebSocket to be closed by its other end, ms. */
const FAREWELL_MS = 2_000;
/** Messages before somebody is signed in; our clients send one. */
const MOST_MESSAGES = 16;
/** Packets of any kind at once, and then each second: more than an inspected window says. */
const PACKETS_AT_ONCE = 400;
const PACKETS_A_SECOND = 100;
/** How packets begin that announce binary data, which no client sends (socket.io-parser). */
const BINARY = /^[56]/;

/** How many connections there may be on which nobody is signed in; those that lead to a sign-in are not counted. */
export interface StrangerBounds {
  readonly atOnce: number;
  readonly ofAddress: number;
  /** Handshakes at once, and then each second. */
  readonly rate: readonly [burst: number, perSecond: number];
  readonly rateOfAddress: readonly [burst: number, perSecond: number];
}
/** A crowd of ten thousand behind one address comes back within seconds after a restart. */
const BOUNDS: StrangerBounds = {
  atOnce: 10_000,
  ofAddress: 3_000,
  rate: [24_000, 1_000],
  rateOfAddress: [12_000, 200],
};

/** Where a handshake comes from. */
export interface Peer {
  readonly address: string;
  /** Whether the address is the client's own: that of a proxy would be everybody's. */
  readonly isOwn: boolean;
}

export interface StrangerPorts {
  readonly peerOf: (request: IncomingMessage) => Peer;
  readonly count: (misuse: Misuse) => void;
  /** A clock that is never set, ms. */
  readonly elapsed?: () => number;
  readonly bounds?: StrangerBounds;
  readonly sweepMs?: number;
}

/** Connections on which nobody is signed in, and what is so of every connection. */
export interface Strangers {
  /** engine.io's `allowRequest`: whether one more may be opened. */
  readonly allow: (
    request: IncomingMessage,
    decide: (reason: string | null, isAllowed: boolean) => void,
  ) => void;
  /** Watches a new connection. */
  readonly open: (connection: Connection) => void;
  /** Decides who is there: as long as that takes is not the connection's fault. */
  decide<T>(connection: Connection, decision: () => Promise<T>): Promise<T>;
  /** What to say before the connection is closed for being nobody's. */
  beforeEnd(connection: Connection, farewell: () => void): void;
  /** Somebody is signed in on the socket's connection, for as long as the socket lives. */
  settle(socket: ShowSocket): void;
  /** Its messages may be this long from now on, bytes. */
  allowMessages(connection: Connection, bytes: number): void;
  peerOf(connection: Connection): Peer;
  /** Ends those that nobody has signed in on in time. To be called every `sweepMs`. */
  closeStale(): void;
  readonly sweepMs: number;
}

interface Line extends Peer {
  readonly packets: Allowance;
  /** Where it is counted. */
  readonly limits: readonly Limit[];
  /** Since when nobody is signed in. */
  since: number;
  messages: number;
  /** Signed-in sockets. */
  settled: number;
  isPaidBack: boolean;
  messageBytes: number;
  farewell: (() => void) | null;
  isWarned: boolean;
}

/** What is counted of an address, or of all. */
interface Limit {
  readonly most: number;
  readonly strangers: Set<Connection>;
  readonly rate: Allowance;
  /** Of how many it is being decided who is there. */
  deciding: number;
  /** All there are, signed in or not. */
  open: number;
}

export function createStrangers(ports: StrangerPorts): Strangers {
  const { peerOf, count, bounds = BOUNDS, sweepMs = SWEEP_MS } = ports;
  const { elapsed = () => performance.now() } = ports;
  const lines = new WeakMap<Connection, Line>();
  const ofAll = newLimit(bounds.atOnce, bounds.rate);
  const ofAddresses = new Map<string, Limit>();
  /** For how long the process itself was stalled and could hear nobody, ms. */
  let stalledMs = 0;
  let sweptAt = performance.now();
  const listeningMs = (): number => elapsed() - stalledMs;

  function newLimit(most: number, [burst, perSecond]: StrangerBounds['rate']): Limit {
    const rate = createAllowance(burst, perSecond, elapsed);
    return { most, strangers: new Set(), rate, deciding: 0, open: 0 };
  }

  function limitsOf({ address, isOwn }: Peer): readonly Limit[] {
    if (!isOwn) return [ofAll];
    const ofAddress = ofAddresses.get(address) ?? newLimit(bounds.ofAddress, bounds.rateOfAddress);
    ofAddresses.set(address, ofAddress);
    return [ofAddress, ofAll];
  }

  /** The oldest makes room if it had the time to sign in; else the newcomer comes back by itself. */
  function hasRoom({ strangers, deciding, most }: Limit): boolean {
    if (strangers.size + deciding < most) return true;
    const [oldest] = strangers;
    const since = oldest && lines.get(oldest)?.since;
    if (oldest === undefined || since === undefined || listeningMs() - since < CROWDED_MS)
      return false;
    end(oldest, 'stranger');
    return true;
  }

  function mayOpen(request: IncomingMessage): boolean {
    const limits = limitsOf(peerOf(request));
    return limits.every(hasRoom) && limits.every(({ rate }) => rate.consume());
  }

  function add(connection: Connection, { limits }: Line): void {
    for (const { strangers } of limits) strangers.add(connection);
  }
  function remove(connection: Connection, { limits }: Line): void {
    for (const { strangers } of limits) strangers.delete(connection);
  }
  const isNobodys = ({ readyState }: Connection, { settled }: Line): boolean =>
    settled === 0 && readyState !== 'closed';

  function end(connection: Connection, misuse: Misuse): void {
    count(misuse);
    connection.close(true);
  }

  function open(connection: Connection): void {
    const peer = peerOf(connection.request);
    const line: Line = {
      ...peer,
      packets: createAllowance(PACKETS_AT_ONCE, PACKETS_A_SECOND, elapsed),
      limits: limitsOf(peer),
      since: listeningMs(),
      messages: 0,
      settled: 0,
      isPaidBack: false,
      messageBytes: MESSAGE_BYTES,
      farewell: null,
      isWarned: false,
    };
    lines.set(connection, line);
    add(connection, line);
    for (const limit of line.limits) limit.open += 1;
    forgetRequest(connection, FAREWELL_MS);
    connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      if (!line.packets.consume()) end(connection, 'too-many');
      else if (type === 'message') receive(connection, line, data);
    });
    // Packets of a connection that changes over to WebSocket are no packets of it yet.
    connection.on('upgrading', () => {
      if (!line.packets.consume()) end(connection, 'too-many');
    });
    connection.on('upgrade', () => permit(connection, line.messageBytes));
    connection.on('close', () => {
      remove(connection, line);
      for (const limit of line.limits) limit.open -= 1;
      cutLater(connection, FAREWELL_MS);
    });
  }

  function receive(connection: Connection, line: Line, data: unknown): void {
    if (typeof data !== 'string' || BINARY.test(data)) end(connection, 'malformed');
    else if (line.settled === 0) {
      line.messages += 1;
      if (line.messages > MOST_MESSAGES) end(connection, 'too-many');
    }
  }

  function settle({ conn }: ShowSocket, line: Line): void {
    line.settled += 1;
    line.farewell = null;
    remove(conn, line);
    if (line.isPaidBack) return;
    line.isPaidBack = true;
    for (const { rate } of line.limits) rate.giveBack();
  }

  function leave({ conn }: ShowSocket, line: Line): void {
    line.settled -= 1;
    line.since = listeningMs();
    line.isWarned = false;
    if (isNobodys(conn, line)) add(conn, line);
  }

  /** How long it has been without a sign-in; 0 while a person is signed in on it. */
  function ageOf(connection: Connection): number {
    const line = lines.get(connection);
    return line === undefined || !ofAll.strangers.has(connection) ? 0 : listeningMs() - line.since;
  }

  function endStale(connection: Connection): void {
    const line = lines.get(connection);
    const age = ageOf(connection);
    if (line === undefined || age < STRANGER_MS) return;
    if (line.farewell !== null && !line.isWarned) line.farewell();
    else if (!line.isWarned || age >= STRANGER_MS + FAREWELL_MS) end(connection, 'stranger');
    line.isWarned = true;
  }

  return {
    allow: (request, decide) => {
      const isAllowed = mayOpen(request);
      if (!isAllowed) count('crowded');
      decide(isAllowed ? null : 'too many', isAllowed);
    },
    open,
    decide: async (connection, decision) => {
      const line = lines.get(connection);
      if (line === undefined) return decision();
      remove(connection, line);
      for (const limit of line.limits) limit.deciding += 1;
      try {
        return await decision();
      } finally {
        for (const limit of line.limits) limit.deciding -= 1;
        if (isNobodys(connection, line)) add(connection, line);
      }
    },
    beforeEnd: (connection, farewell) => {
      const line = lines.get(connection);
      if (line !== undefined) line.farewell = farewell;
    },
    settle: (socket) => {
      const line = lines.get(socket.conn);
      if (line === undefined) return;
      settle(socket, line);
      socket.once('disconnect', () => leave(socket, line));
    },
    allowMessages: (connection, bytes) => {
      const line = lines.get(connection);
      if (line !== undefined) line.messageBytes = bytes;
      permit(connection, bytes);
    },
    peerOf: (connection) => lines.get(connection) ?? { address: '', isOwn: false },
    sweepMs,
    closeStale: () => {
      const instant = performance.now();
      stalledMs += Math.max(0, instant - sweptAt - sweepMs);
      sweptAt = instant;
      const stale = [...ofAll.strangers].filter((connection) => ageOf(connection) >= STRANGER_MS);
      void inTurns(stale, (some) => some.forEach(endStale));
      for (const [address, { open: opened, rate }] of ofAddresses)
        if (opened === 0 && rate.isFull()) ofAddresses.delete(address);
    },
  };
}
