import { m } from 'messages';
import {
  GENERATED_PASSWORD_LENGTH,
  LIMITS,
  PASSWORD_MIN,
  RESET_PASSWORD_MIN,
} from '#machines/contract/limits.ts';
import { refusal, success, type Outcome } from '#machines/contract/outcome.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Checks a password chosen at registration, by an admin or in the profile: 6 to 128 characters and not among the most common,
 * in any case. Returns the password unchanged.
 */
export function checkNewPassword(password: string): Outcome<string> {
  if (password.length < PASSWORD_MIN) return refuse(m.passwordTooShort());
  if (password.length > LIMITS.passwordLength) return refuse(m.passwordTooLong());
  if (COMMON_PASSWORDS.has(password.toLowerCase())) return refuse(m.passwordCommon());
  return success(password);
}

/** Checks a password chosen through a reset link, with the rules and texts of specification §5. */
export function checkResetPassword(password: string, confirmation: string): Outcome<string> {
  if (password === '' || confirmation === '') return refusal(m.resetFillIn());
  if (password !== confirmation) return refusal(m.resetMismatch(), { field: 'confirmation' });
  if (password.length < RESET_PASSWORD_MIN) return refuse(m.resetTooShort());
  if (password.length > LIMITS.passwordLength) return refuse(m.passwordTooLong());
  if (!/\p{Ll}/u.test(password)) return refuse(m.resetLower());
  if (!/\p{Lu}/u.test(password)) return refuse(m.resetUpper());
  if (!/\d/.test(password)) return refuse(m.resetDigit());
  return success(password);
}

/**
 * Generates a password of 8 letters and digits with at least one of each (specification §9). `random` returns unpredictable
 * numbers from 0 up to, not including, 1.
 */
export function generatePassword(random: () => number): string {
  const below = (bound: number) => Math.floor(random() * bound);
  const letterAt = below(GENERATED_PASSWORD_LENGTH);
  // Any position other than `letterAt`, all equally likely.
  const digitAt = (letterAt + 1 + below(GENERATED_PASSWORD_LENGTH - 1)) % GENERATED_PASSWORD_LENGTH;
  const alphabets = Array.from({ length: GENERATED_PASSWORD_LENGTH }, (_, index) => {
    if (index === letterAt) return LETTERS;
    return index === digitAt ? DIGITS : LETTERS + DIGITS;
  });
  return alphabets.map((alphabet) => alphabet.charAt(below(alphabet.length))).join('');
}

function refuse(message: string): Outcome<string> {
  return refusal(message, { field: 'password' });
}
