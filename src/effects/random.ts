/** From 0 up to, not including, 1; fit for passwords, as `Math.random` is not. */
export function secureRandom(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value / 2 ** 32;
}

/** An id that cannot be guessed. Works on plain http in a LAN too, where `crypto` has no `randomUUID`. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
