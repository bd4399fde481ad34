import { useEffect, useEffectEvent } from 'react';

const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/**
 * Single keys: each presses the button of the page that shows it (`aria-keyshortcuts`); one that no
 * button shows, or one that is busy, is told to `onIdle`, in upper case. With a modifier held, on repeat,
 * in a field and under a dialog they are ignored.
 */
export function useLiveKeys(onIdle: (key: string, isBusy: boolean) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (target instanceof Element && target.closest(TYPED_INTO) !== null) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const key = event.key.toUpperCase();
    if (event.shiftKey && key !== '?') return;
    const button = [...document.querySelectorAll('main button[aria-keyshortcuts]')].find(
      (each) => each.getAttribute('aria-keyshortcuts') === key,
    );
    const isBusy = button?.getAttribute('aria-busy') === 'true';
    if (button instanceof HTMLElement && !isBusy) button.click();
    else onIdle(key, isBusy);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
