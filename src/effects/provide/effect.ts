import { fromPromise } from 'xstate';
import type { Outcome } from '#machines/contract/outcome.ts';

/** A plain effect as the promise actor that a chart's port wants. */
export const effect = <TInput, TValue>(
  run: (input: TInput, signal: AbortSignal) => Promise<Outcome<TValue>>,
) => fromPromise<Outcome<TValue>, TInput>(({ input, signal }) => run(input, signal));

/** What the server said, as the outcome of a form. */
export const said = <T extends { readonly message?: string | undefined }, F>(
  answer: Outcome<T>,
  fallback: F,
): Outcome<string | F> =>
  answer.ok ? { ok: true, value: answer.value.message ?? fallback } : answer;
