import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { UTC_DAYS } from '#machines/results/rules/day.ts';
import { readBrand, readDays } from '#src/effects/brand.ts';

const pageWith = (content: string | null, name = 'brand'): Document => {
  const page = document.implementation.createHTMLDocument();
  if (content === null) return page;
  const meta = page.createElement('meta');
  meta.name = name;
  meta.content = content;
  page.head.append(meta);
  return page;
};

describe('the brand of the page', () => {
  it('is set by the server', () => {
    const brand = { name: 'Quiz & "Co"', slug: 'quiz' };
    expect(readBrand(pageWith(JSON.stringify(brand)))).toEqual(brand);
  });
  it.each([null, '', '{"name":"Quiz"}', '"quiz"', 'null'])(
    'is the default if it is %j',
    (content) => {
      expect(readBrand(pageWith(content))).toEqual(DEFAULT_BRAND);
    },
  );
});

describe('the days of the page [R9.show-time-zone]', () => {
  it('are set by the server', () => {
    const days = {
      zones: [{ from: 0, zone: 'Asia/Tokyo' }],
      livePeriods: [{ from: 1, until: 2 }],
    };
    expect(readDays(pageWith(JSON.stringify(days), 'days'))).toEqual(days);
  });
  it.each([
    null,
    '',
    '[]',
    '{}',
    '{"zones":[],"livePeriods":[]}',
    '{"zones":[{"from":0}],"livePeriods":[]}',
    '{"zones":[{"from":0,"zone":"UTC"}],"livePeriods":[null]}',
    'null',
  ])('are in UTC if there is %j', (content) => {
    expect(readDays(pageWith(content, 'days'))).toEqual(UTC_DAYS);
  });
});
