import { chacha20poly1305 } from '@noble/ciphers/chacha.js';

/** As `server/show/media/seal.ts` uses it: a key seals one text only. */
const NONCE = new Uint8Array(12);
const HEADER = /^(image\/(?:png|jpeg|webp|svg\+xml)|audio\/mpeg) (\d+)\n/;
const MOST_HEADER_BYTES = 32;

/**
 * Opens the sealed bytes of a picture or sound. Web Crypto is missing on plain http in a LAN and has no such cipher.
 * @throws Error if the key is another one, or the bytes were changed
 */
export function unseal(sealed: Uint8Array<ArrayBuffer>, key: string): Blob {
  const opened = chacha20poly1305(bytesOf(key), NONCE).decrypt(sealed);
  const start = String.fromCodePoint(...opened.subarray(0, MOST_HEADER_BYTES));
  const [header, type = '', length] = HEADER.exec(start) ?? [];
  if (header === undefined) throw new Error('The sealed bytes have no header.');
  return new Blob([opened.slice(header.length, header.length + Number(length))], { type });
}

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
