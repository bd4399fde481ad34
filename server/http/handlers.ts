import { CALL_NAMES, type CallName } from '#machines/contract/calls.ts';
import type { Handlers, RecordDeed, RequestOf } from './route.ts';

/** What all requests have; of a public call, where the caller may be nobody. */
interface AnyRequest extends Pick<
  RequestOf<'config'>,
  'caller' | 'receivedAt' | 'address' | 'announceTotal' | 'cookies' | 'setCookie'
> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly record: RecordDeed | null;
  readonly tokenId: string | null;
}

/**
 * A handler whose call is known by its name only. Written as a method, so that TypeScript takes any
 * handler for it: the schemas of the same call have parsed what it gets.
 */
export type AnyHandler = { handle(request: AnyRequest): Promise<unknown> }['handle'];

/** One handler a call. @throws Error when a call of the contract has none, or two. */
export function mergeHandlers(parts: readonly Handlers[]): ReadonlyMap<CallName, AnyHandler> {
  return new Map(
    CALL_NAMES.map((name) => {
      const found = parts.flatMap((part): AnyHandler[] => {
        const handler = part[name];
        return handler === undefined ? [] : [handler];
      });
      const [handler] = found;
      if (handler === undefined || found.length > 1) {
        throw new Error(`The call ${name} has ${found.length} handlers.`);
      }
      return [name, handler];
    }),
  );
}
