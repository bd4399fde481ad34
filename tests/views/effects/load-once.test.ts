import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '#machines/contract/limits.ts';
import { firstPaint, loadOnce, reloadFailedStyles } from '#src/effects/load-once.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a lazily loaded module', () => {
  it('is loaded once, on first use', async () => {
    const load = vi.fn<() => Promise<number>>(async () => 1);
    const get = loadOnce(load);
    expect(load).not.toHaveBeenCalled();
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    expect(load).toHaveBeenCalledTimes(1);
  });
  it('is retried after a failure', async () => {
    const load = vi.fn<() => Promise<number>>(async () => 2);
    load.mockRejectedValueOnce(new Error('offline'));
    const get = loadOnce(load);
    await expect(get()).rejects.toThrow('offline');
    expect(await get()).toBe(2);
  });
  it('is retried after a timeout', async () => {
    vi.useFakeTimers();
    const load = vi.fn<() => Promise<number>>(async () => 3);
    load.mockReturnValueOnce(new Promise(() => {}));
    const get = loadOnce(load);
    await Promise.all([
      expect(get()).rejects.toThrow('timeout'),
      vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS),
    ]);
    expect(await get()).toBe(3);
  });
});

const styles = () => [...document.head.querySelectorAll('link')];

/** Fails, and returns how long it takes until the stylesheet is requested again, s; null: it is not. */
const retriedAfter = async (): Promise<number | null> => {
  const [failed] = styles();
  failed?.dispatchEvent(new Event('error'));
  for (let seconds = 1; seconds <= 200; seconds += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (failed?.isConnected === false) return seconds;
  }
  return null;
};

describe('a stylesheet that fails to load', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    reloadFailedStyles(window);
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    document.head.append(link);
  });
  afterEach(() => document.head.replaceChildren());

  it('is requested again, less and less often', async () => {
    const delays = [];
    for (let count = 0; count < 9; count += 1) delays.push(await retriedAfter());
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, null]);
  });
  it('is requested again once the device is back online', () => {
    const [failed] = styles();
    failed?.dispatchEvent(new Event('error'));
    window.dispatchEvent(new Event('online'));
    expect([failed?.isConnected, styles().length]).toEqual([false, 1]);
  });
});

describe('the first paint', () => {
  it('is awaited, but not on a page that is never painted', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const painted = vi.fn<() => void>();
    const waiting = firstPaint().then(painted);
    await vi.advanceTimersByTimeAsync(999);
    expect(painted).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(painted).toHaveBeenCalledTimes(1);
  });
});
