import { useEffect, useEffectEvent } from 'react';
import { useRuntime } from './runtime.tsx';

/**
 * Keeps the screen awake while `wanted`; released when the view goes. `report` hears whether the browser grants it.
 * Answers `hold`, to be called in a tap, since some browsers refuse it anywhere else.
 */
export function useWakeLock(wanted: boolean, report?: (isAwake: boolean) => void): () => void {
  const { wakeLock } = useRuntime();
  const hear = useEffectEvent((isAwake: boolean) => report?.(isAwake));
  useEffect(() => {
    if (!wanted) return undefined;
    wakeLock.acquire((isAwake) => hear(isAwake));
    return wakeLock.release;
  }, [wakeLock, wanted]);
  return wakeLock.acquire;
}
