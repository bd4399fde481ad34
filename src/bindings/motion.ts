import { numberText } from 'messages/format';

/** Whether the reader prefers reduced motion. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

export interface FlipOptions {
  readonly ms: number;
  /** Delay before the move, ms. */
  readonly delayMs?: number;
}

/** Animates an element from its former position and size to its present ones. */
export function flip(element: Element, from: DOMRect, { ms, delayMs = 0 }: FlipOptions): void {
  const to = element.getBoundingClientRect();
  if (prefersReducedMotion() || to.width === 0 || from.width === 0) return;
  const [dx, dy, scale] = [
    from.x + from.width / 2 - (to.x + to.width / 2),
    from.y + from.height / 2 - (to.y + to.height / 2),
    Math.min(from.height / to.height, from.width / to.width),
  ];
  if (Math.abs(dx) + Math.abs(dy) < 1) return;
  element.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, {}], {
    duration: ms,
    delay: delayMs,
    easing: EASE,
    fill: 'backwards',
  });
}

interface CountUpOptions {
  readonly from: number;
  readonly to: number;
  readonly ms: number;
  /** Formats the number. */
  readonly text?: (value: number) => string;
}

/** Animates the number in an element from one value to another; returns a function that ends the animation at once. */
export function countUp(
  element: HTMLElement,
  { from, to, ms, text = numberText }: CountUpOptions,
): () => void {
  let frame = 0;
  const show = (value: number) => {
    element.textContent = text(value);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    show(to);
  };
  if (prefersReducedMotion() || from === to) return end;
  const startedAt = performance.now();
  const step = () => {
    const done = Math.min(1, (performance.now() - startedAt) / ms);
    // Slows down towards the end, so that the last numbers can be read.
    show(Math.round(from + (to - from) * (1 - (1 - done) ** 3)));
    if (done < 1) frame = requestAnimationFrame(step);
  };
  step();
  return end;
}
