import * as z from 'zod/mini';

/** The show's name; every text and route that carries it derives from here (decisions §1). */
export const brandSchema = z.object({
  name: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)), 'Gameshow'),
  slug: z._default(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, 'lower-case letters, digits and hyphens')),
    'gameshow',
  ),
});
export type Brand = z.infer<typeof brandSchema>;

export const DEFAULT_BRAND: Brand = brandSchema.parse({});

/** How a contestant is called, e.g. 'Gameshow Player'. */
export const playerWord = (brand: Brand): string => `${brand.name} Player`;
/** The on-air page, e.g. `/gameshow`. */
export const showPath = (brand: Brand): string => `/${brand.slug}`;
