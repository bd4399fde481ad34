import { randomBytes } from 'node:crypto';

/**
 * A new id: nine characters of time (base 36, ms), so that ids sort by age, then 96 random bits.
 * URL-safe, 25 characters, matches `idSchema`.
 */
export const newId = (nowMs: number = Date.now()): string =>
  nowMs.toString(36).padStart(9, '0') + randomBytes(12).toString('base64url');
