/* Codes that people read from a screen and type on a phone. */

/** Capitals and digits that look alike in no usual typeface, without vowels, so that no code is a word. */
export const CODE_LETTERS = 'CDFGHJKMNPQRTWXY34679';

export const JOIN_CODE_LENGTH = 6;
export const PERSONAL_CODE_LENGTH = 9;

/** A code as it is stored, from what was typed: in any letter case, with spaces or dashes. */
export const normalCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A code in groups of three, as people read it aloud: `CDF GHJ`. */
export const codeText = (code: string): string => code.match(/.{1,3}/gu)?.join(' ') ?? '';
