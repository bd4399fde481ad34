const GLIDE_MS = 240;

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
 * its new place.
 */
export function glideWithin(root: HTMLElement | null): (() => void) | undefined {
  if (root === null) return undefined;
  let tops = measure(root);
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
      if (!before.has(element) || fromPx === 0) continue;
      element?.animate(isCalm ? dissolve(fromPx) : glide(fromPx), {
        duration: GLIDE_MS,
        easing: 'ease-out',
        composite: isCalm ? 'replace' : 'add',
      });
    }
  });
  changes.observe(root, { childList: true, subtree: true });
  // Of another size, everything stands somewhere else: that is no move.
  const size = new ResizeObserver(() => {
    tops = measure(root);
  });
  size.observe(root);
  return () => {
    changes.disconnect();
    size.disconnect();
  };
}

/** Where everything stands, wherever an animation shows it. */
const measure = (root: HTMLElement): ReadonlyMap<Element | null, number> =>
  new Map(
    [...root.querySelectorAll('*')].flatMap((element) =>
      element instanceof HTMLElement ? [[element, element.offsetTop] as const] : [],
    ),
  );
