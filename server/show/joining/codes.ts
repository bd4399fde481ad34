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

/** One of 85 million. */
export const newJoinCode = (): string => randomCode(JOIN_CODE_LENGTH);

/** 105 random bits. */
export const newSeatKey = (): string => randomCode(SEAT_KEY_LENGTH);

/**
 * The name of a guest by the request that made them, which only their device knows: a repeated request finds the same guest.
 * It stands where an account has its address.
 */
export const guestKeyOf = (requestId: string): string =>
  `${hashOf('guest', requestId).toString('hex')}@guest.invalid`;

/** The personal code of a guest by the request that made them: one of 794 billion. */
export function personalCodeOf(requestId: string): string {
  let left = BigInt(`0x${hashOf('personal code', requestId).toString('hex')}`);
  let code = '';
  for (let place = 0; place < PERSONAL_CODE_LENGTH; place += 1) {
    code += CODE_LETTERS.charAt(Number(left % BigInt(CODE_LETTERS.length)));
    left /= BigInt(CODE_LETTERS.length);
  }
  return code;
}

/** A personal code as the store keeps it. */
export const storedCode = (personalCode: string): string =>
  hashOf('stored code', personalCode).toString('base64url');
