const param = () => ({
  value: 0,
  setValueAtTime: () => {},
  linearRampToValueAtTime: () => {},
  exponentialRampToValueAtTime: () => {},
});
const node = (more: object = {}) => ({ connect: (to: object) => to, ...more });

/** A browser's audio that only records what it plays. */
export function fakeAudio() {
  const played: { readonly hz: number; readonly at: number; stopped: number }[] = [];
  const levels: number[] = [];
  const source = () => {
    let hz = 0;
    let note = { hz: 0, at: 0, stopped: 0 };
    return node({
      frequency: { ...param(), setValueAtTime: (value: number) => (hz = Math.round(value)) },
      start: (at: number) => {
        note = { hz, at, stopped: 0 };
        played.push(note);
      },
      stop: (at?: number) => {
        if (at === undefined) note.stopped += 1;
      },
    });
  };
  const context: AudioContext = Object.assign(Object.create(null), {
    currentTime: 5,
    sampleRate: 8,
    state: 'running',
    destination: {},
    createDynamicsCompressor: () => node({ threshold: param() }),
    createGain: () =>
      node({
        gain: {
          ...param(),
          set value(level: number) {
            levels.push(level);
          },
        },
      }),
    createBiquadFilter: () => node({ Q: param(), frequency: param() }),
    createBuffer: () => ({ getChannelData: () => new Float32Array(8) }),
    createBufferSource: source,
    createOscillator: source,
  });
  return { context, played, levels };
}
