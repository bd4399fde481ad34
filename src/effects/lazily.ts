/** Loads once, when first asked for; after a failure whoever asks next tries again. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  const attempt = async (): Promise<T> => {
    try {
      return await load();
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  return () => (loading ??= attempt());
}

/** When the page has been painted for the first time; soon also where it is not painted at all. */
export const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 1_000);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve, 0);
    });
  });
