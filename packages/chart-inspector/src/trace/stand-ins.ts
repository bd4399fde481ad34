/*
 * A masked secret, '(secret 1)', may be of another kind than the secret was: too short for a password, say.
 * Words of every kind that the rules tell apart stand in for it until a step goes the way it went.
 */

const SECRET = /^\(secret (?<number>\d+)\)$/u;

/** The masked secrets within a value, each once. */
export function secretsIn(value: unknown): string[] {
  if (typeof value === 'string') return SECRET.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(secretsIn))];
}

/** A value with other words for its secrets. */
export function asOne(value: unknown, standIn: (secret: string) => string): unknown {
  if (typeof value === 'string') return SECRET.test(value) ? standIn(value) : value;
  if (Array.isArray(value)) return value.map((item) => asOne(item, standIn));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, asOne(field, standIn)]),
  );
}

const LETTERS = 'abcdefghij';
/** A word without digits for a number. */
const wordOf = (number: string): string =>
  number.replaceAll(/\d/gu, (digit) => LETTERS.charAt(Number(digit)));
/** Good, too short, without a capital, a small letter, a digit, among the commonest, too long. */
const KINDS: readonly ((number: string) => string)[] = [
  (number) => `Stand-in ${number}`,
  (number) => wordOf(number).slice(0, 2),
  (number) => `stand-in ${number}`,
  (number) => `STAND-IN ${number}`,
  (number) => `Stand-in ${wordOf(number)}`,
  () => 'password',
  (number) => `Stand-in ${number} ${'x'.repeat(500)}`,
];

/** How many secrets are given every combination of kinds; of more all are given the same kind. */
const COMBINED = 3;

/** Each way to put words for these secrets. */
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
