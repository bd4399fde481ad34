import { randomBytes } from 'node:crypto';

const STEPS = 36 ** 3;
let step = 0;

/**
 * Returns a new id of 28 URL-safe characters that matches `idSchema`: nine for the time (base 36, ms), three for a
 * counter, so that ids of one process sort by age, and 16 with 96 random bits.
 */
export function newId(nowMs: number = Date.now()): string {
  step = (step + 1) % STEPS;
  return (
    nowMs.toString(36).padStart(9, '0') +
    step.toString(36).padStart(3, '0') +
    randomBytes(12).toString('base64url')
  );
}
