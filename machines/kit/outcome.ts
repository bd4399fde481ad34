import type { Outcome } from '#machines/contract/outcome.ts';

interface Given<T> {
  readonly event: T;
}
interface Done<T> {
  readonly event: { readonly output: T };
}

/** As params of an action: the event itself. */
export const eventPayload = <T>({ event }: Given<T>): T => event;
/** As params, in `onError`: what was thrown. */
export const eventError = ({ event: { error } }: Given<{ readonly error: unknown }>) => ({ error });
/** To emit, with these params: what was thrown `where`, to be logged. */
export const faultIn =
  (where: string) =>
  (_: unknown, { error }: { readonly error: unknown }) =>
    ({ type: 'fault', where, error }) as const;
/** As params, in `onDone`: what the port answered. */
export const eventOutput = <T>({ event }: Done<T>): T => event.output;
/** As guard, in `onDone`: the port did what was asked. */
export const isSuccess = ({ event }: Done<Outcome<unknown>>): boolean => event.output.ok;

/** What a refusal says; null of a success. */
export const refusalText = (outcome: Outcome<unknown>): string | null =>
  outcome.ok ? null : outcome.message;
