import { inspectionCodeSchema } from 'chart-inspector/protocol';

/** Without what is easily misread: I, O, 0, 1. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** A code that nobody guesses: 40 bits. */
export const newCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) =>
    LETTERS.charAt(byte % LETTERS.length),
  ).join('');

/** The code in the address of the inspector; null: it has none, or no good one. */
export const codeIn = (search: URLSearchParams): string | null =>
  inspectionCodeSchema.safeParse(search.get('code')).data ?? null;
