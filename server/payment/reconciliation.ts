import type { Log } from '#server/log.ts';
import type { Payments } from './payments.ts';
import { ProviderAway } from './provider.ts';

const EVERY_MS = 5 * 60_000;
/** What another process has asked about in this round is left to it. */
const UNASKED_MS = 4 * 60_000;

export interface Reconciliation {
  start(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

/** Webhooks get lost: what is not over is asked about in rounds, every five minutes and at the start. */
export function createReconciliation(
  payments: Pick<Payments, 'reconcile'>,
  log: Log,
): Reconciliation {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const run = (unaskedMs: number): void => {
    running ??= payments
      .reconcile(unaskedMs)
      .catch((error: unknown) => {
        // The failure was logged by the provider's client; the next round asks again.
        if (error instanceof ProviderAway) return;
        log.error({ err: error }, 'payments were not reconciled');
      })
      .finally(() => {
        running = null;
      });
  };
  return {
    start: () => {
      run(0);
      timer = setInterval(() => run(UNASKED_MS), EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
