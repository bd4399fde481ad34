import { afterEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '#machines/contract/limits.ts';
import { firstPaint, loadOnce } from '#src/effects/load-once.ts';

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
