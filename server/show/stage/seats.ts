/** Most show pages opened with the link in this process, and from one address. */
const MOST_BY_LINK = 100;
const MOST_OF_ADDRESS = 50;
/** Most show pages of one admin in this process. */
const MOST_OF_ADMIN = 20;
/** A page that was open for `SETTLED_MS` keeps its place for `KEPT_MS` after it loses its connection. */
const SETTLED_MS = 10_000;
const KEPT_MS = 60_000;

/** The origin of a show page. */
export type PageOrigin =
  | { readonly adminId: string }
  | { readonly address: string; readonly isOwnAddress: boolean };

interface Place {
  open: number;
  /** When each place kept for this origin expires, as `elapsed()`. */
  kept: number[];
}

/**
 * Limits the show pages of a process. An open page is never closed for a newer one: without a free place the newer one is
 * refused. A page that was on air keeps its place for reconnecting from the same address.
 */
export class PageSeats {
  readonly #elapsed: () => number;
  readonly #places = new Map<string, Place>();

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Whether a place is kept for this origin. */
  isKept(origin: PageOrigin): boolean {
    this.#giveUp();
    return (this.#places.get(keyOf(origin))?.kept.length ?? 0) > 0;
  }

  /** Whether there is a place for one more page of this origin. */
  hasRoom(origin: PageOrigin): boolean {
    if (this.isKept(origin)) return true;
    const isAdmin = 'adminId' in origin;
    const key = keyOf(origin);
    const taken = (isOfThese: (each: string) => boolean): number => {
      let sum = 0;
      for (const [each, { open, kept }] of this.#places)
        if (isOfThese(each)) sum += open + kept.length;
      return sum;
    };
    const here = taken((each) => each === key);
    if (isAdmin) return here < MOST_OF_ADMIN;
    const mostHere = origin.isOwnAddress ? MOST_OF_ADDRESS : MOST_BY_LINK;
    return here < mostHere && taken((each) => each.startsWith(BY_LINK)) < MOST_BY_LINK;
  }

  /** Takes a place and returns a function that frees it; null if there is none. */
  take(origin: PageOrigin): (() => void) | null {
    if (!this.hasRoom(origin)) return null;
    const key = keyOf(origin);
    const place = this.#places.get(key) ?? { open: 0, kept: [] };
    this.#places.set(key, place);
    place.kept.shift();
    place.open += 1;
    const since = this.#elapsed();
    return () => {
      const now = this.#elapsed();
      place.open -= 1;
      if (now - since >= SETTLED_MS) place.kept.push(now + KEPT_MS);
      this.#giveUp();
    };
  }

  /** Frees the places of pages that did not reconnect. */
  #giveUp(): void {
    const now = this.#elapsed();
    for (const [key, place] of this.#places) {
      place.kept = place.kept.filter((until) => until > now);
      if (place.open === 0 && place.kept.length === 0) this.#places.delete(key);
    }
  }
}

const BY_LINK = 'link:';
const keyOf = (origin: PageOrigin): string =>
  'adminId' in origin ? `admin:${origin.adminId}` : `${BY_LINK}${origin.address}`;
