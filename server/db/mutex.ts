import { StoreUnavailable } from './errors.ts';

const LONGEST_WAIT_MS = 10_000;
const MOST_WAITING = 20_000;

/**
 * A mutex, first come, first served. Rejects callers that wait too long or find too many waiting, so that a transaction
 * that waits for itself ends, and an overloaded store fails fast.
 */
export class Mutex {
  #taken = false;
  #ended = false;
  /** A `Set`, because it keeps the order and a caller that gives up can be removed. */
  readonly #waiting = new Set<() => void>();

  /** Waits until the caller holds the mutex. @throws StoreUnavailable if that takes too long */
  take(): Promise<void> | void {
    if (this.#ended) throw new StoreUnavailable('the store is closed');
    if (!this.#taken) {
      this.#taken = true;
      return;
    }
    if (this.#waiting.size >= MOST_WAITING)
      throw new StoreUnavailable('too many wait for the store');
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(go);
        reject(new StoreUnavailable('waited too long for the store'));
      }, LONGEST_WAIT_MS);
      const go = (): void => {
        clearTimeout(late);
        resolve();
      };
      this.#waiting.add(go);
    });
  }

  pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#taken = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  /** Waits for all earlier callers and closes the mutex. */
  async end(): Promise<void> {
    const last = this.take();
    this.#ended = true;
    await last;
  }
}
