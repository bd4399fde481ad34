import { CHIMES } from '#machines/contract/limits.ts';
import type { StageSound } from '#machines/show/stage.ts';

/** The sounds of the stage screen, and of a locked answer on a phone. */
export type Sound = StageSound | 'lock';

/** `noise` is filtered around the frequency. */
interface Voice {
  readonly type: OscillatorType | 'noise';
  readonly fromHz: number;
  readonly toHz: number;
  readonly startMs: number;
  readonly lengthMs: number;
  readonly gain: number;
  readonly attackMs: number;
  /** From -1 (left loudspeaker) to 1 (right one); absent: both. */
  readonly pan?: number;
  /** Whether the sound keeps its volume until its end. */
  readonly isSteady?: true;
}

type Spec = readonly [Voice['type'], number, number, number, number, number, number];
const voice = ([type, fromHz, toHz, startMs, lengthMs, gain, attackMs]: Spec): Voice => ({
  type,
  fromHz,
  toHz,
  startMs,
  lengthMs,
  gain,
  attackMs,
});
const note = (type: OscillatorType, hz: number, at: number, length: number, gain: number) =>
  voice([type, hz, hz, at, length, gain, 3]);

const chime = (cue: 'release' | 'revoke'): Voice[] =>
  CHIMES[cue].flatMap(({ frequenciesHz, startMs, lengthMs }) =>
    frequenciesHz.map((hz) => voice(['sine', hz, hz, startMs, lengthMs, CHIMES.gain, 1])),
  );

/** A steady tone of 1 kHz, by which loudspeakers are checked. */
const tone = (more: Pick<Voice, 'pan'>): Voice => ({
  ...voice(['sine', 1_000, 1_000, 0, 1_000, 0.1, 20]),
  ...more,
  isSteady: true,
});

/** Each voice: type, from Hz, to Hz, start ms, length ms, gain, attack ms. */
const VOICES: Readonly<Record<Sound, readonly Voice[]>> = {
  release: chime('release'),
  revoke: chime('revoke'),
  tick: [note('sine', 1_046.5, 0, 60, 0.04)],
  tickLast: [note('triangle', 523.25, 0, 90, 0.07), note('sine', 1_046.5, 0, 60, 0.04)],
  up: [
    voice(['sawtooth', 196, 98, 0, 700, 0.05, 8]),
    voice(['sawtooth', 293.66, 146.83, 0, 700, 0.04, 8]),
  ],
  lock: [note('triangle', 392, 0, 160, 0.09), note('triangle', 783.99, 70, 240, 0.09)],
  roll: [voice(['noise', 900, 1_800, 0, 1_400, 0.03, 900])],
  flip: [voice(['noise', 1_400, 500, 0, 160, 0.06, 4])],
  hit: [note('triangle', 659.25, 0, 500, 0.1), note('sine', 987.77, 0, 700, 0.06)],
  top: [
    note('triangle', 523.25, 0, 900, 0.08),
    note('triangle', 659.25, 90, 900, 0.08),
    note('triangle', 783.99, 180, 900, 0.08),
    note('triangle', 1_046.5, 270, 1_400, 0.08),
    voice(['noise', 5_000, 7_000, 270, 600, 0.03, 10]),
  ],
  coin: [note('sine', 1_318.5, 0, 70, 0.03)],
  move: [voice(['sine', 330, 494, 0, 220, 0.05, 20])],
  win: [
    note('triangle', 392, 0, 220, 0.08),
    note('triangle', 523.25, 160, 220, 0.08),
    note('triangle', 659.25, 320, 220, 0.08),
    note('triangle', 783.99, 480, 1_600, 0.09),
    note('triangle', 1_046.5, 480, 1_600, 0.08),
    note('sine', 261.63, 480, 1_600, 0.1),
  ],
  toneLeft: [tone({ pan: -1 })],
  toneRight: [tone({ pan: 1 })],
  tone: [tone({})],
  fix: [note('triangle', 440, 0, 160, 0.06), note('triangle', 415.3, 140, 260, 0.06)],
};

const SILENT = 1e-4;
/** How long a steady tone fades at its end, s. */
const STEADY_END_S = 0.05;

export interface Synth {
  /** Sets the volume, 0 to 1. */
  readonly setLevel: (level: number) => void;
  /** Plays a sound; returns its sources, with which it can be stopped early. */
  readonly play: (sound: Sound, semitones: number) => readonly AudioScheduledSourceNode[];
}

/** The sounds of the show, made by the browser's oscillators through one compressor, without files. */
export function openSynth(audio: AudioContext): Synth {
  const compressor = audio.createDynamicsCompressor();
  compressor.threshold.value = -14;
  const master = audio.createGain();
  compressor.connect(master).connect(audio.destination);
  const noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;

  const sourceOf = (
    { type, fromHz, toHz }: Voice,
    higher: number,
    startS: number,
    endS: number,
  ) => {
    if (type === 'noise') {
      const source = audio.createBufferSource();
      const filter = audio.createBiquadFilter();
      source.buffer = noise;
      source.loop = true;
      filter.type = 'bandpass';
      filter.Q.value = 1.2;
      filter.frequency.setValueAtTime(fromHz, startS);
      filter.frequency.exponentialRampToValueAtTime(toHz, endS);
      return { source, out: source.connect(filter) };
    }
    const source = audio.createOscillator();
    source.type = type;
    // Also sets `value`, so that it can be read before the sound starts.
    source.frequency.value = fromHz * higher;
    source.frequency.setValueAtTime(fromHz * higher, startS);
    source.frequency.exponentialRampToValueAtTime(toHz * higher, endS);
    return { source, out: source };
  };

  const sing = (sung: Voice, higher: number) => {
    const startS = audio.currentTime + sung.startMs / 1_000;
    const endS = startS + sung.lengthMs / 1_000;
    const { source, out } = sourceOf(sung, higher, startS, endS);
    const gain = audio.createGain();
    gain.gain.setValueAtTime(SILENT, startS);
    gain.gain.linearRampToValueAtTime(sung.gain, startS + sung.attackMs / 1_000);
    if (sung.isSteady === true) gain.gain.setValueAtTime(sung.gain, endS - STEADY_END_S);
    // Fades to zero to avoid a click.
    gain.gain.exponentialRampToValueAtTime(SILENT, endS);
    out.connect(gain);
    if (sung.pan === undefined) gain.connect(compressor);
    else {
      const panner = audio.createStereoPanner();
      panner.pan.value = sung.pan;
      gain.connect(panner).connect(compressor);
    }
    source.start(startS);
    source.stop(endS);
    return source;
  };

  return {
    setLevel: (level) => {
      master.gain.value = level;
    },
    play: (sound, semitones) => {
      // Audio is suspended after a sleep of the device.
      if (audio.state === 'suspended') void audio.resume();
      return VOICES[sound].map((each) => sing(each, 2 ** (semitones / 12)));
    },
  };
}
