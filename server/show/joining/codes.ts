import { createHash, randomInt } from 'node:crypto';
import {
  CODE_LETTERS,
  JOIN_CODE_LENGTH,
  PERSONAL_CODE_LENGTH,
  SEAT_KEY_LENGTH,
} from '#machines/show/rules/join-code.ts';

const hashOf = (use: 'guest' | 'personal code' | 'stored code', text: string): Buffer =>
  createHash('sha256').update(`${use}:${text}`).digest();

const randomCode = (length: number): string =>
  Array.from({ length }, () => CODE_LETTERS.charAt(randomInt(CODE_LETTERS.length))).join('');

/** Returns a random join code, one of 85 million. */
export const newJoinCode = (): string => randomCode(JOIN_CODE_LENGTH);

/** Returns a random key for a seat, with 105 bits. */
export const newSeatKey = (): string => randomCode(SEAT_KEY_LENGTH);

/**
 * Derives a guest's key from the id of the request that created the guest, so that a repeated request finds the same
 * guest. Only the guest's device knows the id. The key is stored in place of an email address.
 */
export const guestKeyOf = (requestId: string): string =>
  `${hashOf('guest', requestId).toString('hex')}@guest.invalid`;

/** Derives a guest's personal code, one of 794 billion, from the id of the request that created the guest. */
export function personalCodeOf(requestId: string): string {
  let left = BigInt(`0x${hashOf('personal code', requestId).toString('hex')}`);
  let code = '';
  for (let index = 0; index < PERSONAL_CODE_LENGTH; index += 1) {
    code += CODE_LETTERS.charAt(Number(left % BigInt(CODE_LETTERS.length)));
    left /= BigInt(CODE_LETTERS.length);
  }
  return code;
}

/** Hashes a personal code for the store. */
export const storedCode = (personalCode: string): string =>
  hashOf('stored code', personalCode).toString('base64url');
