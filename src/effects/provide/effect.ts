import { fromPromise } from 'xstate';
import { type Outcome, success } from '#machines/contract/outcome.ts';

type Effect<TInput, TValue> = (input: TInput, signal: AbortSignal) => Promise<Outcome<TValue>>;

/** A plain effect as the promise actor that a chart's port wants. */
export const promiseActor = <TInput, TValue>(run: Effect<TInput, TValue>) =>
  fromPromise<Outcome<TValue>, TInput>(({ input, signal }) => run(input, signal));

/** The port of a form, filled. */
export const formPort = <TValues, TValue>(run: Effect<TValues, TValue>) => ({
  actors: {
    submit: promiseActor(({ values }: { readonly values: TValues }, signal) => run(values, signal)),
  },
});

/** Of an answer only what the server says, or `fallback` where it says nothing. */
export const serverMessage = (
  answer: Outcome<{ readonly message?: string | undefined }>,
  fallback = '',
): Outcome<string> => (answer.ok ? success(answer.value.message ?? fallback) : answer);
