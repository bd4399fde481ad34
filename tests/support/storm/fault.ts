import { groupBy } from './by.ts';

/** Something that is not as it must be; `kind` sums up those alike. */
export interface Fault {
  readonly kind: string;
  readonly what: string;
}

const SHOWN = 4;

/** A line each fault, of every kind the first ones and how many more there are. */
export function faultLines(faults: readonly Fault[]): string[] {
  return [...groupBy(faults, ({ kind }) => kind)].flatMap(([kind, alike]) => {
    const lines = alike.slice(0, SHOWN).map(({ what }) => `${kind}: ${what}`);
    const rest = alike.length - lines.length;
    return rest === 0 ? lines : [...lines, `${kind}: ${rest} more`];
  });
}
