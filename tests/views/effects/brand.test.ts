import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { readBrand } from '#src/effects/brand.ts';

const pageWith = (content: string | null): Document => {
  const page = document.implementation.createHTMLDocument();
  if (content === null) return page;
  const meta = page.createElement('meta');
  meta.name = 'brand';
  meta.content = content;
  page.head.append(meta);
  return page;
};

describe('the brand of the page', () => {
  it('is what the server wrote', () => {
    const brand = { name: 'Quiz & "Co"', slug: 'quiz' };
    expect(readBrand(pageWith(JSON.stringify(brand)))).toEqual(brand);
  });
  it.each([null, '', '{"name":"Quiz"}', '"quiz"', 'null'])(
    'is the default where it is %j',
    (content) => {
      expect(readBrand(pageWith(content))).toEqual(DEFAULT_BRAND);
    },
  );
});
