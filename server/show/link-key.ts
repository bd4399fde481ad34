import { createHash, randomBytes } from 'node:crypto';

/* Keys of links and tokens. Only their hashes are stored, so a copy of the store opens nothing. */

const KEY_BYTES = 32;

/** Returns a new key of 256 random bits. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Returns the hash by which a key is stored and found. */
export const hashOfKey = (key: string): string =>
  createHash('sha256').update(key).digest('base64url');
