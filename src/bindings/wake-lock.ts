import { useEffect } from 'react';
import { useRuntime } from './runtime.tsx';

/**
 * Keeps the screen awake while `wanted` and the view is mounted. Returns a function that requests it again; call it in
 * a tap, as some browsers require one.
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
