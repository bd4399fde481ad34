import { REDIRECT_MS } from '#machines/contract/limits.ts';
import { delayedRedirectMachine } from '#machines/payment/delayed-redirect.ts';
import { useScreen } from '#src/bindings/screen.ts';

/** Leads on to a path when the screen has been read for 3 s (specification §9). */
export function useDelayedRedirect(to: string): void {
  useScreen(() => delayedRedirectMachine, { to, afterMs: REDIRECT_MS });
}
