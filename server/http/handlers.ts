import { CALL_NAMES, type CallName } from '#machines/contract/calls.ts';
import type { Handlers, RecordAudit, RequestOf } from './route.ts';

/** The request of any call, with its parts not yet typed. */
interface AnyRequest extends Pick<
  RequestOf<'config'>,
  'caller' | 'receivedAt' | 'address' | 'announceTotal' | 'cookies' | 'setCookie'
> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly record: RecordAudit | null;
  readonly tokenId: string | null;
}

/**
 * A handler of any call. Declared as a method so that its type accepts every handler; this is safe because the call's
 * own schemas have parsed the request.
 */
export type AnyHandler = { handle(request: AnyRequest): Promise<unknown> }['handle'];

/** Returns the handlers by call. @throws Error if a call of the contract has no handler or several */
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
