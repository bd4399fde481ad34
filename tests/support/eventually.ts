import { vi } from 'vitest';

/** Waits until a check passes. Only a failing test reaches the time limit, even on a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000 });
