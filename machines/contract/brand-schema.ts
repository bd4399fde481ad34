import * as z from 'zod/mini';
import { DEFAULT_BRAND } from './brand.ts';

/** The brand as an operator may set it. */
export const brandSchema = z.object({
  name: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)), DEFAULT_BRAND.name),
  slug: z._default(
    z
      .string()
      .check(
        z.regex(/^[a-z][a-z0-9-]{1,39}$/, { error: 'lower-case letters, digits and hyphens' }),
      ),
    DEFAULT_BRAND.slug,
  ),
  logo: z.optional(z.string()),
});
