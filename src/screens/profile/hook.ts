import { type RefObject, useEffect, useRef } from 'react';
import { useRuntime } from '#src/bindings/runtime.tsx';

/**
 * For a part of a page with several modes: if a change of `mode` removes the focused control, the first control takes
 * the focus.
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

/** A guest's code for signing in on another device; null if it is not stored on this device. */
export const usePersonalCode = (): string | null => useRuntime().session.personalCode();
