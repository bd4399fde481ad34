/*
 * A masked secret, '(secret 1)', may fail a check that the secret itself passed, for example of a password's length. A
 * replay therefore tries several kinds of stand-ins until a step takes the recorded transitions.
 */

const SECRET = /^\(secret (?<number>\d+)\)$/u;

/** Lists the masked secrets within a value, each once. */
export function secretsIn(value: unknown): string[] {
  if (typeof value === 'string') return SECRET.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(secretsIn))];
}

/** Replaces the masked secrets within a value. */
export function asOne(value: unknown, standIn: (secret: string) => string): unknown {
  if (typeof value === 'string') return SECRET.test(value) ? standIn(value) : value;
  if (Array.isArray(value)) return value.map((item) => asOne(item, standIn));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, asOne(field, standIn)]),
  );
}

const LETTERS = 'abcdefghij';
/** Spells a number with letters. */
const wordOf = (number: string): string =>
  number.replaceAll(/\d/gu, (digit) => LETTERS.charAt(Number(digit)));
/**
 * Kinds of stand-ins for a password: good, too short, without capitals, without small letters, without digits, too
 * common, too long.
 */
const KINDS: readonly ((number: string) => string)[] = [
  (number) => `Stand-in ${number}`,
  (number) => wordOf(number).slice(0, 2),
  (number) => `stand-in ${number}`,
  (number) => `STAND-IN ${number}`,
  (number) => `Stand-in ${wordOf(number)}`,
  () => 'password',
  (number) => `Stand-in ${number} ${'x'.repeat(500)}`,
];

/** Up to this many secrets are tried with every combination of kinds; more secrets all get the same kind. */
const COMBINED = 3;

/** Lists the ways to replace secrets, each as a function from a masked secret to its stand-in. */
export function standIns(secrets: readonly string[]): ((secret: string) => string)[] {
  const isCombined = secrets.length <= COMBINED;
  return Array.from(
    { length: KINDS.length ** (isCombined ? secrets.length : 1) },
    (_, index) => (secret: string) => {
      const kind = isCombined ? Math.floor(index / KINDS.length ** secrets.indexOf(secret)) : index;
      const number = SECRET.exec(secret)?.groups?.['number'] ?? '';
      return KINDS[kind % KINDS.length]?.(number) ?? secret;
    },
  );
}
