import type { Log } from './log.ts';

/** What was opened, to be closed in reverse order, each once, whatever becomes of the others. */
export class Closing {
  readonly #steps: { readonly name: string; readonly close: () => unknown }[] = [];
  #running: Promise<void> | null = null;

  add(name: string, close: () => unknown): void {
    this.#steps.push({ name, close });
  }

  /** Whoever calls again waits for the first. */
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
