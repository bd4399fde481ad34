import { describe, expect, it } from 'vitest';
import { lampOf, mixed, swarm, tileOf } from '#src/screens/stage-screen/swarm-places.ts';

const RADII = { x: 480, y: 200 };
const LAMP = 18;

describe('the swarm of lamps while answers are counted', () => {
  it('has a lamp for each answer, within its room, none in the place of another', () => {
    for (const count of [1, 20, 200, 3_000]) {
      const size = lampOf(count, RADII, LAMP);
      const places = swarm(count, RADII, size);
      expect(places).toHaveLength(count);
      const farthest = Math.max(...places.map(({ x, y }) => Math.hypot(x / RADII.x, y / RADII.y)));
      expect(farthest).toBeLessThan(1.1);
      const apart = places.flatMap((one, at) =>
        places.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      );
      expect(Math.min(Infinity, ...apart.slice(0, 10_000))).toBeGreaterThan(0.2 * size);
    }
  });

  it('shows no ranking: its lamps are spread evenly, and each tile gets as many', () => {
    const places = swarm(200, RADII, LAMP);
    const quarters = [1, -1].flatMap((x) =>
      [1, -1].map((y) => places.filter((each) => each.x * x > 0 && each.y * y > 0).length),
    );
    expect(Math.min(...quarters)).toBeGreaterThan(40);
    const perTile = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (tile) => places.filter((_, index) => tileOf(index, 8) === tile).length,
    );
    expect(perTile).toEqual([25, 25, 25, 25, 25, 25, 25, 25]);
  });

  it('mixes the lamps of both audiences', () => {
    const order = mixed(200);
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at));
    const ofTheFirst = [0, 50, 100, 150].map(
      (start) => order.slice(start, start + 50).filter((index) => index < 40).length,
    );
    expect(Math.max(...ofTheFirst) - Math.min(...ofTheFirst)).toBeLessThan(3);
  });
});
