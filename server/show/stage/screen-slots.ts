/** Maximum number of stage screens opened with a link in this process: in total, and from one network address. */
const MOST_BY_LINK = 100;
const MOST_OF_ADDRESS = 50;
/** Maximum number of stage screens of one admin in this process. */
const MOST_OF_ADMIN = 20;
/** A screen that was open for `SETTLED_MS` keeps its slot for `KEPT_MS` after it loses its connection. */
const SETTLED_MS = 10_000;
const KEPT_MS = 60_000;

/** Who opened a stage screen: an admin, or a network address by a link. */
export type ScreenOrigin =
  | { readonly adminId: string }
  | { readonly address: string; readonly isOwnAddress: boolean };

interface OriginSlots {
  open: number;
  /** When each slot that is kept for this origin expires, on the clock `elapsed()`. */
  kept: number[];
}

/**
 * Limits the number of stage screens in this process. An open screen is never closed for a newer one, which is refused
 * if there is no free slot. A screen that was open for a while keeps its slot, to reconnect from the same origin.
 */
export class ScreenSlots {
  readonly #elapsed: () => number;
  readonly #slots = new Map<string, OriginSlots>();

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Whether a slot is kept for this origin. */
  isKept(origin: ScreenOrigin): boolean {
    this.#giveUp();
    return (this.#slots.get(keyOf(origin))?.kept.length ?? 0) > 0;
  }

  /** Whether another screen of this origin may be opened. */
  hasRoom(origin: ScreenOrigin): boolean {
    if (this.isKept(origin)) return true;
    const isAdmin = 'adminId' in origin;
    const key = keyOf(origin);
    const taken = (isOfThese: (each: string) => boolean): number => {
      let sum = 0;
      for (const [each, { open, kept }] of this.#slots)
        if (isOfThese(each)) sum += open + kept.length;
      return sum;
    };
    const here = taken((each) => each === key);
    if (isAdmin) return here < MOST_OF_ADMIN;
    const mostHere = origin.isOwnAddress ? MOST_OF_ADDRESS : MOST_BY_LINK;
    return here < mostHere && taken((each) => each.startsWith(BY_LINK)) < MOST_BY_LINK;
  }

  /** Takes a slot and returns a function that frees it; null if no slot is free. */
  take(origin: ScreenOrigin): (() => void) | null {
    if (!this.hasRoom(origin)) return null;
    const key = keyOf(origin);
    const slots = this.#slots.get(key) ?? { open: 0, kept: [] };
    this.#slots.set(key, slots);
    slots.kept.shift();
    slots.open += 1;
    const since = this.#elapsed();
    return () => {
      const now = this.#elapsed();
      slots.open -= 1;
      if (now - since >= SETTLED_MS) slots.kept.push(now + KEPT_MS);
      this.#giveUp();
    };
  }

  /** Frees the kept slots of screens that did not reconnect in time. */
  #giveUp(): void {
    const now = this.#elapsed();
    for (const [key, slots] of this.#slots) {
      slots.kept = slots.kept.filter((until) => until > now);
      if (slots.open === 0 && slots.kept.length === 0) this.#slots.delete(key);
    }
  }
}

const BY_LINK = 'link:';
const keyOf = (origin: ScreenOrigin): string =>
  'adminId' in origin ? `admin:${origin.adminId}` : `${BY_LINK}${origin.address}`;
