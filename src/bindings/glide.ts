const GLIDE_MS = 240;
/** Less is rounding. */
const LEAST_PX = 3;

/** How an element gets to its place from one that was so much lower, in pixels. */
const glide = (fromPx: number): Keyframe[] => [
  { transform: `translateY(${fromPx}px)` },
  { transform: 'none' },
];
/** The same for those who want no motion: it goes out there, and comes up here. */
const dissolve = (fromPx: number): Keyframe[] => [
  { transform: `translateY(${fromPx}px)`, opacity: 1 },
  { transform: `translateY(${fromPx}px)`, opacity: 0, offset: 0.5 },
  { transform: 'none', opacity: 0, offset: 0.5 },
  { transform: 'none', opacity: 1 },
];

/**
 * For the `ref` of an element: when something comes or goes within it, nothing that stays jumps, but glides to
 * its new place. It waits while something is pressed, which would otherwise not be there when it is let go.
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
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const moved = (element: Element | null): number => {
      const [from, top] = [before.get(element), tops.get(element)];
      return from === undefined || top === undefined ? 0 : from - top;
    };
    for (const element of tops.keys()) {
      // Each moves with the one that it is in, if that was there before.
      const fromPx = moved(element) - moved(element?.parentElement ?? null);
      if (element === null || !before.has(element) || Math.abs(fromPx) < LEAST_PX) continue;
      if (isCalm) start(element, dissolve(fromPx), 'replace');
      else start(element, glide(fromPx), 'add');
    }
  });
  changes.observe(root, { childList: true, subtree: true });
  // Of another size, everything stands somewhere else: that is no move.
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
 * Where everything stands, wherever an animation shows it. Whatever has a transform is what `offsetTop` of its content
 * counts from, so that all of them are added up.
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
  for (const element of root.querySelectorAll('*')) topOf(element);
  return tops;
}
