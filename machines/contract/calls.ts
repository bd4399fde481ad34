import type * as z from 'zod/mini';
import type { Brand } from './brand.ts';
import { answersCalls } from './calls/answers.ts';
import { authCalls } from './calls/auth.ts';
import { boardsCalls } from './calls/boards.ts';
import { controlCalls } from './calls/control.ts';
import { groupingCalls } from './calls/grouping.ts';
import { paymentsCalls } from './calls/payments.ts';
import { questionsCalls } from './calls/questions.ts';
import { rehearsalCalls } from './calls/rehearsal.ts';
import { resultsCalls } from './calls/results.ts';
import { showPageCalls } from './calls/show-page.ts';
import { showsCalls } from './calls/shows.ts';
import { siteCalls } from './calls/site.ts';
import { usersCalls } from './calls/users.ts';

/** Every call of the product, for server, client, description and tests; who may make it says `rights.ts`. */
export const calls = {
  ...siteCalls,
  ...authCalls,
  ...boardsCalls,
  ...answersCalls,
  ...groupingCalls,
  ...usersCalls,
  ...questionsCalls,
  ...resultsCalls,
  ...showPageCalls,
  ...showsCalls,
  ...rehearsalCalls,
  ...controlCalls,
  ...paymentsCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
export const CALL_NAMES: readonly CallName[] = Object.keys(calls).filter(isCallName);
/** What a call answers, parsed. */
export type ReplyOf<N extends CallName> = z.infer<Calls[N]['reply']>;
/** What a caller sends as body. */
export type BodyOf<N extends CallName> = Calls[N] extends { body: infer B extends z.ZodMiniType }
  ? z.input<B>
  : undefined;

/** A call's path with its parameters filled in. */
export const callPath = (path: string, brand: Brand, params: Record<string, string> = {}): string =>
  path
    .replace('{product}', brand.slug)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
