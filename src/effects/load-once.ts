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

/** How long after its first failure a stylesheet is requested again; doubles with each failure, ms. */
const STYLE_RETRY_MS = 1_000;
const MOST_STYLE_RETRIES = 8;

/**
 * Requests stylesheets again that fail to load: after a while, or once the device is back online. The code that loads a
 * chunk requests its stylesheet only once, so that a part of a screen would stay unstyled after a lost connection.
 */
export function reloadFailedStyles(
  tab: Pick<Window, 'document' | 'addEventListener' | 'removeEventListener'>,
): void {
  const failures = new Map<string, number>();
  const onError = ({ target: failed }: Event): void => {
    if (!(failed instanceof HTMLLinkElement) || failed.rel !== 'stylesheet') return;
    const count = failures.get(failed.href) ?? 0;
    if (count === MOST_STYLE_RETRIES) return;
    failures.set(failed.href, count + 1);
    const retry = (): void => {
      clearTimeout(timer);
      tab.removeEventListener('online', retry);
      failed.replaceWith(failed.cloneNode());
    };
    const timer = setTimeout(retry, STYLE_RETRY_MS * 2 ** count);
    tab.addEventListener('online', retry, { once: true });
  };
  // Errors of stylesheets do not bubble.
  tab.document.addEventListener('error', onError, { capture: true });
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
