import type { StageSound } from '#machines/show/stage.ts';
import { openSynth, type Synth } from './synth.ts';

export interface ShowSound {
  /** Plays a cue and ends the previous one; silent while the sound is off. */
  readonly play: (cue: StageSound, semitones: number) => void;
  /** Sets the volume: 0 is off, 1 the maximum. Must be called in a tap, as browsers only then allow sound. */
  readonly setLevel: (level: number) => void;
  readonly level: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The sound of the stage screen: one cue at a time, at the volume set on this device. */
export function createShowSound(open: () => AudioContext): ShowSound {
  const listeners = new Set<() => void>();
  let level = 0;
  let synth: Synth | null = null;
  let sounding: readonly AudioScheduledSourceNode[] = [];

  const silence = () => {
    for (const source of sounding) source.stop();
    sounding = [];
  };
  const play = (cue: StageSound, semitones: number) => {
    if (level === 0) return;
    silence();
    synth ??= openSynth(open());
    synth.setLevel(level);
    sounding = synth.play(cue, semitones);
  };
  return {
    play,
    setLevel: (next) => {
      level = next;
      if (level === 0) silence();
      else play('release', 0);
      for (const listener of listeners) listener();
    },
    level: () => level,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
