/** The characters of codes, without characters that are easily misread: I, O, 0, 1. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** An unguessable id; `crypto.randomUUID` is missing on plain http. */
export const newId = (): string =>
  Array.from(randomBytes(12), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A code of 40 random bits. */
export const newCode = (): string =>
  Array.from(randomBytes(8), (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
