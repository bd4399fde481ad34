import { m } from 'messages';
/** The brand. All texts and routes that contain the name use it (decisions §1). */
export interface Brand {
  name: string;
  slug: string;
  /** The URL of the operator's logo, for the stage screen. */
  logo?: string | undefined;
}

export const DEFAULT_BRAND: Brand = { name: 'Gameshow', slug: 'gameshow' };

/** The name of a contestant, e.g. 'Gameshow Player'. */
export const playerWord = (brand: Brand): string => m.brandPlayer({ name: brand.name });
/** The path of the stage screen, e.g. `/gameshow`. */
export const stageScreenPath = (brand: Brand): string => `/${brand.slug}`;
