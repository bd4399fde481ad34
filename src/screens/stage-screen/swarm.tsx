import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { StageView } from '#machines/contract/stage.ts';
import { prefersReducedMotion } from '#src/bindings/motion.ts';
import { SCENE_MS } from '#machines/show/rules/stage.ts';
import { lampOf, mixed, MOST_LAMPS, type Point, swarm, tileOf } from './swarm-places.ts';
import styles from './stage-screen.module.css';

/** The last lamp sets out after this time, ms; each flies for `FLIGHT_MS`; then the swarm turns until `STILL_MS`. */
const LAST_SETS_OUT_MS = 900;
const FLIGHT_MS = 1_000;
const STILL_MS = 4_000;
/** The angle by which the swarm turns. */
const TURN = 0.5;
/** A lamp flies into its tile within this time, ms. */
const INTO_TILE_MS = 420;
/** Diameter of a lamp in hundredths of the screen's height. */
const LARGEST_LAMP = 2.8;
/** Duration of a pulse, which runs outwards through the swarm and turns it on a little. */
const PULSE_MS = 1_600;
const PULSE_TURN = 0.18;
/** How much larger the lamps of its wave are, and how wide the wave is, in parts of a radius. */
const PULSE_SWELL = 0.9;
const WAVE = 0.17;
/** Once the answers are sorted, the swarm closes in on its middle by this part. */
const CLOSE_MS = 1_400;
const CLOSER = 0.16;

interface Lamp {
  readonly from: Point;
  /** Its place in the swarm, from the swarm's middle. */
  readonly seat: Point;
  readonly isStudio: boolean;
  /** When it sets out, from 0 (first) to 1 (last). */
  readonly order: number;
}
interface Scene {
  readonly middle: Point;
  readonly radii: Point;
  readonly lamps: readonly Lamp[];
  /** Diameter of a lamp, px. */
  readonly size: number;
  readonly colours: Readonly<Record<'studio' | 'home', string>>;
}

const easeInOut = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
const easeIn = (t: number): number => t * t;
const clamp = (t: number): number => Math.min(1, Math.max(0, t));
const between = (from: Point, to: Point, t: number): Point => ({
  x: from.x + (to.x - from.x) * t,
  y: from.y + (to.y - from.y) * t,
});
const centreOf = ({ x, y, width, height }: DOMRect): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** A glowing lamp, drawn once. */
function sprite(colour: string, size: number): HTMLCanvasElement {
  const image = document.createElement('canvas');
  image.width = Math.ceil(2 * size);
  image.height = image.width;
  const context = image.getContext('2d');
  if (context === null) return image;
  context.fillStyle = colour;
  context.shadowColor = colour;
  context.shadowBlur = size / 2;
  context.beginPath();
  context.arc(image.width / 2, image.width / 2, size / 2, 0, 2 * Math.PI);
  context.fill();
  return image;
}

/** Reads where the lamps are in the lanes, and where the swarm has room. */
function readScene(stage: Element, answered: Counts): Scene | null {
  const room = stage.querySelector('[data-swarm-room]')?.getBoundingClientRect();
  if (room === undefined || room.width === 0) return null;
  const all = answered.studio + answered.home;
  const each = Math.max(1, Math.ceil(all / MOST_LAMPS));
  const radii = { x: room.width / 2, y: room.height / 2 };
  const answers = (['studio', 'home'] as const).flatMap((audience) => {
    const lane = stage.querySelector(`[data-audience='${audience}']`);
    const lit = [...(lane?.querySelectorAll('[data-on]') ?? [])].map((lamp) =>
      centreOf(lamp.getBoundingClientRect()),
    );
    const count = Math.ceil(answered[audience] / each);
    return Array.from({ length: count }, (_, at) => ({
      from: lit[Math.floor((at * lit.length) / count)] ?? centreOf(room),
      isStudio: audience === 'studio',
    }));
  });
  const count = answers.length;
  const size = lampOf(count, radii, (LARGEST_LAMP / 100) * window.innerHeight);
  const seats = swarm(count, { x: radii.x - size, y: radii.y - size }, size);
  const order = mixed(count);
  const colourOf = (audience: string): string => {
    const lamps = stage.querySelector(`[data-audience='${audience}'] [data-lamps]`);
    return lamps === null ? '#fff' : getComputedStyle(lamps).color;
  };
  return {
    middle: centreOf(room),
    radii,
    size,
    colours: { studio: colourOf('studio'), home: colourOf('home') },
    lamps: order.flatMap((which, at) => {
      const [answer, seat] = [answers[which], seats[at]];
      if (answer === undefined || seat === undefined) return [];
      return { ...answer, seat, order: (at * 0.382) % 1 };
    }),
  };
}

