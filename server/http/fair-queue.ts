// Imported, because tests fake the global timer and requests must keep running.
import { setImmediate as soon } from 'node:timers';
import { busy } from './refusals.ts';
import type { ApiError } from './route.ts';

/** How long waiting requests may run in one turn of the event loop, ms. An answer takes five turns. */
const SLICE_MS = 1;
const MOST_WAITING = 20_000;

/** A lane of the queue: one for each known session, and one for each network address without a session. */
export interface Lane {
  readonly isAccount: boolean;
  readonly key: string;
}

type Go = (refusal?: ApiError) => void;

export interface FairQueue {
  /** Calls `go` in turn, at once if the queue is empty, with a refusal if it is full. */
  readonly enter: (lane: Lane, go: Go) => void;
}

export interface FairQueueOptions {
  /** Most waiting requests of accounts, and of addresses; further ones are refused. */
  readonly mostWaiting?: number;
  readonly elapsed?: () => number;
}

/**
 * Shares the event loop among clients: each turn of the loop runs only as many requests as fit into a slice, one lane after
 * the other. A flood therefore makes no turn long, waits behind itself, and delays signed-in people by one request at a time.
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
      // After the promises that it settled have run, so that the slice includes their cost.
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

/** The waiting requests: first come, first served within a lane, and lanes in turn. */
function createLanes(most: number) {
  const lanes = new Map<string, Go[]>();
  let size = 0;
  return {
    isEmpty: () => size === 0,
    /** Returns false if too many wait. */
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
      // Lanes keep their order of insertion: this one is now the last.
      lanes.delete(key);
      if (lane.length > 0) lanes.set(key, lane);
      return go;
    },
  };
}
