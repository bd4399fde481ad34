import { useSyncExternalStore } from 'react';
import type { AudioState } from '#src/effects/chime.ts';
import { useRuntime } from '#src/bindings/runtime.tsx';

export interface Audio {
  /** `unset`: 'Enable Audio'; then 'Audio Enabled' or 'Audio Disabled'. */
  readonly state: AudioState;
  /** Must be called in a tap, as browsers block sound otherwise. */
  readonly toggle: () => void;
}

/** Whether chimes play, and the switch for them. */
export function useAudio(): Audio {
  const { chimes } = useRuntime();
  const state = useSyncExternalStore(chimes.subscribe, chimes.state);
  return { state, toggle: state === 'enabled' ? chimes.disable : chimes.enable };
}
