/**
 * A reading that took longer is repeated before its result is sent, ms, because other processes send within a second.
 */
const LONGEST_READ_MS = 500;
const MOST_GAME_SESSIONS = 1_000;
/** The most attempts of a reading, even while points keep changing. */
const MOST_READS = 3;

interface Emitted {
  readonly at: number;
  readonly version: number;
}

/**
 * When this process last sent the points of game sessions, and the recount they came from. The last event must be
 * correct, so a reading from before an event is repeated before its result is sent.
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

  /** Returns the recount that was sent last; 0: none. */
  version(gameSessionId: string): number {
    return this.#emitted.get(gameSessionId)?.version ?? 0;
  }

  /**
   * Starts a reading, or dates its start back by `agoMs`. The returned function says whether points of these game
   * sessions may have been sent since.
   */
  reading(agoMs = 0): (gameSessionIds: readonly string[]) => boolean {
    const begunAt = this.#elapsed() - agoMs;
    return (gameSessionIds) =>
      gameSessionIds.length > 0 &&
      (this.#elapsed() - begunAt > LONGEST_READ_MS ||
        gameSessionIds.some((id) => (this.#emitted.get(id)?.at ?? -Infinity) >= begunAt));
  }

  /** Repeats a reading if points of these game sessions were sent during it. */
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
