/** How often something happened in a time window, which begins with the first occurrence. */
export interface Count {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

/** Counters by rule and key, of this process or shared by all processes. */
export interface Counters {
  /** Adds one to the counter and returns it. */
  hit(rule: string, key: string, windowMs: number): Count | Promise<Count>;
  /** Whether the key was counted and its time window is still running. */
  has(rule: string, key: string): boolean | Promise<boolean>;
  clear(rule: string, key: string): void | Promise<void>;
}

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counters of this process. When a rule has `capacity` keys, a tenth of them are dropped: ended windows first, then the
 * lowest counts, so that a flood of new keys does not reset a high count.
 */
export class LocalCounters implements Counters {
  readonly #now: () => number;
  readonly #capacity: number;
  readonly #rules = new Map<string, Map<string, Window>>();

  constructor(now: () => number, capacity = 20_000) {
    this.#now = now;
    this.#capacity = capacity;
  }

  hit(rule: string, key: string, windowMs: number): Count {
    const now = this.#now();
    const windows = this.#of(rule);
    const known = windows.get(key);
    // If the clock was set back, `endsAt` is too far in the future; start a new window then.
    const isRunning = known !== undefined && now < known.endsAt && known.endsAt - now <= windowMs;
    const window = isRunning ? known : { count: 0, endsAt: now + windowMs };
    window.count += 1;
    if (!isRunning) {
      windows.delete(key);
      if (windows.size >= this.#capacity) this.#evict(windows, now);
      windows.set(key, window);
    }
    return { count: window.count, endsInMs: window.endsAt - now };
  }

  has(rule: string, key: string): boolean {
    return (this.#of(rule).get(key)?.endsAt ?? 0) > this.#now();
  }

  clear(rule: string, key: string): void {
    this.#of(rule).delete(key);
  }

  #of(rule: string): Map<string, Window> {
    const found = this.#rules.get(rule) ?? new Map<string, Window>();
    this.#rules.set(rule, found);
    return found;
  }

  #evict(windows: Map<string, Window>, now: number): void {
    const room = this.#capacity - Math.ceil(this.#capacity / 10);
    const forget = (isLess: (window: Window) => boolean): void => {
      for (const [key, window] of windows) {
        if (windows.size <= room) return;
        if (isLess(window)) windows.delete(key);
      }
    };
    forget(({ endsAt }) => endsAt <= now);
    for (let low = 1; windows.size > room; low *= 2) forget(({ count }) => count <= low);
  }
}
