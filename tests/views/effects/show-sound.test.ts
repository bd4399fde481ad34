import { describe, expect, it } from 'vitest';
import { createShowSound } from '#src/effects/show-sound.ts';
import { fakeAudio } from '#tests/support/fake-audio.ts';

/** The page's sound over that audio. */
function openFixture() {
  const { context, played, levels } = fakeAudio();
  let opened = 0;
  const sound = createShowSound(() => {
    opened += 1;
    return context;
  });
  return { sound, played, levels, opened: () => opened };
}
const hertz = (notes: readonly { readonly hz: number }[]) => notes.map(({ hz }) => hz);

describe('the sound of the stage screen [R2.stage-screen-sound]', () => {
  it('is off until it is turned on', () => {
    const { sound, played, opened } = openFixture();
    sound.play('hit', 0);
    expect([sound.level(), played, opened()]).toEqual([0, [], 0]);
  });

  it('plays the specified chime when turned on, has a level, and is silent at once when turned off', () => {
    const { sound, played, levels } = openFixture();
    let told = 0;
    const stop = sound.subscribe(() => (told += 1));
    sound.setLevel(0.4);
    expect([hertz(played), levels]).toEqual([[523, 659, 784, 1_047], [0.4]]);
    expect(played.map(({ at }) => at)).toEqual([5, 5, 5.15, 5.15]);
    sound.play('hit', 0);
    expect(hertz(played.slice(4))).toEqual([659, 988]);
    expect(played.slice(0, 4).every(({ stopped }) => stopped === 1)).toBe(true);
    sound.setLevel(0);
    sound.play('hit', 0);
    stop();
    expect([played.length, played.at(-1)?.stopped, told]).toEqual([6, 1, 2]);
  });

  it('plays a cue this many semitones higher, and noise for rolls', () => {
    const { sound, played } = openFixture();
    sound.setLevel(1);
    sound.play('tickLast', 12);
    expect(hertz(played.slice(4))).toEqual([1_047, 2_093]);
    sound.play('roll', 0);
    expect(hertz(played.slice(6))).toEqual([0]);
  });
});
