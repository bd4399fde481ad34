import { useEffect } from 'react';
import { useRuntime } from './runtime.tsx';

/**
 * Keeps the screen awake while `wanted` and the view is mounted. Returns `hold`, to be called in a tap, because some browsers
 * require one.
 */
export function useWakeLock(wanted: boolean): () => void {
  const { wakeLock } = useRuntime();
  useEffect(() => {
    if (!wanted) return undefined;
    wakeLock.acquire();
    return wakeLock.release;
  }, [wakeLock, wanted]);
  return wakeLock.acquire;
}
