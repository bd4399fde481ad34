import { useEffect, useRef } from 'react';

/** Whether the reader is typing, so that the page must not move. */
const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, select, dialog *') === true ||
  document.querySelector('dialog[open]') !== null;

/**
 * Scrolls to the top of the page when an id is added that was not there before. Waits while something is pressed, and
 * leaves a reader who is typing where they are.
 */
export function useComesToTop(ids: readonly string[]): void {
  const before = useRef(ids);
  const isPressed = useRef(false);
  const isDue = useRef(false);
  useEffect(() => {
    const come = () => {
      isDue.current = false;
      if (isTyping()) return;
      const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      window.scrollTo({ top: 0, behavior: isReduced ? 'instant' : 'smooth' });
    };
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // After the click that follows the release, which may open a dialog.
      if (isDue.current) window.setTimeout(come);
    };
    window.addEventListener('pointerdown', press);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    const isNew = ids.some((id) => !before.current.includes(id));
    before.current = ids;
    if (isNew && isPressed.current) isDue.current = true;
    else if (isNew) come();
    return () => {
      window.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, [ids]);
}
