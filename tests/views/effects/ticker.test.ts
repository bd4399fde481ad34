import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_TIMER_MS } from '#machines/contract/limits.ts';
import { createTicker } from '#src/effects/ticker.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

/** A clock that follows the fake time, `aheadMs` ahead of it, and can be corrected. */
function ticking() {
  const listeners = new Set<() => void>();
  let aheadMs = 0;
  const ticker = createTicker({
    now: () => Date.now() + aheadMs,
    onCorrection: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const correct = (ms: number) => {
    aheadMs += ms;
    for (const listener of listeners) listener();
  };
  return { ticker, correct, listeners };
}
/** The times at which the countdown is read, ms. */
function looks(ticker: ReturnType<typeof createTicker>, closesAt: number, stepMs = 1_000) {
  const at: number[] = [];
  const stop = ticker.subscribe({ closesAt, stepMs }, () => at.push(Date.now()));
  return { at, stop };
}

describe('the ticker', () => {
  it('reads the clock at each whole step before the end, and at the end, and never again [R9.timer-main-page]', () => {
    const { ticker } = ticking();
    const { at } = looks(ticker, 3_400);
    vi.advanceTimersByTime(20_000);
    expect(at).toEqual([400, 1_400, 2_400, 3_400]);
    expect(vi.getTimerCount()).toBe(0);
  });
  it('reads the clock as often as requested [R9.timer-player-page]', () => {
    const { ticker } = ticking();
    const { at } = looks(ticker, 350, 100);
    vi.advanceTimersByTime(1_000);
    expect(at).toEqual([50, 150, 250, 350]);
  });
  it('serves all countdowns of a page with one timer', () => {
    const { ticker } = ticking();
    const first = looks(ticker, 2_000);
    const second = looks(ticker, 2_500);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5_000);
    expect([first.at, second.at]).toEqual([
      [1_000, 2_000],
      [500, 1_500, 2_500],
    ]);
  });
  it('runs only while it has a subscriber', () => {
    const { ticker, listeners } = ticking();
    const { at, stop } = looks(ticker, 10_000);
    vi.advanceTimersByTime(1_000);
    stop();
    vi.advanceTimersByTime(10_000);
    expect([at, vi.getTimerCount(), listeners.size]).toEqual([[1_000], 0, 0]);
  });
  it('reads the clock at once when it is corrected, and continues by the new time', () => {
    const { ticker, correct } = ticking();
    const { at } = looks(ticker, 5_000);
    vi.advanceTimersByTime(1_200);
    correct(2_000);
    expect(at).toEqual([1_000, 1_200]);
    vi.advanceTimersByTime(5_000);
    expect(at).toEqual([1_000, 1_200, 2_000, 3_000]);
  });
  it('waits for an end further away than a timer can hold', () => {
    const { ticker } = ticking();
    const { at } = looks(ticker, 2 * MAX_TIMER_MS, 2 * MAX_TIMER_MS);
    vi.advanceTimersByTime(2 * MAX_TIMER_MS);
    expect(at).toEqual([2 * MAX_TIMER_MS]);
  });
});
