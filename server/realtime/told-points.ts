/** What was read longer ago is read again before it is told, ms: other processes tell within a second. */
const LONGEST_READ_MS = 500;
const MOST_GAME_SESSIONS = 1_000;

/**
 * When this process last told the points of game sessions. What is told last must be true, so whoever tells what was
 * read before that reads again.
 */
export class ToldPoints {
  readonly #toldAt = new Map<string, number>();
  readonly #elapsed: () => number;

  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  note(gameSessionId: string): void {
    this.#toldAt.delete(gameSessionId);
    this.#toldAt.set(gameSessionId, this.#elapsed());
    const [oldest] = this.#toldAt.keys();
    if (this.#toldAt.size > MOST_GAME_SESSIONS && oldest !== undefined) this.#toldAt.delete(oldest);
  }

  /** Begins to read; the answer says whether points of these game sessions may have been told since. */
  reading(): (gameSessionIds: readonly string[]) => boolean {
    const begunAt = this.#elapsed();
    return (gameSessionIds) =>
      gameSessionIds.length > 0 &&
      (this.#elapsed() - begunAt > LONGEST_READ_MS ||
        gameSessionIds.some((id) => (this.#toldAt.get(id) ?? -Infinity) >= begunAt));
  }
}
