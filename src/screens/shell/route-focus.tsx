import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Focuses the heading of the current screen, so that a screen reader starts there. */
export function focusHeading(): void {
  const heading = document.querySelector('main h1') ?? document.querySelector('main');
  if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
}

/**
 * After a navigation, focuses the screen's heading and scrolls a new screen to the top. Opening the site does not move
 * the focus.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    focusHeading();
    // The browser restores the position after Back.
    if (!isReturn) window.scrollTo(0, 0);
  }, [pathname, isReturn]);
  return null;
}
