import { randomBytes } from 'node:crypto';

const STEPS = 36 ** 3;
let step = 0;

/**
 * A new id: nine characters of time (base 36, ms) and three of a counter, so that ids of one process sort
 * by age, then 96 random bits. URL-safe, 28 characters, matches `idSchema`.
 */
export function newId(nowMs: number = Date.now()): string {
  step = (step + 1) % STEPS;
  return (
    nowMs.toString(36).padStart(9, '0') +
    step.toString(36).padStart(3, '0') +
    randomBytes(12).toString('base64url')
  );
}
