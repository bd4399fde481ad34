// Imported instead of used as a global: tests fake the global timer while requests must keep running.
import { setImmediate as soon } from 'node:timers';
import { busy } from './refusals.ts';
import type { ApiError } from './route.ts';

/** How long waiting requests may run in one turn of the event loop, ms. An answer takes five turns. */
const SLICE_MS = 1;
const MOST_WAITING = 20_000;

/** One queue of requests: of an account, or of a network address for requests without a known session. */
export interface Lane {
  readonly isAccount: boolean;
  readonly key: string;
}

type Go = (refusal?: ApiError) => void;

export interface FairQueue {
  /** Calls `go` when the request may run, at once if the queue is empty, or with a refusal if the queue is full. */
  readonly enter: (lane: Lane, go: Go) => void;
}

export interface FairQueueOptions {
  /** Maximum number of waiting requests of all accounts, and of all addresses; further requests are refused. */
  readonly mostWaiting?: number;
  readonly elapsed?: () => number;
}

/**
 * Shares the event loop among clients: each turn of the loop runs only as many requests as fit into a slice, one lane
 * after the other. A flood fills only its own lane: it makes no turn longer and delays signed-in people by one request
 * at a time.
 */
export function createFairQueue({
  mostWaiting = MOST_WAITING,
  elapsed = () => performance.now(),
}: FairQueueOptions = {}): FairQueue {
  const accounts = createLanes(mostWaiting);
  const addresses = createLanes(mostWaiting);
  let isAccountsTurn = true;
  let isScheduled = false;
  let sliceEndsAt = 0;

  const next = (): Go | undefined => {
    isAccountsTurn = !isAccountsTurn;
    return isAccountsTurn
      ? (accounts.next() ?? addresses.next())
      : (addresses.next() ?? accounts.next());
  };

  function begin(): void {
    sliceEndsAt = elapsed() + SLICE_MS;
    proceed();
  }

  function proceed(): void {
    const go = elapsed() < sliceEndsAt ? next() : undefined;
    if (go !== undefined) {
      go();
      // Continue only after the promises that this request resolved have run, so that the slice includes their cost.
      queueMicrotask(() => process.nextTick(proceed));
    } else if (accounts.isEmpty() && addresses.isEmpty()) isScheduled = false;
    else soon(begin);
  }

  return {
    enter: ({ isAccount, key }, go) => {
      if (isScheduled) {
        if (!(isAccount ? accounts : addresses).join(key, go)) go(busy());
        return;
      }
      isScheduled = true;
      soon(begin);
      go();
    },
  };
}

/** The waiting requests: first come, first served within a lane, and the lanes take turns. */
function createLanes(most: number) {
  const lanes = new Map<string, Go[]>();
  let size = 0;
  return {
    isEmpty: () => size === 0,
    /** Adds a request to a lane; returns false if too many requests wait. */
    join: (key: string, go: Go): boolean => {
      if (size >= most) return false;
      size += 1;
      const lane = lanes.get(key);
      if (lane === undefined) lanes.set(key, [go]);
      else lane.push(go);
      return true;
    },
    next: (): Go | undefined => {
      const [first] = lanes;
      if (first === undefined) return undefined;
      const [key, lane] = first;
      const go = lane.shift();
      size -= 1;
      // A map keeps insertion order: deleting the lane and adding it again makes it the last.
      lanes.delete(key);
      if (lane.length > 0) lanes.set(key, lane);
      return go;
    },
  };
}
