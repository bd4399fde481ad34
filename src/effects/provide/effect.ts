import { fromPromise } from 'xstate';
import { type Outcome, success } from '#machines/contract/outcome.ts';

type Effect<TInput, TValue> = (input: TInput, signal: AbortSignal) => Promise<Outcome<TValue>>;

/** Wraps a plain effect as the promise actor of a chart's port. */
export const promiseActor = <TInput, TValue>(run: Effect<TInput, TValue>) =>
  fromPromise<Outcome<TValue>, TInput>(({ input, signal }) => run(input, signal));

/** Provides the port of a form. */
export const formPort = <TValues, TValue>(run: Effect<TValues, TValue>) => ({
  actors: {
    submit: promiseActor(({ values }: { readonly values: TValues }, signal) => run(values, signal)),
  },
});

/** The server's message in a reply, or `fallback`. */
export const serverMessage = (
  answer: Outcome<{ readonly message?: string | undefined }>,
  fallback = '',
): Outcome<string> => (answer.ok ? success(answer.value.message ?? fallback) : answer);
