import { busy, tooMany } from './refusals.ts';
import type { ApiError } from './route.ts';

/** The part of a queue that one requester may fill. */
const SHARE_OF_ONE = 3 / 4;
const RETRY_S = 2;

interface Waiting {
  readonly go: () => void;
  readonly refuse: (reason: ApiError) => void;
}

/**
 * Creates a queue for at most `most` entries, in which requesters take turns. One requester may fill only a share of
 * it. When it is full, the newest entry of the requester with the most entries is refused to make room.
 */
export function createRequesterQueue(most: number) {
  const byRequester = new Map<string, Waiting[]>();
  const mostOfOne = Math.ceil(most * SHARE_OF_ONE);
  let size = 0;

  /**
   * Makes room for one more entry of a requester who has `own` entries; returns false if no other requester has more.
   */
  const makeRoom = (own: number): boolean => {
    const [longest] = [...byRequester.values()].toSorted((one, other) => other.length - one.length);
    if (longest === undefined || longest.length <= own + 1) return false;
    longest.pop()?.refuse(busy());
    size -= 1;
    return true;
  };

  const refuseMore = (own: number): ApiError | null => (own < mostOfOne ? null : tooMany(RETRY_S));

  return {
    size: (): number => size,
    /** Why another entry of this requester would be refused at once; null: it would not. */
    refusalOf: (requester: string): ApiError | null =>
      refuseMore(byRequester.get(requester)?.length ?? 0),
    /** Waits for a turn. @throws ApiError 429 if the requester's share is used up, 503 if there is no room */
    join: (requester: string): Promise<void> =>
      new Promise((go, refuse) => {
        const own = byRequester.get(requester) ?? [];
        const refusal = refuseMore(own.length);
        if (refusal !== null) {
          refuse(refusal);
          return;
        }
        if (size >= most && !makeRoom(own.length)) {
          refuse(busy());
          return;
        }
        own.push({ go, refuse });
        byRequester.set(requester, own);
        size += 1;
      }),
    /** Starts the next entry. */
    next: (): void => {
      const [first] = byRequester;
      if (first === undefined) return;
      const [requester, [one, ...others]] = first;
      byRequester.delete(requester);
      if (others.length > 0) byRequester.set(requester, others);
      size -= 1;
      one?.go();
    },
  };
}

/** Runs work of requesters, a few at a time; the rest waits in a queue in which requesters take turns. */
export type InTurn = <T>(requester: string, work: () => Promise<T>) => Promise<T>;

/** `most`: size of the queue. The work is refused as `createRequesterQueue` says. */
export function createTurns({ atOnce, most }: { atOnce: number; most: number }): InTurn {
  const queue = createRequesterQueue(most);
  let running = 0;
  const startWaiting = (): void => {
    for (; running < atOnce && queue.size() > 0; running += 1) queue.next();
  };
  return async (requester, work) => {
    const turn = queue.join(requester);
    startWaiting();
    await turn;
    try {
      return await work();
    } finally {
      running -= 1;
      startWaiting();
    }
  };
}
