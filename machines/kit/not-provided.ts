import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Outcome } from '#machines/contract/outcome.ts';

/**
 * A promise port without an implementation. The runner of the chart provides `(input, signal) => Promise<Outcome<T>>`; until
 * then the port fails with its name.
 */
export const notProvided = <TInput, TValue>(port: string) =>
  fromPromise<Outcome<TValue>, TInput>(() => Promise.reject(new Error(`not provided: ${port}`)));

/** A long-running port with events (a socket, a watch on the storage) without an implementation. */
export const notProvidedSource = <TReceived extends EventObject, TInput>(port: string) =>
  fromCallback<TReceived, TInput>(() => {
    throw new Error(`not provided: ${port}`);
  });
