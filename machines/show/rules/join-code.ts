/* Codes that people read from a screen and type on a phone. */

/** Capitals and digits that look alike in no usual typeface, without vowels, so that no code is a word. */
export const CODE_LETTERS = 'CDFGHJKMNPQRTWXY34679';

export const JOIN_CODE_LENGTH = 6;
export const PERSONAL_CODE_LENGTH = 9;
/** Length of the key in the link of a seat. */
export const SEAT_KEY_LENGTH = 24;

/** A typed code as it is stored: in capitals, without spaces or dashes. */
export const normalCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a text may be a join code, in any spelling. */
export const isJoinCode = (typed: string): boolean => normalCode(typed).length === JOIN_CODE_LENGTH;

/** Whether a text may be a guest's personal code, or the key of a seat, in any spelling. */
export const isPersonalCode = (typed: string): boolean =>
  [PERSONAL_CODE_LENGTH, SEAT_KEY_LENGTH].includes(normalCode(typed).length);

/** A code in groups of three, as people read it aloud: `CDF GHJ`. */
export const codeText = (code: string): string => code.match(/.{1,3}/gu)?.join(' ') ?? '';
