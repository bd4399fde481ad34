/** A connection of a player or a host as raw engine.io frames, and the count of what players exchange with a server. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { WebSocket } from 'ws';

const wires = new Set<Socket>();
let messages = 0;
let watched = '\0';
let reached = new Map<Line, number>();

/** `messages`: frames without heartbeats, and two for each HTTP exchange. `bytes`: both ways, with all headers. */
export function traffic() {
  let bytes = 0;
  for (const { bytesRead, bytesWritten } of wires) bytes += bytesRead + bytesWritten;
  return { messages, bytes };
}

/** Closes the connections of all players. */
export function hangUp(): void {
  for (const wire of wires) wire.destroy();
  wires.clear();
}

/** Returns which players a message with this text reaches from now on, and when, ms. */
export function watch(text: string): ReadonlyMap<Line, number> {
  watched = text;
  reached = new Map();
  return reached;
}

/** Where a server's socket.io is. */
export interface Endpoint {
  readonly url: string;
  readonly path?: string;
}

/** A socket.io connection, straight by WebSocket. Only those of players are counted. */
export class Line {
  readonly #socket: WebSocket;
  readonly #isPlayer: boolean;
  readonly #awaited = new Map<string, (payload: unknown) => void>();
  #acks = 0;

  private constructor(socket: WebSocket, isPlayer: boolean) {
    this.#socket = socket;
    this.#isPlayer = isPlayer;
  }

  static async open(at: Endpoint, who: 'player' | 'host', auth: object): Promise<Line> {
    const { url, path = '/socket.io/' } = at;
    const address = `${url.replace('http', 'ws')}${path}?EIO=4&transport=websocket`;
    const socket = new WebSocket(address);
    const line = new Line(socket, who === 'player');
    const connected = line.next('40');
    socket.on('message', (data) => Buffer.isBuffer(data) && line.#read(data));
    socket.on('upgrade', (response) => {
      if (who === 'host') return;
      wires.add(response.socket);
      messages += 2;
    });
    await once(socket, 'open');
    line.#send(`40${JSON.stringify(auth)}`);
    await connected;
    return line;
  }

  #read(data: Buffer): void {
    if (data.length === 1) {
      if (data.toString() === '2') this.#socket.send('3');
      return;
    }
    if (this.#isPlayer) {
      messages += 1;
      if (data.includes(watched) && !reached.has(this)) reached.set(this, performance.now());
    }
    // Parses only what is waited for: there are millions of messages.
    for (const [text, resolve] of this.#awaited)
      if (text.startsWith('4') ? data.indexOf(text) === 0 : data.includes(text)) {
        this.#awaited.delete(text);
        const [, isEvent, payload = ''] = /^4(2?)\d*(.*)$/su.exec(data.toString()) ?? [];
        const parts: unknown = JSON.parse(payload || '[]');
        resolve(Array.isArray(parts) ? parts[isEvent === '' ? 0 : 1] : parts);
      }
  }

  #send(text: string): void {
    if (this.#isPlayer) messages += 1;
    this.#socket.send(text);
  }

  /** The payload of the next message that contains this text, or begins with this number. */
  next(text: string): Promise<unknown> {
    return new Promise((resolve) => this.#awaited.set(text, resolve));
  }

  emit(event: string, ...args: readonly unknown[]): void {
    this.#send(`42${JSON.stringify([event, ...args])}`);
  }

  /** Emits an event, and returns the payload of the next message that contains `text`. */
  ask(text: string, event: string, ...args: readonly unknown[]): Promise<unknown> {
    this.emit(event, ...args);
    return this.next(text);
  }

  /** Emits an event, and returns the payload of its acknowledgement. */
  call(event: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = (this.#acks += 1);
    this.#send(`42${id}${JSON.stringify([event, ...args])}`);
    return this.next(`43${id}[`);
  }
}

/** Makes HTTP calls of one player over one connection that stays open, as a browser does. */
export function callsTo(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @throws Error for a refusal */
  return async (path: string, token: string | null, body?: object): Promise<unknown> => {
    const sent = request(`${url}${path}`, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    });
    sent.on('socket', (socket) => wires.add(socket));
    sent.end(body === undefined ? '' : JSON.stringify(body));
    const [answer] = await once(sent, 'response');
    const reply = await json(answer);
    messages += 2;
    if (answer.statusCode >= 400) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    return reply;
  };
}
