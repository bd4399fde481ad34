import { REDIRECT_MS } from '#machines/contract/limits.ts';
import { delayedRedirectMachine } from '#machines/payment/delayed-redirect.ts';
import { useScreen } from '#src/bindings/screen.ts';

/** Redirects to a path after 3 s (specification §9). */
export function useDelayedRedirect(to: string): void {
  useScreen(() => delayedRedirectMachine, { to, afterMs: REDIRECT_MS });
}
