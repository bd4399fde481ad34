import { m } from 'messages';
import type { Locale } from 'messages/runtime';
import { encode } from 'zod/v4/core';
import { calls } from '#machines/contract/calls.ts';
import type { SocketReply } from '#machines/contract/events.ts';
import type { AcceptAnswer } from '#server/answering/routes.ts';
import { admitCaller } from '#server/http/admission.ts';
import { refuseInvalidText } from '#server/http/invalid-text.ts';
import { inLanguage } from '#server/http/language.ts';
import { addressKey, type Limits } from '#server/http/limits.ts';
import { isFault, replyTo } from '#server/http/refusals.ts';
import { ApiError } from '#server/http/route.ts';
import { parsedBy } from '#server/http/validation.ts';
import type { SocketSession } from './socket.ts';

const CALL = calls.submitAnswer;
const route = CALL.path;

export interface SocketAnswersOptions {
  readonly accept: AcceptAnswer;
  readonly limits: Limits;
  /** Called when an answer arrives. */
  readonly arrived: () => void;
  readonly now: () => number;
  readonly measure: (request: { route: string; status: number; tookMs: number }) => void;
  readonly log: { error(details: object, message: string): void };
}

/** An answer that a signed-in client sends over its socket. */
interface SocketAnswer {
  readonly session: SocketSession;
  /** The client's network address. */
  readonly address: string;
  readonly language: Locale;
  /** The body of `submitAnswer`, not parsed yet. */
  readonly body: unknown;
}

/** Accepts or refuses an answer, and returns the reply. Never rejects. */
export type AcceptSocketAnswer = (answer: SocketAnswer) => Promise<SocketReply>;

/**
 * Accepts answers over sockets with the rights, limits, checks and replies of the call `submitAnswer` over HTTP, for a
 * fraction of its cost. The account is as old as the last check of the connection, because the transaction that stores
 * the answer reads it again (`server/answering/submit.ts`).
 */
export function createSocketAnswers({
  accept,
  limits,
  arrived,
  now,
  measure,
  log,
}: SocketAnswersOptions): AcceptSocketAnswer {
  async function store({ session, address, body }: SocketAnswer): Promise<SocketReply> {
    const receivedAt = now();
    const { caller, expiresAt } = session;
    if (expiresAt <= receivedAt) throw new ApiError(401, m.signInFirst());
    await admitCaller(limits, 'submitAnswer', caller, addressKey(address));
    refuseInvalidText(body);
    const answer = await accept({
      caller,
      address,
      receivedAt,
      body: parsedBy(CALL.body, body ?? {}),
    });
    return { status: CALL.status, reply: encode(CALL.reply, answer) };
  }

  async function replyOf(answer: SocketAnswer): Promise<SocketReply> {
    try {
      return await store(answer);
    } catch (error) {
      const { status, reply } = replyTo(error);
      if (isFault(error, status)) log.error({ err: error, route, status }, 'an answer failed');
      return { status, reply };
    }
  }

  return async (answer) => {
    arrived();
    const startedAt = performance.now();
    const reply = await inLanguage(answer.language, () => replyOf(answer));
    measure({ route, status: reply.status, tookMs: performance.now() - startedAt });
    return reply;
  };
}
