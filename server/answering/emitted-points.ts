/**
 * A read that took longer than this (ms) is repeated before its result is sent, because other processes may have sent
 * newer points during it.
 */
const LONGEST_READ_MS = 500;
const MOST_GAME_SESSIONS = 1_000;
/** Maximum number of attempts to read, even if points keep changing. */
const MOST_READS = 3;

interface Emitted {
  readonly at: number;
  readonly version: number;
}

/**
 * Remembers when this process last sent the points of a game session, and which recount they came from. The last event
 * that clients get must be correct, so a read is repeated if points were sent after it began.
 */
export class EmittedPoints {
  readonly #emitted = new Map<string, Emitted>();
  readonly #elapsed: () => number;

  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  record(gameSessionId: string, version: number): void {
    this.#emitted.delete(gameSessionId);
    this.#emitted.set(gameSessionId, { at: this.#elapsed(), version });
    const [oldest] = this.#emitted.keys();
    if (this.#emitted.size > MOST_GAME_SESSIONS && oldest !== undefined)
      this.#emitted.delete(oldest);
  }

  /** Returns the version of the recount that was sent last; 0 if none was sent. */
  version(gameSessionId: string): number {
    return this.#emitted.get(gameSessionId)?.version ?? 0;
  }

  /**
   * Starts a read, or assumes that it started `agoMs` earlier. The returned function says whether points of these game
   * sessions may have been sent since then.
   */
  reading(agoMs = 0): (gameSessionIds: readonly string[]) => boolean {
    const begunAt = this.#elapsed() - agoMs;
    return (gameSessionIds) =>
      gameSessionIds.length > 0 &&
      (this.#elapsed() - begunAt > LONGEST_READ_MS ||
        gameSessionIds.some((id) => (this.#emitted.get(id)?.at ?? -Infinity) >= begunAt));
  }

  /** Reads, and repeats the read if points of these game sessions were sent during it. */
  async readNewest<T>(
    read: () => Promise<T>,
    gameSessionsOf: (found: T) => readonly string[],
  ): Promise<T> {
    for (let reads = 1; ; reads += 1) {
      const wereEmittedSince = this.reading();
      const found = await read();
      if (reads === MOST_READS || !wereEmittedSince(gameSessionsOf(found))) return found;
    }
  }
}
