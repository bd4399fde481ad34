import { useEffect, useEffectEvent, useRef } from 'react';

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const PRESSED = 'button, a[href], summary';
/** How long a key that hurts waits for its second press. */
const TWICE_MS = 3_000;

interface Heard {
  /** One that no button shows, or one that is busy; the key in upper case. */
  readonly onIdle?: (key: string, isBusy: boolean) => void;
  /** What a second press of the key will do, as the button says it (`data-twice`). */
  readonly onFirst?: (words: string) => void;
}

/**
 * Single keys: each presses the button of the page that shows it (`aria-keyshortcuts`), when it is let go.
 * A button with `data-twice` wants the key twice. With a modifier held, in a field and under a dialog keys
 * are ignored, and so is one that was pressed there and let go here.
 */
export function useLiveKeys(heard: Heard): void {
  const down = useRef<{ readonly code: string; readonly key: string } | null>(null);
  const asked = useRef<{ readonly button: Element; readonly at: number } | null>(null);
  const press = useEffectEvent((key: string, at: number) => {
    const button = [...document.querySelectorAll('main button[aria-keyshortcuts]')].find(
      (each) => each.getAttribute('aria-keyshortcuts')?.toUpperCase() === key,
    );
    const isBusy = button?.getAttribute('aria-busy') === 'true';
    if (!(button instanceof HTMLElement) || isBusy) {
      heard.onIdle?.(key, isBusy);
      return;
    }
    const words = button.dataset['twice'];
    const isAsked = asked.current?.button === button && at - asked.current.at < TWICE_MS;
    asked.current = words === undefined || isAsked ? null : { button, at };
    if (asked.current === null) button.click();
    else if (words !== undefined) heard.onFirst?.(words);
  });
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      if (event.repeat) return;
      const key = event.key === ' ' ? 'SPACE' : event.key.toUpperCase();
      down.current = isMeant(event, key) ? { code: event.code, key } : null;
      // The page would scroll away under the hand.
      if (down.current?.key === 'SPACE' && document.querySelector('main [data-space]') !== null)
        event.preventDefault();
    };
    const release = ({ code, timeStamp }: KeyboardEvent) => {
      const held = down.current;
      if (held?.code !== code) return;
      down.current = null;
      press(held.key, timeStamp);
    };
    document.addEventListener('keydown', hold);
    document.addEventListener('keyup', release);
    return () => {
      document.removeEventListener('keydown', hold);
      document.removeEventListener('keyup', release);
    };
  }, []);
}

function isMeant(event: KeyboardEvent, key: string): boolean {
  const { target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && key !== '?'))
    return false;
  if (target instanceof Element && target.closest(TYPED_INTO) !== null) return false;
  // The platform presses what has the focus.
  const isPress = key === 'SPACE' || key === 'ENTER';
  if (isPress && target instanceof Element && target.closest(PRESSED) !== null) return false;
  return document.querySelector('dialog[open]') === null;
}
