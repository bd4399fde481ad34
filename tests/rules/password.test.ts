import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from '#machines/account/rules/common-passwords.ts';
import {
  checkNewPassword,
  checkResetPassword,
  generatePassword,
} from '#machines/account/rules/password.ts';

const refused = (message: string, field: string | null = 'password') =>
  field === null ? { ok: false, message } : { ok: false, message, field };

describe('checkNewPassword [R5.password-min-6]', () => {
  it.each([
    ['abcd3', refused('Password must be at least 6 characters long')],
    ['abcde3', { ok: true, value: 'abcde3' }],
    [' space ', { ok: true, value: ' space ' }],
    ['x'.repeat(128), { ok: true, value: 'x'.repeat(128) }],
    ['x'.repeat(129), refused('Password must be at most 128 characters long')],
    ['123456', refused('This password is too common. Please choose another one.')],
    ['PassWord', refused('This password is too common. Please choose another one.')],
  ])('%s', (password, outcome) => {
    expect(checkNewPassword(password)).toEqual(outcome);
  });

  it('has a list of passwords that are long enough but too common', () => {
    expect(
      [...COMMON_PASSWORDS].filter((word) => word.length < 6 || word !== word.toLowerCase()),
    ).toEqual([]);
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(300);
  });
});

describe('checkResetPassword [R9.reset-rule]', () => {
  it.each([
    ['', '', refused('Please fill in all fields', null)],
    ['Abcdefg1', '', refused('Please fill in all fields', null)],
    ['', 'Abcdefg1', refused('Please fill in all fields', null)],
    ['Abcdefg1', 'abcdefg1', refused('Passwords do not match', 'confirmation')],
    ['Abcdef1', 'Abcdef1', refused('Password must be at least 8 characters long')],
    ['ABCDEFG1', 'ABCDEFG1', refused('Password must contain at least one lowercase letter')],
    ['abcdefg1', 'abcdefg1', refused('Password must contain at least one uppercase letter')],
    ['Abcdefgh', 'Abcdefgh', refused('Password must contain at least one number')],
    [
      `Ab1${'x'.repeat(126)}`,
      `Ab1${'x'.repeat(126)}`,
      refused('Password must be at most 128 characters long'),
    ],
    ['Abcdefg1', 'Abcdefg1', { ok: true, value: 'Abcdefg1' }],
    [
      `Ab1${'x'.repeat(125)}`,
      `Ab1${'x'.repeat(125)}`,
      { ok: true, value: `Ab1${'x'.repeat(125)}` },
    ],
  ])('%s / %s', (password, confirmation, outcome) => {
    expect(checkResetPassword(password, confirmation)).toEqual(outcome);
  });
});

describe('generatePassword', () => {
  it('has 8 letters and digits, at least one of each, from any random numbers', () => {
    const numbers = fc.infiniteStream(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    );
    fc.assert(
      fc.property(numbers, (stream) => {
        const password = generatePassword(() => stream.next().value);
        expect(password).toMatch(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8}$/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('always has a letter and a digit, even if the random numbers give none', () => {
    expect(generatePassword(() => 0)).toMatch(/^[A-Za-z]\d[A-Za-z]{6}$/);
    expect(generatePassword(() => 0.9999)).toMatch(/^\d{7}[A-Za-z]$/);
  });

  it('uses every letter and digit', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const used = new Set(Array.from({ length: 500 }, () => generatePassword(random)).join(''));
    expect(used.size).toBe(62);
  });
});
