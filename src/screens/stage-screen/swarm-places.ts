/** A position; the unit depends on the use. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** With more answers than this, each lamp stands for several answers. */
export const MOST_LAMPS = 3_000;
/** Distance between two lamps at most, in diameters of a lamp. */
const WIDEST = 5;
/** The part of each radius that stays free in the middle. */
const HOLE = 0.5;
const GOLDEN_ANGLE = 2.399_963;
/** How far a lamp is from its regular position, in distances between lamps. */
const STRAY = 0.35;

/** The area of an ellipse without the free part in its middle. */
const roomOf = ({ x, y }: Point): number => Math.PI * x * y * (1 - HOLE ** 2);

/** The same number for each index, from -1 to 1, without a visible pattern. */
const stray = (index: number): number =>
  2 * ((Math.abs(Math.sin(index * 12.9898)) * 43_758.5453) % 1) - 1;

/**
 * The positions of `count` lamps around the origin, in an ellipse with at most these radii and a free middle. Nothing about them depends
 * on how the answers are grouped. `lamp`: the diameter of a lamp, in the unit of the radii.
 */
export function swarm(count: number, radii: Point, lamp: number): Point[] {
  const most = roomOf(radii);
  const apart = Math.min(WIDEST * lamp, Math.sqrt(most / Math.max(1, count)));
  const fill = Math.min(1, (count * apart * apart) / most) * (1 - HOLE ** 2);
  return Array.from({ length: count }, (_, index) => {
    const out = Math.sqrt(HOLE ** 2 + (fill * (index + 0.5)) / count);
    const angle = index * GOLDEN_ANGLE;
    return {
      x: radii.x * out * Math.cos(angle) + STRAY * apart * stray(index + 1),
      y: radii.y * out * Math.sin(angle) + STRAY * apart * stray(index + 1.5),
    };
  });
}

/** Diameter of a lamp of a swarm, at most `largest`, so that `count` lamps have room within these radii. */
export const lampOf = (count: number, radii: Point, largest: number): number =>
  Math.min(largest, 0.62 * Math.sqrt(roomOf(radii) / Math.max(1, count)));

/** The tile into which a lamp flies: all tiles get the same number, as their counts are not revealed yet. */
export const tileOf = (index: number, tiles: number): number => index % tiles;

/** Mixes lamps of several audiences: returns their indices in an order without runs of one audience. */
export const mixed = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index).toSorted(
    (one, other) => ((one * 0.618) % 1) - ((other * 0.618) % 1),
  );
