import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import type { Disturbance } from 'chart-inspector/protocol';
import type { Fetch } from '../../product.ts';
import type { Gate } from './gate.ts';

interface Ports {
  readonly fetch: Fetch;
  /** As it is when a call is made. */
  readonly disturbance: () => Disturbance['calls'];
  readonly gate: Gate;
}

/** The real `fetch`, whose calls can fail as without a network, or hang until they are given up. */
export const disturbFetch =
  ({ fetch, disturbance, gate }: Ports): Fetch =>
  async (input, init) => {
    // A request gives its body away to one that is made of it.
    const request = input instanceof Request ? input : new Request(input, init);
    const { method, url, signal } = request;
    const name = callAt(method, new URL(url).pathname);
    const fault = name === null ? undefined : disturbance()[name];
    if (fault === undefined) {
      const response = await fetch(request, init);
      await new Promise<void>((resolve) => gate.pass(resolve));
      return response;
    }
    if (fault === 'fail') throw new TypeError(`${name} was made to fail by the inspector`);
    return new Promise((_, reject) => {
      const giveUp = (): void => reject(signal.reason);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp);
    });
  };

/** The call that this is by the contract's table; null: none of ours. */
export const callAt = (method: string, path: string): CallName | null =>
  ROUTES.find((route) => route.method === method && route.pattern.test(path))?.name ?? null;

/** Those with fewer parameters first: '/users/me' is no '/users/{id}'. */
const ROUTES = CALL_NAMES.map((name) => ({
  name,
  method: calls[name].method,
  parameters: calls[name].path.split('{').length,
  pattern: new RegExp(`^${calls[name].path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
})).toSorted((one, other) => one.parameters - other.parameters);
