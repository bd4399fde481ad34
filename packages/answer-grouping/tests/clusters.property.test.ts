import { expect, it } from 'vitest';
import { singletons } from '../src/clusters.ts';

import * as fc from 'fast-check';

const SIZE = 8;
const ascending = (a: number, b: number) => a - b;
const position = fc.nat(SIZE - 1);
const pair = fc.uniqueArray(position, { minLength: 2, maxLength: 2 });
const links = fc
  .uniqueArray(pair, { selector: (ends) => ends.toSorted(ascending).join(), maxLength: 20 })
  .map((pairs) => pairs.map(([a = 0, b = 0]) => ({ a, b, cost: 0 })));

it('keeps members and links through any merges', () => {
  fc.assert(
    fc.property(links, fc.array(fc.tuple(position, position)), (given, merges) => {
      const clusters = singletons(SIZE, given);
      const labels = Array.from({ length: SIZE }, (_, at) => at);
      for (const [a, b] of merges) {
        clusters.merge(clusters.of(a), clusters.of(b));
        const [from, to] = [labels[b], labels[a]];
        for (const [at, label] of labels.entries()) if (label === from) labels[at] = to ?? at;
      }
      const together = (a: number, b: number) => labels[a] === labels[b];
      for (const a of labels.keys()) {
        const mates = [...labels.keys()].filter((b) => together(a, b));
        expect(clusters.members(clusters.of(a)).toSorted(ascending)).toEqual(mates);
        for (const b of labels.keys()) {
          const between = given.filter(
            (link) =>
              (together(link.a, a) && together(link.b, b)) ||
              (together(link.b, a) && together(link.a, b)),
          );
          const expected = together(a, b) ? 0 : between.length;
          expect(clusters.linksBetween(clusters.of(a), clusters.of(b))).toBe(expected);
        }
      }
    }),
  );
});
