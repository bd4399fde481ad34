import { CHUNK_TIMEOUT_MS } from '#machines/contract/limits.ts';

/** Rejects if code does not load within the time limit, as a browser may wait forever. */
export async function withTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads code once, on the first call; after a failure or timeout the next call tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  const attempt = async (): Promise<T> => {
    try {
      return await withTimeout(load());
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  return () => (loading ??= attempt());
}

/** Resolves after the first paint, or soon if the page is not painted. */
export const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 1_000);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve, 0);
    });
  });
