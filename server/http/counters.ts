/** How often something happened in the window that began with its first time. */
export interface Count {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

/** Counts of this process. Bounded: beyond `capacity` keys the oldest windows are forgotten. */
export class LocalCounters {
  readonly #now: () => number;
  readonly #capacity: number;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(now: () => number, capacity = 50_000) {
    this.#now = now;
    this.#capacity = capacity;
  }

  hit(key: string, windowMs: number): Count {
    const now = this.#now();
    const known = this.#windows.get(key);
    // A clock that was set back must not stretch a window.
    const isRunning = known !== undefined && now < known.endsAt && known.endsAt - now <= windowMs;
    const window = isRunning ? known : { count: 0, endsAt: now + windowMs };
    window.count += 1;
    if (!isRunning) {
      this.#windows.delete(key);
      this.#makeRoom(now);
      this.#windows.set(key, window);
    }
    return { count: window.count, endsInMs: window.endsAt - now };
  }

  clear(key: string): void {
    this.#windows.delete(key);
  }

  #makeRoom(now: number): void {
    if (this.#windows.size < this.#capacity) return;
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt <= now) this.#windows.delete(key);
    }
    for (const key of this.#windows.keys()) {
      if (this.#windows.size < this.#capacity) return;
      this.#windows.delete(key);
    }
  }
}

/** Counts that all processes share. */
export interface SharedCounters {
  hit(key: string, windowMs: number): Promise<Count>;
  clear(key: string): Promise<void>;
  close(): Promise<void>;
}

/** One process by itself. */
export const localOnly = (local: LocalCounters): SharedCounters => ({
  hit: (key, windowMs) => Promise.resolve(local.hit(key, windowMs)),
  clear: (key) => Promise.resolve(local.clear(key)),
  close: () => Promise.resolve(),
});
