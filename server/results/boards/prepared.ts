/** Maximum age of a value, because other processes may have counted in between, ms. */
const BOARD_AGE_MS = 1_000;
const MOST_PREPARED = 200;

/**
 * A cache whose values are created at most once a second for each key. Values of rejected promises are not cached; the
 * oldest entries are evicted.
 */
export function createPrepared<T>() {
  const prepared = new Map<string, { readonly at: number; readonly value: T }>();
  return {
    get: (key: string, make: () => T): T => {
      const at = performance.now();
      const known = prepared.get(key);
      if (known !== undefined && at - known.at < BOARD_AGE_MS) return known.value;
      const value = make();
      prepared.delete(key);
      prepared.set(key, { at, value });
      if (value instanceof Promise)
        value.catch(() => {
          if (prepared.get(key)?.value === value) prepared.delete(key);
        });
      for (const oldest of prepared.keys()) {
        if (prepared.size <= MOST_PREPARED) break;
        prepared.delete(oldest);
      }
      return value;
    },
    clear: (): void => prepared.clear(),
  };
}
