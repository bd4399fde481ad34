import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { createBreaker } from './breaker.ts';
import { chat, type ChatFailure, type ChatReply, jsonIn } from './chat.ts';

/** Why there is no usable answer; also the value of the metric's label. */
export type ModelFailure =
  | ChatFailure
  | 'late'
  /** The answer does not match the schema. */
  | 'unfit'
  /** The breaker is open. */
  | 'resting'
  /** The daily limit of requests is reached. */
  | 'spent'
  | 'cancelled';

interface Failed {
  readonly ok: false;
  readonly why: ModelFailure;
  /** The HTTP status, if it was the reason for the failure. */
  readonly status?: number;
  /** Seconds after which to try again, if known. */
  readonly retryAfterS?: number;
}
export type ModelAnswer<T> = { readonly ok: true; readonly value: T } | Failed;

export interface Completion<T> {
  /** The instructions to the model; must never contain text that people typed. */
  readonly system: string;
  /** Input data, sent as JSON. */
  readonly data: object;
  /** The schema of the answer, without transforms. */
  readonly schema: z.ZodType<T>;
  readonly signal?: AbortSignal;
}

/** A language model behind an OpenAI-compatible endpoint. */
export interface Model {
  /** Requests an answer. Resolves within ten seconds, with a failure if there is no answer. */
  complete<T>(completion: Completion<T>): Promise<ModelAnswer<T>>;
}

export interface ModelOptions {
  readonly settings: NonNullable<Config['ai']>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
  readonly measure: (completion: { outcome: 'answered' | ModelFailure; tookMs: number }) => void;
  /** Counts a request; returns false if the daily limit is reached. */
  readonly mayAsk: () => Promise<boolean>;
  /** Calls `then` after `ms`; returns a function that cancels the call. */
  readonly after?: (ms: number, then: () => void) => () => void;
}

/** Time limit for all attempts together, ms; shorter than a browser waits for a reply. */
const TIMEOUT_MS = 10_000;
const TRIES = 2;
const PAUSE_MS = 250;
/** The longest pause (seconds) for which a retry waits; if the endpoint asks for a longer one, there is no retry. */
const LONGEST_PAUSE_S = 2;
/**
 * Failures that a prompt can cause. They do not open the breaker, or one player's text could stop the model for
 * everybody.
 */
const BY_PROMPT: ReadonlySet<ModelFailure> = new Set(['oversized', 'spent', 'cancelled']);
/** Statuses of a prompt that is too long or breaks the provider's rules. */
const BY_PROMPT_STATUS: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

const afterReally = (ms: number, then: () => void) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

/** Creates the model. Prompts, answers and the key are never logged (threat 94). */
export function createModel(options: ModelOptions): Model {
  const { settings, now, log, measure, mayAsk, after = afterReally } = options;
  const breaker = createBreaker(now);
  /** Becomes false once the endpoint has rejected a schema; from then on schemas are not sent. */
  let takesShape = true;

  /** Requests an answer, and retries once if a retry may help. */
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
    const deadline = new AbortController();
    const stopWaiting = after(TIMEOUT_MS, () => deadline.abort());
    const ending = AbortSignal.any([deadline.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      const task = `${system}\nAnswer with JSON alone, of this schema: ${JSON.stringify(shape)}`;
      return await ask(task, JSON.stringify(data), shape, ending);
    } catch (error) {
      if (!ending.aborted) throw error;
      return { ok: false, why: signal?.aborted === true ? 'cancelled' : 'late' };
    } finally {
      stopWaiting();
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
      const answer = reply.ok ? parseAnswer(reply.content, completion.schema) : reply;
      const outcome = answer.ok ? 'answered' : answer.why;
      measure({ outcome, tookMs: now() - startedAt });
      if (!answer.ok) log.warn({ outcome, status: answer.status }, 'the model gave no answer');
      return answer;
    },
  };
}

/** Whether the endpoint works; null: this reply does not show it. */
function wellness(reply: ChatReply | Failed): boolean | null {
  if (reply.ok) return true;
  return BY_PROMPT.has(reply.why) || BY_PROMPT_STATUS.has(reply.status) ? null : false;
}

/** Returns the milliseconds to wait before a retry; null: a retry would not help. */
function pauseAfter(reply: ChatReply): number | null {
  if (reply.ok || !['unreachable', 'busy', 'failing'].includes(reply.why)) return null;
  const { retryAfterS } = reply;
  if (retryAfterS === undefined) return PAUSE_MS;
  return retryAfterS <= LONGEST_PAUSE_S ? retryAfterS * 1_000 : null;
}

/** Matches text that models put around their answer. */
const THOUGHT = /^\s*<think>.*?<\/think>/su;
const FENCE = /^\s*```(?:json)?\s(.*)```\s*$/su;

function parseAnswer<T>(content: string, schema: z.ZodType<T>): ModelAnswer<T> {
  const json = content.replace(THOUGHT, '').replace(FENCE, '$1');
  const parsed = schema.safeParse(jsonIn(json));
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, why: 'unfit' };
}
