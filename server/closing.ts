import type { Log } from './log.ts';

/** Opened resources. Closes each once, in reverse order, even if closing another one fails. */
export class Closing {
  readonly #steps: { readonly name: string; readonly close: () => unknown }[] = [];
  #running: Promise<void> | null = null;

  add(name: string, close: () => unknown): void {
    this.#steps.push({ name, close });
  }

  /** Later calls wait for the first. */
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
