/** How often something happened in the window that began with its first time. */
export interface Count {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts of this process, by rule and key. Each rule is bounded by itself: at `capacity` keys a tenth is forgotten,
 * what is over first, then the lowest counts, so that a flood of new keys ends no count that runs high.
 */
export class LocalCounters {
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
    // A clock that was set back must not stretch a window.
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

  /** Whether its window runs. */
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

  /** Forgets a tenth: windows that are over first, then those with the lowest counts. */
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

/** Counts that all processes share. */
export interface SharedCounters {
  hit(rule: string, key: string, windowMs: number): Promise<Count>;
  has(rule: string, key: string): Promise<boolean>;
  clear(rule: string, key: string): Promise<void>;
  close(): Promise<void>;
}

/** One process by itself. */
export const localOnly = (local: LocalCounters): SharedCounters => ({
  hit: (rule, key, windowMs) => Promise.resolve(local.hit(rule, key, windowMs)),
  has: (rule, key) => Promise.resolve(local.has(rule, key)),
  clear: (rule, key) => Promise.resolve(local.clear(rule, key)),
  close: () => Promise.resolve(),
});
