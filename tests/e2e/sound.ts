import { z } from 'zod';
import type { Person } from './people.ts';

/** The tones of a chime, Hz. */
export const RELEASE_HZ = [523.25, 659.25, 783.99, 1046.5];
export const REVOKE_HZ = [880, 659.25, 523.25, 392];
/** The tones when an answer is locked in, Hz. */
export const LOCK_HZ = [392, 783.99];

/** On later pages, records every tone that starts to play. */
export const listen = ({ context }: Pick<Person, 'context'>) =>
  context.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(globalThis, { heardHz: heard });
    // oxlint-disable-next-line typescript/unbound-method -- it is given its oscillator below
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function note(...args) {
      heard.push(this.frequency.value);
      start.apply(this, args);
    };
  });
/** The tones since the last call, Hz. */
export const heard = async ({ page }: Pick<Person, 'page'>): Promise<number[]> => {
  const found: unknown = await page.evaluate(() => {
    const list: unknown = Reflect.get(globalThis, 'heardHz');
    return Array.isArray(list) ? list.splice(0) : null;
  });
  return z
    .array(z.number())
    .parse(found)
    .map((hz) => Math.round(hz * 100) / 100);
};
