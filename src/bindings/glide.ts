const GLIDE_MS = 240;
/** Smaller moves are rounding errors and are not animated. */
const LEAST_PX = 3;

/** Keyframes of a move from a position `fromPx` lower. */
const glide = (fromPx: number): Keyframe[] => [
  { transform: `translateY(${fromPx}px)` },
  { transform: 'none' },
];
/** The same for reduced motion: fades out at the old position and in at the new one. */
const dissolve = (fromPx: number): Keyframe[] => [
  { transform: `translateY(${fromPx}px)`, opacity: 1 },
  { transform: `translateY(${fromPx}px)`, opacity: 0, offset: 0.5 },
  { transform: 'none', opacity: 0, offset: 0.5 },
  { transform: 'none', opacity: 1 },
];

/**
 * A `ref` callback. When children of the element are added or removed, the others glide to their new positions. Waits
 * while something is pressed, as a pressed button would move away from the pointer.
 */
export function glideWithin(root: HTMLElement | null): (() => void) | undefined {
  if (root === null) return undefined;
  let tops = measure(root);
  let isPressed = false;
  const gliding = new Set<Animation>();
  const press = (): void => {
    isPressed = true;
    for (const animation of gliding) animation.pause();
  };
  const release = (): void => {
    isPressed = false;
    for (const animation of gliding) animation.play();
  };
  const start = (element: Element, keyframes: Keyframe[], composite: CompositeOperation) => {
    const animation = element.animate(keyframes, {
      duration: GLIDE_MS,
      easing: 'ease-out',
      composite,
    });
    if (isPressed) animation.pause();
    gliding.add(animation);
    const end = () => gliding.delete(animation);
    animation.addEventListener('finish', end);
    animation.addEventListener('cancel', end);
  };
  const changes = new MutationObserver(() => {
    const before = tops;
    tops = measure(root);
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const moved = (element: Element | null): number => {
      const [from, top] = [before.get(element), tops.get(element)];
      return from === undefined || top === undefined ? 0 : from - top;
    };
    for (const element of tops.keys()) {
      // Only its own move: an element whose parent existed before already moves with it.
      const fromPx = moved(element) - moved(element?.parentElement ?? null);
      if (element === null || !before.has(element) || Math.abs(fromPx) < LEAST_PX) continue;
      if (isReduced) start(element, dissolve(fromPx), 'replace');
      else start(element, glide(fromPx), 'add');
    }
  });
  changes.observe(root, { childList: true, subtree: true });
  // If the size changes, everything inside moves; that is not animated.
  const size = new ResizeObserver(() => {
    tops = measure(root);
  });
  size.observe(root);
  root.addEventListener('pointerdown', press);
  window.addEventListener('pointerup', release);
  window.addEventListener('pointercancel', release);
  return () => {
    root.removeEventListener('pointerdown', press);
    window.removeEventListener('pointerup', release);
    window.removeEventListener('pointercancel', release);
    changes.disconnect();
    size.disconnect();
  };
}

/**
 * The positions of all elements that may glide, as without running animations. An element with a transform is the
 * `offsetParent` of its content, so the offsets are added up. Not of the content of the first screen while it shows an
 * answer or a result: its parts change places and appear at once, so gliding ones would cross them.
 */
function measure(root: HTMLElement): ReadonlyMap<Element | null, number> {
  const tops = new Map<Element | null, number>();
  const topOf = (element: Element | null): number => {
    if (!(element instanceof HTMLElement)) return 0;
    const { offsetTop, offsetParent } = element;
    const top =
      tops.get(element) ?? offsetTop + topOf(offsetParent) + (offsetParent?.clientTop ?? 0);
    if (element !== root && root.contains(element)) tops.set(element, top);
    return top;
  };
  const still = root.querySelector('[data-shown]')?.closest('[data-now]');
  for (const element of root.querySelectorAll('*'))
    if (element === still || still?.contains(element) !== true) topOf(element);
  return tops;
}
