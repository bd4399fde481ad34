import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { createBreaker } from './breaker.ts';
import { chat, type ChatFailure, type ChatReply, jsonIn } from './chat.ts';

/** Why there is no answer; also the label of the metric. */
export type ModelFailure =
  | ChatFailure
  | 'late'
  /** Not of the form that was asked for. */
  | 'unfit'
  /** It has failed too often in a row, and is left alone for a while. */
  | 'resting'
  /** The ceiling of requests is reached. */
  | 'spent'
  | 'cancelled';

interface Failed {
  readonly ok: false;
  readonly why: ModelFailure;
  /** Of HTTP, where that was it. */
  readonly status?: number;
  /** When to ask again, where that is known. */
  readonly retryAfterS?: number;
}
export type ModelAnswer<T> = { readonly ok: true; readonly value: T } | Failed;

export interface Completion<T> {
  /** What to do; never anything that people typed. */
  readonly system: string;
  /** What to do it with, sent as JSON: data, not instructions. */
  readonly data: object;
  /** The form of the answer, as JSON has it (no transforms). */
  readonly schema: z.ZodType<T>;
  readonly signal?: AbortSignal;
}

/** A language model behind an OpenAI-compatible endpoint. Its answers are data to be judged. */
export interface Model {
  /** Answers within ten seconds; a failure is a value. */
  complete<T>(completion: Completion<T>): Promise<ModelAnswer<T>>;
}

export interface ModelOptions {
  readonly settings: NonNullable<Config['ai']>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
  readonly measure: (completion: { outcome: 'answered' | ModelFailure; tookMs: number }) => void;
  /** Counts one more request; false: the ceiling is reached. */
  readonly mayAsk: () => Promise<boolean>;
  /** Calls back after so many ms; answers how to stop that. */
  readonly after?: (ms: number, then: () => void) => () => void;
}

/** For all tries together: shorter than a browser waits for us. */
const TIMEOUT_MS = 10_000;
const TRIES = 2;
const PAUSE_MS = 250;
/** Who asks for a longer pause is not asked again. */
const LONGEST_PAUSE_S = 2;
/** Failures that a prompt can cause do not open the breaker: one player's text could stop the model for everybody. */
const BY_PROMPT: ReadonlySet<ModelFailure> = new Set(['oversized', 'spent', 'cancelled']);
/** Too long, or against the provider's rules. */
const BY_PROMPT_STATUS: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

const afterReally = (ms: number, then: () => void) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

/** Neither prompts nor answers nor the key are ever logged (threat 94). */
export function createModel(options: ModelOptions): Model {
  const { settings, now, log, measure, mayAsk, after = afterReally } = options;
  const breaker = createBreaker(now);
  /** Some endpoints refuse a schema. */
  let takesShape = true;

  /** Asks, and once more where that may help. */
  async function ask(system: string, user: string, shape: object, signal: AbortSignal) {
    let isShaped = takesShape;
    for (let tried = 1; ; tried += 1) {
      const reply = await chat(settings, { system, user, shape: isShaped ? shape : null, signal });
      if (reply.ok) takesShape = isShaped;
      const isMisshapen = !reply.ok && isShaped && (reply.status === 400 || reply.status === 422);
      if (isMisshapen) isShaped = false;
      const pauseMs = isMisshapen ? 0 : pauseAfter(reply);
      if (pauseMs === null || tried === TRIES) return reply;
      if (pauseMs > 0) await new Promise<void>((resolve) => void after(pauseMs, resolve));
    }
  }

  async function inTime(completion: Completion<unknown>): Promise<ChatReply | Failed> {
    const { system, data, schema, signal } = completion;
    const shape = z.toJSONSchema(schema);
    const ending = new AbortController();
    const end = () => ending.abort();
    const stopWaiting = after(TIMEOUT_MS, end);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
    try {
      const task = `${system}\nAnswer with JSON alone, of this schema: ${JSON.stringify(shape)}`;
      return await ask(task, JSON.stringify(data), shape, ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) throw error;
      return { ok: false, why: signal?.aborted === true ? 'cancelled' : 'late' };
    } finally {
      stopWaiting();
      signal?.removeEventListener('abort', end);
    }
  }

  async function guarded(completion: Completion<unknown>): Promise<ChatReply | Failed> {
    const restMs = breaker.enter();
    if (restMs > 0) return { ok: false, why: 'resting', retryAfterS: Math.ceil(restMs / 1_000) };
    let well: boolean | null = null;
    try {
      const reply: ChatReply | Failed = (await mayAsk())
        ? await inTime(completion)
        : { ok: false, why: 'spent' };
      well = wellness(reply);
      return reply;
    } finally {
      breaker.ended(well);
    }
  }

  return {
    complete: async (completion) => {
      const startedAt = now();
      const reply = await guarded(completion);
      const answer = reply.ok ? judged(reply.content, completion.schema) : reply;
      const outcome = answer.ok ? 'answered' : answer.why;
      measure({ outcome, tookMs: now() - startedAt });
      if (!answer.ok) log.warn({ outcome, status: answer.status }, 'the model gave no answer');
      return answer;
    },
  };
}

/** How the endpoint fares; null: the reply does not say. */
function wellness(reply: ChatReply | Failed): boolean | null {
  if (reply.ok) return true;
  return BY_PROMPT.has(reply.why) || BY_PROMPT_STATUS.has(reply.status) ? null : false;
}

/** Milliseconds until it may be asked again; null: it is no use. */
function pauseAfter(reply: ChatReply): number | null {
  if (reply.ok || !['unreachable', 'busy', 'failing'].includes(reply.why)) return null;
  const { retryAfterS } = reply;
  if (retryAfterS === undefined) return PAUSE_MS;
  return retryAfterS <= LONGEST_PAUSE_S ? retryAfterS * 1_000 : null;
}

/** Models like to think aloud first, and to fence what they say. */
const THOUGHT = /^\s*<think>.*?<\/think>/su;
const FENCE = /^\s*```(?:json)?\s(.*)```\s*$/su;

function judged<T>(content: string, schema: z.ZodType<T>): ModelAnswer<T> {
  const json = content.replace(THOUGHT, '').replace(FENCE, '$1');
  const parsed = schema.safeParse(jsonIn(json));
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, why: 'unfit' };
}
