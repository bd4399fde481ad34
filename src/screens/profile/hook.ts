import { type RefObject, useEffect, useRef } from 'react';
import { useRuntime } from '#src/bindings/runtime.tsx';

/**
 * For a part of a page with several modes: after a change of `mode`, the first control takes the focus that the old controls
 * lose.
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

/** The code that brings a guest to another device; null where the device does not know it. */
export const usePersonalCode = (): string | null => useRuntime().session.personalCode();
