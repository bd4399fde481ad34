import { useCallback, useSyncExternalStore } from 'react';
import { secondsLeft, utcDay } from '#machines/rules/clock.ts';
import { useApp, useRuntime } from './runtime.tsx';

/** The main page looks every second, the player page every 100 ms (specification §9). */
const STEP_MS = 1_000;

/**
 * Whole seconds until `closesAt` (epoch ms) by the server's clock, rounded up; null: there is no end.
 * All countdowns of a page share one timer.
 */
export function useCountdown(closesAt: number | null, stepMs: number = STEP_MS): number | null {
  const { clock, ticker } = useRuntime();
  const subscribe = useCallback(
    (listener: () => void) =>
      closesAt === null ? () => {} : ticker.subscribe({ closesAt, stepMs }, listener),
    [ticker, closesAt, stepMs],
  );
  return useSyncExternalStore(subscribe, () =>
    closesAt === null ? null : secondsLeft(closesAt, clock.now()),
  );
}

/** The server's clock, epoch ms, as a function that stays the same. */
export const useNow = (): (() => number) => useRuntime().clock.now;

/** The UTC day by the server's clock, as YYYY-MM-DD; turns at midnight by itself. */
export function useToday(): string {
  const app = useApp();
  const now = useNow();
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = app.on('day.turned', listener);
      return () => subscription.unsubscribe();
    },
    [app],
  );
  return useSyncExternalStore(subscribe, () => utcDay(now()));
}