/** What has moved a swarm, by the clock of `performance.now()`, ms. */
interface Motion {
  readonly scene: Scene;
  readonly startedAt: number;
  /** When each pulse began. */
  readonly pulses: readonly number[];
  /** When it began to close in; null: it has not. */
  readonly closingAt: number | null;
}

/** When nothing moves any more. */
const stillAt = ({ startedAt, pulses, closingAt }: Motion): number =>
  Math.max(
    startedAt + STILL_MS,
    (pulses.at(-1) ?? 0) + PULSE_MS,
    closingAt === null ? 0 : closingAt + CLOSE_MS,
  );

/** The place of a lamp in the swarm at `now`, and how much larger than usual it is. */
function inSwarm(
  motion: Motion,
  { seat, from, order }: Lamp,
  now: number,
): Point & { swell: number } {
  const { scene, startedAt, pulses, closingAt } = motion;
  const { middle, radii } = scene;
  const ms = now - startedAt;
  const ages = pulses.map((at) => clamp((now - at) / PULSE_MS));
  const angle =
    TURN * (1 - (1 - clamp(ms / STILL_MS)) ** 2) +
    PULSE_TURN * ages.reduce((sum, age) => sum + easeInOut(age), 0);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // On a circle, so that the ellipse stays where it is.
  const [x, y] = [seat.x / radii.x, seat.y / radii.y];
  const near = closingAt === null ? 1 : 1 - CLOSER * easeInOut(clamp((now - closingAt) / CLOSE_MS));
  const place = {
    x: middle.x + near * radii.x * (x * cos - y * sin),
    y: middle.y + near * radii.y * (y * cos + x * sin),
  };
  const out = Math.hypot(x, y);
  const swell = ages.reduce(
    (most, age) => Math.max(most, PULSE_SWELL * Math.exp(-(((out - 1.5 * age) / WAVE) ** 2))),
    0,
  );
  const flown = easeInOut(clamp((ms - order * LAST_SETS_OUT_MS) / FLIGHT_MS));
  return { ...between(from, place, flown), swell: flown === 1 ? swell : 0 };
}

interface Counts {
  readonly studio: number;
  readonly home: number;
}
type Sorting = NonNullable<StageView['question']>['sorting'];
interface SwarmProps {
  readonly phase: 'counting' | 'dealing';
  readonly answered: Counts;
  /** How far the grouping of the answers is; undefined: it has not begun. */
  readonly sorting: Sorting;
}

/**
 * As many lamps as there are answers. While answers are counted they leave the lanes and gather without any order. With
 * each change of the groups a pulse runs through them, and once all are sorted they close in. Then each flies into a tile
 * of the board as that tile comes.
 */
export function Swarm(props: SwarmProps) {
  return (
    <canvas
      ref={useSwarm(props)}
      className={styles['swarm']}
      data-layer={props.phase === 'counting' ? 'timer' : 'board'}
      aria-hidden="true"
    />
  );
}

