/**
 * Reports the path of an internal link when the pointer or the focus reaches it, so that the page can load before the click.
 */
export function prefetchOnIntent(window: Window, onIntent: (path: string) => void): void {
  const onEvent = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === window.location.origin) onIntent(link.pathname);
  };
  for (const type of ['pointerover', 'focusin'])
    window.document.addEventListener(type, onEvent, { passive: true });
}
