import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Outcome } from '#machines/contract/outcome.ts';

/**
 * A promise port that nobody has filled: whoever runs the chart provides
 * `(input, signal) => Promise<Outcome<T>>`; until then it fails and says its name.
 */
export const notProvided = <TInput, TValue>(port: string) =>
  fromPromise<Outcome<TValue>, TInput>(() => Promise.reject(new Error(`not provided: ${port}`)));

/** The same for a port that lives on and talks: a socket, a watch on the storage. */
export const notProvidedSource = <TReceived extends EventObject, TInput>(port: string) =>
  fromCallback<TReceived, TInput>(() => {
    throw new Error(`not provided: ${port}`);
  });
