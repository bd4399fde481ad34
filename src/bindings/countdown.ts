import { useSelector } from '@xstate/react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { selectDays } from '#machines/app.ts';
import { secondsLeft } from '#machines/connection/rules/clock.ts';
import { dayAt, midnightAfter, midnightText } from '#machines/results/rules/day.ts';
import { useApp, useRuntime } from './runtime.tsx';

/** Default step of a countdown, as on the main page; the player page uses 100 ms (specification §9). */
const STEP_MS = 1_000;

/**
 * Whole seconds until `closesAt` (epoch ms) by the server's clock, rounded up; null without an end. All countdowns of a page
 * share one timer.
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

/** How many of these instants (epoch ms) have passed by the server's clock. */
export function usePassed(instants: readonly number[]): number {
  const { clock, ticker } = useRuntime();
  const joined = instants.join();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = numbersIn(joined).map((closesAt) =>
        // A listener of its own for each: the ticker keeps one countdown for a listener.
        ticker.subscribe({ closesAt, stepMs: STEP_MS }, () => listener()),
      );
      return () => {
        for (const end of ends) end();
      };
    },
    [ticker, joined],
  );
  return useSyncExternalStore(
    subscribe,
    () => numbersIn(joined).filter((at) => at <= clock.now()).length,
  );
}
const numbersIn = (joined: string): readonly number[] =>
  joined === '' ? [] : joined.split(',').map(Number);

/** The server's clock, epoch ms; the function is stable. */
export const useNow = (): (() => number) => useRuntime().clock.now;

/**
 * Returns a function that calculates the day of an instant (epoch ms), YYYY-MM-DD: the day on which a show live at that
 * time went live, otherwise the day by the time zone.
 */
export function useDayOf(): (instant: number) => string {
  const days = useSelector(useApp(), selectDays);
  return useCallback((instant) => dayAt(days, instant), [days]);
}

/** Today by the server's clock, YYYY-MM-DD. Changes at midnight, or when a show that runs past midnight ends. */
export function useToday(): string {
  const app = useApp();
  const now = useNow();
  const dayOf = useDayOf();
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = app.on('day.turned', listener);
      return () => subscription.unsubscribe();
    },
    [app],
  );
  return useSyncExternalStore(subscribe, () => dayOf(now()));
}

/** The next midnight (epoch ms) and its time zone, fixed when the screen opens. */
export function useMidnight(): { readonly at: number; readonly text: string } {
  const days = useSelector(useApp(), selectDays);
  const now = useNow();
  const [opened] = useState(now);
  return { at: midnightAfter(days.zones, opened), text: midnightText(days, opened) };
}
