// Imported instead of used as a global: tests fake the global timer while requests must keep running.
import { clearTimeout, setImmediate as soon, setTimeout } from 'node:timers';
import { busy } from './refusals.ts';
import type { ApiError } from './route.ts';

/** How long waiting requests may run in one turn of the event loop, ms. An answer takes five turns. */
const SLICE_MS = 1;
/** While players answer, a request that is no answer is followed by a pause of this many times its own time. */
const PAUSE_BESIDE_ANSWERS = 4;
/** How long the event loop may rest while only such requests wait, ms. */
const REST_MS = 1;
/** How long after an answer arrived players still answer, ms. */
const ANSWERING_MS = 100;
const MOST_WAITING = 20_000;

/** One queue of requests: of an account's answers or other calls, or of a network address for requests without a known session. */
export interface Lane {
  readonly kind: 'answer' | 'account' | 'address';
  readonly key: string;
}

type Go = (refusal?: ApiError) => void;

export interface FairQueue {
  /** Calls `go` when the request may run, at once if the queue is empty, or with a refusal if the queue is full. */
  readonly enter: (lane: Lane, go: Go) => void;
  /** Call for an answer that does not enter the queue, because it came over a connection. */
  readonly noteAnswer: () => void;
  /** Whether players answer just now; then other work leaves them the processor. */
  readonly isAnswering: () => boolean;
}

export interface FairQueueOptions {
  /** Maximum number of waiting requests of all accounts, and of all addresses; further requests are refused. */
  readonly mostWaiting?: number;
  readonly elapsed?: () => number;
}

/**
 * Shares the event loop among clients: each turn of the loop runs only as many requests as fit into a slice, one lane
 * after the other. A flood fills only its own lane: it makes no turn longer and delays signed-in people by one request
 * at a time. Answers come first, and while players answer, other requests get a fifth of the time.
 */
export function createFairQueue({
  mostWaiting = MOST_WAITING,
  elapsed = () => performance.now(),
}: FairQueueOptions = {}): FairQueue {
  const answers = createLanes(mostWaiting);
  const accounts = createLanes(mostWaiting);
  const addresses = createLanes(mostWaiting);
  const lanesOf = { answer: answers, account: accounts, address: addresses };
  let isAccountsTurn = true;
  let isScheduled = false;
  let rest: NodeJS.Timeout | null = null;
  let answersUntil = -Infinity;
  let sliceEndsAt = 0;
  /** When the last request that is no answer started; null: its pause is set. */
  let otherSince: number | null = null;
  /** When the pause after it ends. */
  let othersFrom = -Infinity;

  const isAnswering = (): boolean => elapsed() < answersUntil;
  const isPaused = (): boolean => isAnswering() && elapsed() < othersFrom;
  const noteAnswer = (): void => {
    answersUntil = elapsed() + ANSWERING_MS;
  };
  const nextOther = (): Go | undefined => {
    isAccountsTurn = !isAccountsTurn;
    const other = isAccountsTurn
      ? (accounts.next() ?? addresses.next())
      : (addresses.next() ?? accounts.next());
    if (other !== undefined) otherSince = elapsed();
    return other;
  };
  const next = (): Go | undefined => {
    const isInSlice = elapsed() < sliceEndsAt;
    const answer = isInSlice ? answers.next() : undefined;
    if (answer !== undefined || isPaused()) return answer;
    // One request that is no answer runs after each pause, even during a flood of answers.
    return isInSlice || isAnswering() ? nextOther() : undefined;
  };

  function begin(): void {
    rest = null;
    sliceEndsAt = elapsed() + SLICE_MS;
    proceed();
  }

  function proceed(): void {
    const at = elapsed();
    if (otherSince !== null) othersFrom = at + PAUSE_BESIDE_ANSWERS * (at - otherSince);
    otherSince = null;
    const go = next();
    if (go !== undefined) {
      go();
      // Continue only after the promises that this request resolved have run, so that the slice includes their cost.
      queueMicrotask(() => process.nextTick(proceed));
    } else if (answers.isEmpty() && accounts.isEmpty() && addresses.isEmpty()) isScheduled = false;
    else schedule();
  }

  function schedule(): void {
    isScheduled = true;
    if (rest !== null) clearTimeout(rest);
    rest = null;
    if (answers.isEmpty() && isPaused()) rest = setTimeout(begin, REST_MS);
    else soon(begin);
  }

  return {
    isAnswering,
    noteAnswer,
    enter: ({ kind, key }, go) => {
      if (kind === 'answer') noteAnswer();
      if (!isScheduled && (kind === 'answer' || !isAnswering())) {
        schedule();
        go();
      } else if (!lanesOf[kind].join(key, go)) go(busy());
      else if (!isScheduled || (kind === 'answer' && rest !== null)) schedule();
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
