import type { Log } from '#server/log.ts';
import type { Payments } from './payments.ts';
import { ProviderUnavailable } from './provider.ts';

const EVERY_MS = 5 * 60_000;
/** Payments that another process has checked within this time are skipped, ms. */
const UNASKED_MS = 4 * 60_000;

export interface Reconciliation {
  start(): void;
  /** Waits for the running round. */
  stop(): Promise<void>;
}

/** Polls unsettled payments every five minutes and at the start, because webhooks get lost. */
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
        // The provider's client has logged the failure; the next round retries.
        if (error instanceof ProviderUnavailable) return;
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
