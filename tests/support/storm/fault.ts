import { groupBy } from './by.ts';

/** A violation; `kind` groups similar ones. */
export interface Fault {
  readonly kind: string;
  readonly what: string;
}

const SHOWN = 4;

/** A line for each of the first faults of every kind, and the number of further ones. */
export function faultLines(faults: readonly Fault[]): string[] {
  return [...groupBy(faults, ({ kind }) => kind)].flatMap(([kind, alike]) => {
    const lines = alike.slice(0, SHOWN).map(({ what }) => `${kind}: ${what}`);
    const rest = alike.length - lines.length;
    return rest === 0 ? lines : [...lines, `${kind}: ${rest} more`];
  });
}