function useSwarm({ phase, answered, sorting }: SwarmProps): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const motion = useRef<Motion | null>(null);
  /** Draws the swarm until it is still; null while no answers are counted. */
  const run = useRef<(() => void) | null>(null);
  const { studio, home } = answered;
  useLayoutEffect(() => {
    const element = canvas.current;
    const stage = element?.parentElement;
    // A browser out of graphics memory returns no context.
    const context = element?.getContext('2d');
    if (!element || !context || !stage) return undefined;
    let frame = 0;
    const isStill = prefersReducedMotion();

    /** Draws every lamp where `placeOf` says; `alpha` from 0 to 1, `swell` how much larger it is. */
    const draw = (
      scene: Scene,
      placeOf: (lamp: Lamp, index: number) => Point & { alpha?: number; swell?: number },
    ) => {
      const ratio = window.devicePixelRatio;
      const [width, height] = [window.innerWidth * ratio, window.innerHeight * ratio];
      if (element.width !== width || element.height !== height) {
        element.width = width;
        element.height = height;
      }
      context.clearRect(0, 0, width, height);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      for (const [index, lamp] of scene.lamps.entries()) {
        const { x, y, alpha = 1, swell = 0 } = placeOf(lamp, index);
        if (alpha === 0) continue;
        context.globalAlpha = alpha;
        const image = lamp.isStudio ? sprites.studio : sprites.home;
        const half = scene.size * (1 + swell);
        context.drawImage(image, x - half, y - half, 2 * half, 2 * half);
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
    };
    let sprites = { studio: element, home: element };
    const prepare = ({ colours, size }: Scene) => {
      const drawn = size * window.devicePixelRatio;
      sprites = { studio: sprite(colours.studio, drawn), home: sprite(colours.home, drawn) };
    };
    /** Calls `step` in each frame until it returns false. */
    const play = (step: (now: number) => boolean) => {
      cancelAnimationFrame(frame);
      const next = () => {
        if (step(performance.now())) frame = requestAnimationFrame(next);
      };
      next();
    };

    const turn = () =>
      play((now) => {
        const { current } = motion;
        if (current === null) return false;
        const at = isStill ? stillAt(current) : now;
        draw(current.scene, (lamp) => inSwarm(current, lamp, at));
        return at < stillAt(current);
      });
    const gather = (isAtOnce: boolean) => {
      const scene = readScene(stage, { studio, home });
      if (scene === null) return;
      prepare(scene);
      const startedAt = performance.now() - (isAtOnce ? STILL_MS : 0);
      motion.current = { pulses: [], closingAt: null, ...motion.current, scene, startedAt };
      turn();
    };
    const scatter = (gathered: Motion) => {
      const { scene } = gathered;
      prepare(scene);
      const tiles = [...stage.querySelectorAll('ol > li')].map((tile) => placeOfTile(tile));
      const startedAt = performance.now();
      const ms = (tiles.length - 1) * SCENE_MS.rowApart + INTO_TILE_MS;
      play((now) => {
        draw(scene, (lamp, index) => {
          const at = tileOf(index, tiles.length);
          const tile = tiles[at];
          const from = inSwarm(gathered, lamp, startedAt);
          if (tile === undefined) return from;
          const done = clamp((now - startedAt - at * SCENE_MS.rowApart) / INTO_TILE_MS);
          // Spread over the tile, whose lamps they become.
          const to = {
            x: tile.x + (0.1 + 0.8 * ((index * 0.618) % 1)) * tile.width,
            y: tile.y + (0.15 + 0.7 * ((index * 0.382) % 1)) * tile.height,
          };
          return { ...between(from, to, easeIn(done)), alpha: 1 - clamp(4 * done - 3) };
        });
        return now < startedAt + ms;
      });
    };

    const regather = () => gather(true);
    if (phase === 'counting') {
      gather(isStill);
      run.current = turn;
      window.addEventListener('resize', regather);
    } else if (motion.current !== null && !isStill) scatter(motion.current);
    return () => {
      run.current = null;
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', regather);
      context.clearRect(0, 0, element.width, element.height);
    };
  }, [phase, studio, home]);
  const changes = sorting?.changes ?? 0;
  const isDone = sorting?.isDone === true;
  const seen = useRef({ changes, isDone });
  useLayoutEffect(() => {
    const { current } = motion;
    const before = seen.current;
    seen.current = { changes, isDone };
    if (current === null || run.current === null) return;
    const now = performance.now();
    const hasChanged = changes !== before.changes;
    motion.current = {
      ...current,
      pulses: hasChanged ? [...current.pulses, now] : current.pulses,
      closingAt: isDone ? (current.closingAt ?? now) : null,
    };
    run.current();
  }, [changes, isDone]);
  return canvas;
}

/** The place of a tile, as without running animations. */
function placeOfTile(tile: Element): DOMRect {
  if (!(tile instanceof HTMLElement)) return tile.getBoundingClientRect();
  const board = tile.parentElement?.getBoundingClientRect() ?? new DOMRect();
  return new DOMRect(
    board.x + tile.offsetLeft,
    board.y + tile.offsetTop,
    tile.offsetWidth,
    tile.offsetHeight,
  );
}
