import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** The heading of the screen in sight takes the focus, so that a screen reader begins there. */
export function focusHeading(): void {
  const place = document.querySelector('main h1') ?? document.querySelector('main');
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}

/**
 * After a navigation the screen's heading takes the focus, and a new screen is read from its top. The first
 * screen leaves the focus alone.
 */
export function Arrival() {
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    focusHeading();
    // The browser knows where a reader was on the way back.
    if (!isReturn) window.scrollTo(0, 0);
  }, [pathname, isReturn]);
  return null;
}
