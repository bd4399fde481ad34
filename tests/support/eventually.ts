import { vi } from 'vitest';

/** Waits until a check passes. Only a test that fails waits to the end, however busy the machine is. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000 });
