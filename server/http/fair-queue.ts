// Imported, not global: a test's fake clock must not stop requests.
import { setImmediate as soon } from 'node:timers';
import { busy } from './refusals.ts';
import type { Refused } from './route.ts';

/** How long one turn of the event loop may go on with what waits, ms. An answer takes five turns. */
const SLICE_MS = 1;
const MOST_WAITING = 20_000;

/** Who waits: everybody with a known session by themselves, everybody else by network address. */
export interface Lane {
  readonly isAccount: boolean;
  readonly key: string;
}

type Go = (refusal?: Refused) => void;

export interface FairQueue {
  /** Calls `go` in turn, at once when the queue is empty; with a refusal when it is full. */
  readonly enter: (lane: Lane, go: Go) => void;
}

export interface FairQueueOptions {
  /** More than these are refused, of accounts and of addresses each. */
  readonly mostWaiting?: number;
  readonly elapsed?: () => number;
}

/**
 * Shares the event loop among those who send requests: in each of its turns only as many go on as fit into a slice, by turns of their
 * lanes. So a flood makes no turn long, waits behind itself, and delays signed-in people by one request at a time.
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
      // Once all promises that it has settled are through, so that the slice counts what it has cost.
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

/** Those who wait, first come first served within a lane, one of each lane in turn. */
function createLanes(most: number) {
  const lanes = new Map<string, Go[]>();
  let size = 0;
  return {
    isEmpty: () => size === 0,
    /** False: too many wait. */
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
      // The last in the order of lanes, which is that of insertion.
      lanes.delete(key);
      if (lane.length > 0) lanes.set(key, lane);
      return go;
    },
  };
}
