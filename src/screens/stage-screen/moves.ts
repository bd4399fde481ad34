import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { revealStepMs, SCENE_MS } from '#machines/show/rules/stage.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { countUp, flip, type FlipOptions, prefersReducedMotion } from '#src/bindings/motion.ts';

/** Animates the element from its old to its new position and size whenever `at` changes. */
export function useFlip<E extends Element>(at: unknown, options: FlipOptions): RefObject<E | null> {
  const element = useRef<E>(null);
  const before = useRef<{ at: unknown; box: DOMRect } | null>(null);
  const { ms, delayMs = 0 } = options;
  useLayoutEffect(() => {
    if (element.current === null) return;
    const from = before.current;
    if (from !== null && from.at !== at) flip(element.current, from.box, { ms, delayMs });
    before.current = { at, box: boxOf(element.current) };
  });
  return element;
}

const EASE_BACK = 'cubic-bezier(0.5, 0, 0.2, 1)';
/** The size of a steady element on the way in, at first: that of the lozenge in a row. */
const STEADY_AT_FIRST = 0.58;
/** Number of steps in which a flight is described, as a counter-movement inside it is no straight line. */
const FLIGHT_STEPS = 16;

/**
 * Moves the element, which stands in the middle of the stage, from the place of another element (`in`) or back to it.
 * Elements inside with `data-steady` keep their proportions on the way in.
 */
export function useFlight<E extends HTMLElement>(
  way: 'in' | 'back',
  place: string,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const flying = element.current;
    const from = document.querySelector(place)?.getBoundingClientRect();
    if (flying === null || from === undefined || from.width === 0 || prefersReducedMotion()) return;
    const to = flying.getBoundingClientRect();
    const [dx, dy] = [
      from.x + from.width / 2 - (to.x + to.width / 2),
      from.y + from.height / 2 - (to.y + to.height / 2),
    ];
    const [narrow, low] = [from.width / to.width, from.height / to.height];
    if (way === 'back') {
      flying.animate([{}, { transform: `translate(${dx}px, ${dy}px) scale(${narrow}, ${low})` }], {
        duration: SCENE_MS.back,
        easing: EASE_BACK,
        fill: 'forwards',
      });
      return;
    }
    const steps = Array.from({ length: FLIGHT_STEPS + 1 }, (_, at) => {
      // Slows down towards the end.
      const left = (1 - at / FLIGHT_STEPS) ** 3;
      const [sx, sy] = [1 + (narrow - 1) * left, 1 + (low - 1) * left];
      const own = 1 + (STEADY_AT_FIRST - 1) * left;
      return {
        whole: { transform: `translate(${dx * left}px, ${dy * left}px) scale(${sx}, ${sy})` },
        steady: { transform: `scale(${own / sx}, ${own / sy})` },
      };
    });
    const timing = { duration: revealStepMs('dim', 1) };
    flying.animate(
      steps.map(({ whole }) => whole),
      timing,
    );
    for (const each of flying.querySelectorAll('[data-steady]'))
      each.animate(
        steps.map(({ steady }) => steady),
        timing,
      );
  }, [way, place]);
  return element;
}

/** The position and size of an element, as without running animations. */
function boxOf(element: Element): DOMRect {
  if (!(element instanceof HTMLElement)) return element.getBoundingClientRect();
  let [x, y] = [0, 0];
  for (
    let each: HTMLElement | null = element;
    each !== null;
    each = each.offsetParent instanceof HTMLElement ? each.offsetParent : null
  ) {
    x += each.offsetLeft;
    y += each.offsetTop;
  }
  return new DOMRect(x, y, element.offsetWidth, element.offsetHeight);
}

/**
 * Animates a number, formatted by `text`: it counts from `from` to `to` in `ms`, again when these change. `ms` null: no
 * animation.
 */
