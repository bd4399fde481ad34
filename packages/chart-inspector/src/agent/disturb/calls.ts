import type { Disturbance } from '../../protocol.ts';
import type { Gate } from './gate.ts';

export type Fetch = typeof fetch;
interface Ports {
  readonly fetch: Fetch;
  /** Returns the name of the call with this method and path; null if it is not a call that can be disturbed. */
  readonly callAt: (method: string, path: string) => string | null;
  /** Returns the faults that apply at the time of a call. */
  readonly disturbance: () => Disturbance['calls'];
  readonly gate: Gate;
}

/** Wraps `fetch` so that calls can fail as if there were no network, or hang until they are aborted. */
export const disturbFetch =
  ({ fetch, callAt, disturbance, gate }: Ports): Fetch =>
  async (input, init) => {
    // Use a given `Request` itself: a new one would take over its body.
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
      const abort = (): void => reject(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort);
    });
  };
