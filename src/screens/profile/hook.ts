import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a part of a page that changes what it is: after `mode` has changed, the first control in it takes
 * the focus that would be lost with the old ones.
 */
export function useFocusFirst<E extends HTMLElement>(mode: unknown): RefObject<E | null> {
  const part = useRef<E>(null);
  const before = useRef(mode);
  useEffect(() => {
    if (before.current === mode) return;
    before.current = mode;
    const first = part.current?.querySelector('input, select, textarea, button');
    if (first instanceof HTMLElement) first.focus();
  }, [mode]);
  return part;
}
