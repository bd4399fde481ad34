import { WebSocket } from 'ws';
import { z } from 'zod';
import { type ActiveQuestion, HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type ServerEvent, type ServerEventName, serverEvents } from '#machines/contract/events.ts';
import type { Random } from '../random.ts';

/** The pause before reconnecting, ms. */
const COME_BACK = { least: 150, most: 600 };
const ASK_AGAIN = { least: 50, most: 400 };

const packetSchema = z.tuple([z.string(), z.unknown()]);
const schemas: {
  readonly [N in ServerEventName]: { parse(payload: unknown): ServerEvent<N> };
} = serverEvents;
const isServerEvent = (name: string): name is ServerEventName => Object.hasOwn(schemas, name);

const CHANGES = [
  'question-released',
  'question-revoked',
  'timer-started',
  'timer-expired',
  'questions-updated',
  'feed-moved',
  'show-answers',
] as const;
type ChangeName = (typeof CHANGES)[number];
const isChange = (name: ServerEventName): name is ChangeName =>
  CHANGES.some((change) => change === name);

interface ReceivedPoints {
  readonly points: number;
  readonly by: 'answer-updated' | 'snapshot' | 'reply';
}

export interface ListenerOptions {
  /** The servers; after a failure the next one is tried. */
  readonly urls: readonly string[];
  readonly token: () => string;
  readonly random: Random;
}

/**
 * A player's socket like our client's: it reconnects after a cut, and requests a resync after a gap
 * in versions. Raw frames, so that hundreds are cheap.
 */
export class Listener {
  /** The version of the common feed that it holds; null: none yet. */
  version: number | null = null;
  /** The newest points that its player received, by game session. */
  readonly points = new Map<string, ReceivedPoints>();
  /** The questions it knows of, by game session. */
  readonly questions = new Map<string, ActiveQuestion>();
  readonly #options: ListenerOptions;
  #socket: WebSocket | null = null;
  #tries = 0;
  #isOver = false;
  /** No snapshot has arrived since the last connection. */
  #isNew = true;
  #asking: NodeJS.Timeout | null = null;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#connect();
  }

  get isConnected(): boolean {
    return this.version !== null && this.#socket?.readyState === WebSocket.OPEN;
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#asking ?? undefined);
    this.#socket?.terminate();
  }

  #connect(): void {
    if (this.#isOver) return;
    const { urls } = this.#options;
    const url = urls[this.#tries % urls.length] ?? '';
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      { perMessageDeflate: false },
    );
    this.#socket = socket;
    this.#isNew = true;
    socket.on('error', () => (this.#tries += 1));
    socket.on('close', () => {
      const { least, most } = COME_BACK;
      setTimeout(() => this.#connect(), this.#options.random.between(least, most)).unref();
    });
    socket.on('message', (data: Buffer) => this.#receive(data.toString()));
  }

  #receive(frame: string): void {
    if (frame.startsWith('0'))
      this.#socket?.send(`40${JSON.stringify({ token: this.#options.token() })}`);
    else if (frame === '2') this.#socket?.send('3');
    else if (frame.startsWith('41')) this.#socket?.close();
    else if (frame.startsWith('42')) {
      const [name, payload] = packetSchema.parse(JSON.parse(frame.slice(2)));
      if (!isServerEvent(name)) throw new Error(`an event that is not in the contract: ${name}`);
      this.#hear(name, payload);
    }
  }

  #hear(name: ServerEventName, payload: unknown): void {
    if (name === 'snapshot') this.#replace(schemas[name].parse(payload));
    else if (name === 'answer-updated') {
      const { gameSessionId, awardedPoints } = schemas[name].parse(payload);
      if (gameSessionId !== undefined && awardedPoints !== undefined)
        this.points.set(gameSessionId, { points: awardedPoints, by: name });
    } else if (name === 'signed-out') this.#signOut(schemas[name].parse(payload));
    else if (isChange(name)) this.#change(name, schemas[name].parse(payload));
  }

  /** The whole state, unless events have brought a later one. */
  #replace({ versions, questions, answers }: ServerEvent<'snapshot'>): void {
    const version = versions[HOUSE_SHOW] ?? 0;
    if (this.version !== null && version < this.version) {
      this.#askSoon();
      return;
    }
    this.version = version;
    // Forget points of questions that are no longer listed, as the page does; it requests them again.
    if (this.#isNew) this.points.clear();
    this.#isNew = false;
    this.questions.clear();
    for (const question of questions) this.questions.set(question.game_session_id, question);
    for (const { gameSessionId, awardedPoints } of answers)
      this.points.set(gameSessionId, { points: awardedPoints, by: 'snapshot' });
  }

  #change(name: ChangeName, change: ServerEvent<ChangeName>): void {
    const { version } = change;
    if (this.version !== null && version < this.version) return;
    const isNext = this.version !== null && version <= this.version + 1;
    const lacksPayload = name === 'feed-moved' && version !== this.version;
    if (!isNext || lacksPayload) {
      this.#askSoon();
      return;
    }
    this.version = version;
    if (!('question' in change)) return;
    const { question, gameSessionId = '' } = change;
    if (question === null) this.questions.delete(gameSessionId);
    else this.questions.set(question.game_session_id, question);
  }

  #askSoon(): void {
    const { least, most } = ASK_AGAIN;
    this.#asking ??= setTimeout(
      () => {
        this.#asking = null;
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('42["sync"]');
      },
      this.#options.random.between(least, most),
    ).unref();
  }

  /** A new sign-in starts without any state. */
  #signOut({ reason }: ServerEvent<'signed-out'>): void {
    this.version = null;
    this.points.clear();
    this.questions.clear();
    if (reason === 'deleted') this.close();
  }
}
