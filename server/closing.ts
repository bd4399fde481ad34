import type { Log } from './log.ts';

/** The opened resources of the server. Closes each once, in reverse order, even if closing one of them fails. */
export class Closing {
  readonly #steps: { readonly name: string; readonly close: () => unknown }[] = [];
  #running: Promise<void> | null = null;

  add(name: string, close: () => unknown): void {
    this.#steps.push({ name, close });
  }

  /** Closes everything. Later calls wait for the first one. */
  run(log: Log): Promise<void> {
    this.#running ??= this.#closeAll(log);
    return this.#running;
  }

  async #closeAll(log: Log): Promise<void> {
    for (const { name, close } of this.#steps.toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error, part: name }, 'a part could not be closed');
      }
    }
  }
}
