import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useNow } from '#src/bindings/countdown.ts';
import { countUp, flip, type FlipOptions, isCalm } from '#src/bindings/motion.ts';

/** Lets the element glide to its new place and size whenever `at` is another one. */
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

/** Where an element stands, wherever an animation shows it. */
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

/** A number that is counted up (or down) in `ms` while `isCounting`, and whenever it is another one. */
export function useCountUp(to: number, from: number, ms: number | null) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (element.current === null || ms === null) return undefined;
    return countUp(element.current, { from, to, ms });
  }, [to, from, ms]);
  return element;
}

const LINES_AFTER_MS = 300;
const LINES_APART_MS = 60;

/** For an element of words that rise by an animation: line by line, however they are broken. */
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

/** Lets the beams open out of the dark for each `occasion`; null: there is none. */
export function useOpening(occasion: string | null): RefObject<HTMLDivElement | null> {
  const beams = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (occasion === null || isCalm()) return;
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

const PIECES = 90;
const FALL_TICKS = 130;

/** Confetti over the stage, once for each `occasion`; null: there is none. */
export function useConfetti(occasion: string | null): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (occasion === null || isCalm()) return undefined;
    let isOver = false;
    let reset = () => {};
    const fall = async () => {
      const { default: confetti } = await import('canvas-confetti');
      // A browser that is out of memory for pictures gives no context.
      if (isOver || !canvas.current?.getContext('2d')) return;
      const throwing = confetti.create(canvas.current, { resize: true, useWorker: false });
      reset = () => throwing.reset();
      const colors = ['#fff6d2', '#7fd8ff', '#f6a3d6', '#8f8cff', '#ffffff'];
      for (const [x, angle] of [
        [0.08, 62],
        [0.92, 118],
      ] as const)
        void throwing({
          particleCount: PIECES / 2,
          angle,
          spread: 60,
          startVelocity: 62,
          scalar: 1.5,
          ticks: FALL_TICKS,
          origin: { x, y: 0.95 },
          colors,
        });
    };
    // A stage without confetti is a stage.
    fall().catch(() => {});
    return () => {
      isOver = true;
      reset();
    };
  }, [occasion]);
  return canvas;
}

/** Drains a ring, which was full `wholeMs` before `endAt` (epoch ms of the server's clock), a step at a time. */
export function useDrain(endAt: number, wholeMs: number): RefObject<SVGCircleElement | null> {
  const ring = useRef<SVGCircleElement>(null);
  const now = useNow();
  useEffect(() => {
    const element = ring.current;
    const leftMs = endAt - now();
    if (element === null || wholeMs <= 0 || leftMs <= 0) return undefined;
    const from = 1 - leftMs / wholeMs;
    // Drawn anew a dozen times a second: more would not be seen.
    const steps = Math.max(1, Math.min(2_000, Math.ceil(leftMs / 80)));
    const drain = element.animate([{ strokeDashoffset: String(from) }, { strokeDashoffset: '1' }], {
      duration: leftMs,
      easing: `steps(${steps})`,
      fill: 'forwards',
    });
    // Who cancels it knows.
    drain.finished.catch(() => {});
    return () => drain.cancel();
  }, [endAt, wholeMs, now]);
  return ring;
}
