/** What was read longer ago is read again before it is told, ms: other processes tell within a second. */
const LONGEST_READ_MS = 500;
const MOST_GAME_SESSIONS = 1_000;
/** A reading is repeated at most so often, however busy points are. */
const MOST_READS = 3;

interface Emitted {
  readonly at: number;
  readonly version: number;
}

/**
 * When this process last told the points of game sessions, and by which recount. What is told last must be true, so
 * whoever tells what was read before that reads again.
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

  /** The recount that was published last; 0: none. */
  version(gameSessionId: string): number {
    return this.#emitted.get(gameSessionId)?.version ?? 0;
  }

  /**
   * Begins to read, or began so long ago (ms); the answer says whether points of these game sessions may have been
   * told since.
   */
  reading(agoMs = 0): (gameSessionIds: readonly string[]) => boolean {
    const begunAt = this.#elapsed() - agoMs;
    return (gameSessionIds) =>
      gameSessionIds.length > 0 &&
      (this.#elapsed() - begunAt > LONGEST_READ_MS ||
        gameSessionIds.some((id) => (this.#emitted.get(id)?.at ?? -Infinity) >= begunAt));
  }

  /** Reads again when points of these game sessions were told meanwhile. */
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
