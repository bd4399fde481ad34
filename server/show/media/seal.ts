import { createCipheriv, createHash } from 'node:crypto';
import type { MediaType } from '#machines/contract/entities.ts';

/* Sealed bytes of a picture or sound: phones load them before the release, and get the key with the question. */

const ID_LENGTH = 22;
/** Sealed bytes are a multiple of this long, so that their length says little. */
const BLOCK_BYTES = 64 * 1_024;
/** A key seals the bytes of one picture or sound only, so a fixed nonce is never used for two texts. */
const NONCE = Buffer.alloc(12);

/** The public id of the bytes that are sealed with a key; the key cannot be computed from it. */
export const sealOf = (key: string): string =>
  createHash('sha256').update(`seal ${key}`).digest('base64url').slice(0, ID_LENGTH);

/**
 * Seals a picture or sound with its type and length, padded with zeros. Every process makes the same bytes of it.
 * `src/effects/unseal.ts` opens them.
 */
export function seal(
  key: string,
  { type, bytes }: { readonly type: MediaType; readonly bytes: Uint8Array },
): Buffer {
  const header = Buffer.from(`${type} ${bytes.length}\n`);
  const length = header.length + bytes.length;
  const padding = Buffer.alloc(Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES - length);
  const cipher = createCipheriv('chacha20-poly1305', Buffer.from(key, 'base64url'), NONCE, {
    authTagLength: 16,
  });
  return Buffer.concat([
    cipher.update(Buffer.concat([header, bytes, padding])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
