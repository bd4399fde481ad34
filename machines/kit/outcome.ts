import type { Outcome } from '#machines/contract/outcome.ts';

interface Given<T> {
  readonly event: T;
}
interface Done<T> {
  readonly event: { readonly output: T };
}

/** Params of an action: the event itself. */
export const eventPayload = <T>({ event }: Given<T>): T => event;
/** Params in `onError`: the thrown error. */
export const eventError = ({ event: { error } }: Given<{ readonly error: unknown }>) => ({ error });
/** Params for emitting a fault: the error thrown in `where`, to be logged. */
export const faultIn =
  (where: string) =>
  (_: unknown, { error }: { readonly error: unknown }) =>
    ({ type: 'fault', where, error }) as const;
/** Params in `onDone`: the port's result. */
export const eventOutput = <T>({ event }: Done<T>): T => event.output;
/** Guard in `onDone`: the port succeeded. */
export const isSuccess = ({ event }: Done<Outcome<unknown>>): boolean => event.output.ok;

/** The text of a refusal; null for a success. */
export const refusalText = (outcome: Outcome<unknown>): string | null =>
  outcome.ok ? null : outcome.message;
