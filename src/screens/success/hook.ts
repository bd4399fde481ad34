import { REDIRECT_MS } from '#machines/contract/limits.ts';
import { departureMachine } from '#machines/payment/departure.ts';
import { useScreen } from '#src/bindings/screen.ts';

/** Leads on to a path when the screen has been read for 3 s (specification §9). */
export function useDeparture(to: string): void {
  useScreen(() => departureMachine, { to, afterMs: REDIRECT_MS });
}
