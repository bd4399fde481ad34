import type * as z from 'zod/mini';
import type { Brand } from './brand.ts';
import { answersCalls } from '#machines/answering/calls.ts';
import { authCalls } from '#machines/account/calls.ts';
import { boardsCalls } from '#machines/results/board-calls.ts';
import { controlCalls } from '#machines/show/control-calls.ts';
import { groupingCalls } from '#machines/results/desk-calls.ts';
import { joinCalls } from '#machines/show/join-calls.ts';
import { mediaCalls } from '#machines/show/media-calls.ts';
import { paymentsCalls } from '#machines/payment/calls.ts';
import { questionsCalls } from '#machines/show/question-calls.ts';
import { rehearsalCalls } from '#machines/show/rehearsal-calls.ts';
import { resultsCalls } from '#machines/results/calls.ts';
import { runSheetCalls } from '#machines/show/run-sheet-calls.ts';
import { stageCalls } from '#machines/show/stage-calls.ts';
import { showProducersCalls } from '#machines/show/show-producers-calls.ts';
import { showsCalls } from '#machines/show/calls.ts';
import { siteCalls } from '#machines/admin/site-calls.ts';
import { usersCalls } from '#machines/admin/calls.ts';

/** All calls of the product, for server, client, description and tests. Rights are in `call-rights.ts`. */
export const calls = {
  ...siteCalls,
  ...authCalls,
  ...boardsCalls,
  ...answersCalls,
  ...groupingCalls,
  ...usersCalls,
  ...questionsCalls,
  ...resultsCalls,
  ...stageCalls,
  ...showsCalls,
  ...showProducersCalls,
  ...joinCalls,
  ...rehearsalCalls,
  ...runSheetCalls,
  ...mediaCalls,
  ...controlCalls,
  ...paymentsCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
export const CALL_NAMES: readonly CallName[] = Object.keys(calls).filter(isCallName);
/** The parsed reply of a call. */
export type ReplyOf<N extends CallName> = z.infer<Calls[N]['reply']>;
/** The body of a call. */
export type BodyOf<N extends CallName> = Calls[N] extends { body: infer B extends z.ZodMiniType }
  ? z.input<B>
  : undefined;

/** Fills in the parameters of a call's path. */
export const callPath = (path: string, brand: Brand, params: Record<string, string> = {}): string =>
  path
    .replace('{product}', brand.slug)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
