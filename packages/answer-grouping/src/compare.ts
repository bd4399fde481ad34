/** Compares two texts by code points. Negative when `a` comes first. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
