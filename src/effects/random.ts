/** From 0 up to, not including, 1; fit for passwords, as `Math.random` is not. */
export function secureRandom(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value / 2 ** 32;
}
