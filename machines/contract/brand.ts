/** The show's name; every text and route that carries it derives from here (decisions §1). */
export interface Brand {
  name: string;
  slug: string;
  /** Where the operator's logo is, for the show page. */
  logo?: string | undefined;
}

export const DEFAULT_BRAND: Brand = { name: 'Gameshow', slug: 'gameshow' };

/** How a contestant is called, e.g. 'Gameshow Player'. */
export const playerWord = (brand: Brand): string => `${brand.name} Player`;
/** The on-air page, e.g. `/gameshow`. */
export const showPath = (brand: Brand): string => `/${brand.slug}`;
