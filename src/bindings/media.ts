import { MEDIA_PATH } from '#machines/show/media-calls.ts';
import { useRuntime } from './runtime.tsx';

/** Returns a function for the address of a stored picture or sound. */
export function useMediaUrl(): (id: string) => string {
  const { origin } = useRuntime();
  return (id) => `${origin}${MEDIA_PATH}/${id}`;
}