export function useCountUp(
  to: number,
  from: number,
  { ms, text }: { readonly ms: number | null; readonly text?: (value: number) => string },
) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (element.current === null || ms === null) return undefined;
    return countUp(element.current, { from, to, ms, ...(text && { text }) });
  }, [to, from, ms, text]);
  return element;
}

const LINES_AFTER_MS = 300;
const LINES_APART_MS = 60;

/** Animates the words of an element: they rise line by line, wherever the lines break. */
export function useRisingLines(): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const words = [...(element.current?.children ?? [])].filter(
      (word) => word instanceof HTMLElement,
    );
    const lines = [...new Set(words.map(({ offsetTop }) => offsetTop))];
    for (const word of words)
      word.style.animationDelay = `${LINES_AFTER_MS + lines.indexOf(word.offsetTop) * LINES_APART_MS}ms`;
  }, []);
  return element;
}

const DARK_MS = 400;
const OPENING_MS = 1_400;

/** Animates the beams, which open from the dark, whenever `occasion` changes; null: not. */
export function useOpening(occasion: string | null): RefObject<HTMLDivElement | null> {
  const beams = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (occasion === null || prefersReducedMotion()) return;
    beams.current?.animate(
      [
        { opacity: 0, transform: 'scaleX(1.25)' },
        { opacity: 1, offset: DARK_MS / OPENING_MS },
        { opacity: 1, transform: 'none' },
      ],
      { duration: OPENING_MS, easing: 'ease-out' },
    );
  }, [occasion]);
  return beams;
}

const PIECES = 250;
/** The height of the screen, px, for which sizes and speeds of the pieces are given. */
const DESIGNED_HEIGHT = 1_080;
const FALL_TICKS = 130;

/** Confetti from outside the lower corners of the stage, once for each `occasion`; null for none. */
export function useConfetti(occasion: string | null): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (occasion === null || prefersReducedMotion()) return undefined;
    let isOver = false;
    let reset = () => {};
    const fall = async () => {
      const { default: confetti } = await import('canvas-confetti');
      // A browser out of graphics memory returns no context.
      if (isOver || !canvas.current?.getContext('2d')) return;
      const throwing = confetti.create(canvas.current, { resize: true, useWorker: false });
      reset = () => throwing.reset();
      const scale = window.innerHeight / DESIGNED_HEIGHT;
      const colors = ['#fff6d2', '#7fd8ff', '#f6a3d6', '#8f8cff', '#ffffff'];
      for (const [x, angle] of [
        [-0.06, 62],
        [1.06, 118],
      ] as const)
        void throwing({
          particleCount: PIECES / 2,
          angle,
          spread: 60,
          startVelocity: 78 * scale,
          scalar: 2.2 * scale,
          ticks: FALL_TICKS,
          origin: { x, y: 1.12 },
          colors,
        });
    };
    // If the code does not load, the scene goes on without confetti.
    fall().catch(() => {});
    return () => {
      isOver = true;
      reset();
    };
  }, [occasion]);
  return canvas;
}

/**
 * Animates a countdown ring in steps: it is full `wholeMs` before `endAt` (epoch ms of the server's clock) and then
 * empties.
 */
export function useDrain(endAt: number, wholeMs: number): RefObject<SVGCircleElement | null> {
  const ring = useRef<SVGCircleElement>(null);
  const now = useNow();
  useEffect(() => {
    const element = ring.current;
    const leftMs = endAt - now();
    if (element === null || wholeMs <= 0 || leftMs <= 0) return undefined;
    const from = 1 - leftMs / wholeMs;
    // Twelve steps a second, as more would not be visible.
    const steps = Math.max(1, Math.min(2_000, Math.ceil(leftMs / 80)));
    const drain = element.animate([{ strokeDashoffset: String(from) }, { strokeDashoffset: '1' }], {
      duration: leftMs,
      easing: `steps(${steps})`,
      fill: 'forwards',
    });
    // Rejects when cancelled, which is intended.
    drain.finished.catch(() => {});
    return () => drain.cancel();
  }, [endAt, wholeMs, now]);
  return ring;
}
