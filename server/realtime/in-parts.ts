/** A part is at least so many values, or this share of more. */
const LEAST = 500;
const SHARE = 0.2;

/**
 * Returns a function that returns the next part of a collection that may change between calls. Each value has its turn within
 * six calls, in a small collection at every call.
 */
export function inParts<T>(all: ReadonlyMap<unknown, T>): () => T[] {
  let rest = all.values();
  return () => {
    const part: T[] = [];
    const most = Math.max(LEAST, all.size * SHARE);
    while (part.length < most) {
      const next = rest.next();
      if (next.done === true) {
        rest = all.values();
        break;
      }
      part.push(next.value);
    }
    return part;
  };
}
