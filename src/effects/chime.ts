import { CHIMES } from '#machines/contract/limits.ts';

export type Cue = 'release' | 'revoke';
/** `unset`: sound was not switched on yet, which browsers only allow in a tap. */
export type AudioState = 'unset' | 'enabled' | 'disabled';

export interface Chimes {
  /** Plays the cue if sound is enabled, and ends the previous one. */
  readonly play: (cue: Cue) => void;
  /** Switches sound on and plays a sample. Must be called in a tap. */
  readonly enable: () => void;
  readonly disable: () => void;
  /** The audio context for other sounds; null while sound is off. */
  readonly audio: () => AudioContext | null;
  readonly state: () => AudioState;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The notes of specification §9 on the browser's own oscillators; no file is loaded. */
export function createChimes(open: () => AudioContext): Chimes {
  const listeners = new Set<() => void>();
  let state: AudioState = 'unset';
  let context: AudioContext | null = null;
  let sounding: readonly OscillatorNode[] = [];

  const become = (next: AudioState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const silence = () => {
    for (const oscillator of sounding) {
      oscillator.stop();
      oscillator.disconnect();
    }
    sounding = [];
  };
  const opened = () => (context ??= open());
  const play = (cue: Cue) => {
    if (state !== 'enabled') return;
    silence();
    const audio = opened();
    // Phones suspend audio while the page is hidden.
    if (audio.state === 'suspended') void audio.resume();
    sounding = CHIMES[cue].flatMap(({ frequenciesHz, startMs, lengthMs }) =>
      frequenciesHz.map((frequencyHz) => sound(audio, frequencyHz, startMs, lengthMs)),
    );
  };

  return {
    play,
    enable: () => {
      become('enabled');
      play('release');
    },
    disable: () => {
      silence();
      become('disabled');
    },
    audio: () => (state === 'enabled' ? opened() : null),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

function sound(audio: AudioContext, frequencyHz: number, startMs: number, lengthMs: number) {
  const startS = audio.currentTime + startMs / 1_000;
  const endS = startS + lengthMs / 1_000;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = frequencyHz;
  gain.gain.setValueAtTime(CHIMES.gain, startS);
  // Fades to zero to avoid a click.
  gain.gain.exponentialRampToValueAtTime(0.001, endS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(startS);
  oscillator.stop(endS);
  return oscillator;
}
