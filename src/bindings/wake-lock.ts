import { useEffect } from 'react';
import { useRuntime } from './runtime.tsx';

/**
 * Keeps the screen awake while `wanted`; released when the view goes. Answers `hold`, to be called in
 * a tap, since some browsers refuse it anywhere else.
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
