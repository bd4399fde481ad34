import type { Disturbance } from '../../protocol.ts';
import type { Gate } from './gate.ts';

export type Fetch = typeof fetch;
interface Ports {
  readonly fetch: Fetch;
  /** Names a call by its method and path; null: it cannot be disturbed. */
  readonly callAt: (method: string, path: string) => string | null;
  /** The faults at the time of a call. */
  readonly disturbance: () => Disturbance['calls'];
  readonly gate: Gate;
}

/** Wraps `fetch`: calls can fail as without a network, or hang until they are aborted. */
export const disturbFetch =
  ({ fetch, callAt, disturbance, gate }: Ports): Fetch =>
  async (input, init) => {
    // A request can give its body to a new one only.
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
