import { type Brand, brandSchema, DEFAULT_BRAND } from '#machines/contract/brand.ts';

/** The brand that the server wrote into the page as JSON; the default where it wrote nothing. */
export function readBrand(page: Document): Brand {
  const content = page.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? '';
  if (content === '') return DEFAULT_BRAND;
  return brandSchema.parse(JSON.parse(content));
}
