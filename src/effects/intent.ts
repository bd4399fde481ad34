/**
 * Tells the path of a link of this site as soon as somebody points at it, touches it or reaches it with the
 * keyboard: a moment before the click.
 */
export function watchIntent(window: Window, onIntent: (path: string) => void): void {
  const onEvent = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === window.location.origin) onIntent(link.pathname);
  };
  for (const type of ['pointerover', 'focusin'])
    window.document.addEventListener(type, onEvent, { passive: true });
}
