import { afterEach, describe, expect, it, vi } from 'vitest';
import { createChimes } from '#src/effects/chime.ts';

afterEach(() => vi.unstubAllGlobals());

interface Note {
  frequencyHz: number;
  gain: number;
  startS: number;
  endS: number;
  isEnded: boolean;
}

/** A browser's audio that only records what it plays. */
function fakeAudio(currentTime = 10) {
  const notes: Note[] = [];
  let opened = 0;
  let state = 'suspended';
  const resume = vi.fn<() => Promise<void>>(async () => {
    state = 'running';
  });
  class FakeAudioContext {
    readonly currentTime = currentTime;
    readonly destination = 'speaker';
    readonly resume = resume;
    constructor() {
      opened += 1;
    }
    get state() {
      return state;
    }
    createOscillator() {
      const note: Note = { frequencyHz: 0, gain: 0, startS: 0, endS: 0, isEnded: false };
      notes.push(note);
      return {
        frequency: {
          set value(hz: number) {
            note.frequencyHz = hz;
          },
        },
        connect: (gain: { note: Note | null }) => {
          gain.note = note;
          return gain;
        },
        disconnect: () => {},
        start: (at: number) => {
          note.startS = at;
        },
        stop: (at?: number) => {
          if (at === undefined) note.isEnded = true;
          else note.endS = at;
        },
      };
    }
    createGain() {
      const node: { note: Note | null; value: number } = { note: null, value: 0 };
      return {
        set note(note: Note) {
          note.gain = node.value;
        },
        gain: {
          setValueAtTime: (value: number) => {
            node.value = value;
          },
          exponentialRampToValueAtTime: () => {},
        },
        connect: () => {},
      };
    }
  }
  vi.stubGlobal('AudioContext', FakeAudioContext);
  const chimes = createChimes(() => new AudioContext());
  return { chimes, notes, resume, opened: () => opened };
}
const played = (notes: readonly Note[]) =>
  notes.map(({ frequencyHz, gain, startS, endS }) => [
    frequencyHz,
    gain,
    Math.round((startS - 10) * 1_000),
    Math.round((endS - startS) * 1_000),
  ]);

const RELEASE = [
  [523.25, 0.1, 0, 400],
  [659.25, 0.1, 0, 400],
  [783.99, 0.1, 150, 400],
  [1046.5, 0.1, 150, 400],
];
const REVOKE = [
  [880, 0.1, 0, 300],
  [659.25, 0.1, 0, 300],
  [523.25, 0.1, 100, 400],
  [392, 0.1, 100, 400],
];

describe('chimes', () => {
  it('are silent until enabled, and open no audio before', () => {
    const { chimes, notes, opened } = fakeAudio();
    chimes.play('release');
    expect([chimes.state(), notes, opened()]).toEqual(['unset', [], 0]);
  });
  it('play the notes of a release when they are enabled [R9.chime-gain R9.chime-release]', () => {
    const { chimes, notes, resume } = fakeAudio();
    chimes.enable();
    expect(chimes.state()).toBe('enabled');
    expect(played(notes)).toEqual(RELEASE);
    expect(resume).toHaveBeenCalledTimes(1);
  });
  it('have other notes for a revoke, and a new cue stops the old one [R4.chime-once R9.chime-gain R9.chime-revoke]', () => {
    const { chimes, notes, opened } = fakeAudio();
    chimes.enable();
    chimes.play('revoke');
    expect(played(notes.slice(4))).toEqual(REVOKE);
    expect(notes.map(({ isEnded }) => isEnded)).toEqual(notes.map((_, index) => index < 4));
    expect(opened()).toBe(1);
  });
  it('end when they are disabled, and stay silent', () => {
    const { chimes, notes } = fakeAudio();
    chimes.enable();
    chimes.disable();
    chimes.play('release');
    expect(chimes.state()).toBe('disabled');
    expect(notes.map(({ isEnded }) => isEnded)).toEqual([true, true, true, true]);
  });
  it('notify listeners of the switch', () => {
    const { chimes } = fakeAudio();
    const changed = vi.fn<() => void>();
    const stop = chimes.subscribe(changed);
    chimes.enable();
    chimes.disable();
    stop();
    chimes.enable();
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
